/// The window on the body: camera, light, shadow, the loop that draws, and where pointers go.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { BodyView, type Hit } from "./body";
import { Marks } from "./gizmos";
import { KeyHand } from "./keyhand";
import { ContactShadow } from "./shadow";
import { SliceView } from "./slice";

/// What the pointer does on the body. A tool that takes a press keeps the camera still until the release.
export interface Tool {
  cursor?: string;
  /// Does it need to know what lies under the pointer while it moves? That takes time on bodies in motion.
  aims?: boolean;
  down(pointer: Pointer): boolean;
  move?(pointer: Pointer): void;
  up?(pointer: Pointer): void;
  hover?(pointer: Pointer | null): void;
}
export interface Pointer { id: number; ray: THREE.Ray; hit: Hit | null; event: PointerEvent }

export interface Bounds { low: THREE.Vector3; high: THREE.Vector3; up: THREE.Vector3; planar: boolean; size: number }

/// How far below the body at rest the server puts the floor, in sizes of the body.
const BELOW = 0.02;

/// The part of the canvas that a body is in.
export interface Room { x: number; y: number; width: number; height: number; body: BodyView }

export class Viewer {
  readonly renderer: THREE.WebGLRenderer;
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(30, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly body = new BodyView();
  readonly rival = new BodyView();
  readonly shadow = new ContactShadow();
  readonly slice = new SliceView();
  /// Marks that shine through the body, and marks that it hides.
  readonly through = new Marks(true);
  readonly solid = new Marks(false);
  readonly cursor = new Marks(true);
  readonly ball: THREE.Mesh;
  readonly floor: THREE.Mesh;
  readonly hand = new KeyHand(this);
  readonly software: boolean;
  bounds: Bounds = { low: new THREE.Vector3(-0.5, 0, -0.5), high: new THREE.Vector3(0.5, 1, 0.5), up: new THREE.Vector3(0, 1, 0), planar: false, size: 1 };
  tool: Tool | null = null;
  split = false;
  /// Called before every picture; answers whether something moves.
  onTick: (now: number) => boolean = () => false;
  /// Called after a picture with its time, in ms.
  onDrawn: (now: number) => void = () => {};
  private dirty = true;
  private drawn = 0;
  insets = { left: 0, right: 0, top: 0, bottom: 0 };
  private readonly raycaster = new THREE.Raycaster();
  private readonly busy = new Map<number, Tool>();
  private readonly moves = new Map<number, PointerEvent>();
  private hovered = 0;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.software = isSoftware();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !this.software, alpha: true, preserveDrawingBuffer: false, powerPreference: "high-performance" });
    this.renderer.autoClear = false;
    this.renderer.setClearColor(0, 0);
    this.renderer.setPixelRatio(this.software ? 1 : Math.min(devicePixelRatio, 2));
    this.body.onProcessor = this.rival.onProcessor = this.software;

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !this.calm;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener("change", () => this.invalidate());

    const ballMaterial = new THREE.MeshLambertMaterial({ color: 0x5f7fe8, transparent: true, opacity: 0.85 });
    this.ball = new THREE.Mesh(new THREE.SphereGeometry(1, 40, 28), ballMaterial);
    this.ball.visible = false;
    this.floor = new THREE.Mesh(new THREE.CircleGeometry(1, 72), floorMaterial());
    this.floor.visible = false;
    this.floor.renderOrder = -2;
    this.rival.group.visible = false;
    const hemisphere = new THREE.HemisphereLight(0xffffff, 0x9aa0b0, 2.1);
    const key = new THREE.DirectionalLight(0xffffff, 1.6);
    key.position.set(-0.5, 1, 0.8);
    this.scene.add(hemisphere, key, this.floor, this.shadow.plane, this.body.group, this.rival.group, this.slice.group, this.solid.group, this.ball, this.through.group, this.cursor.group);
    this.slice.clear();

    canvas.addEventListener("pointerdown", this.onDown, { capture: true });
    canvas.addEventListener("pointermove", this.onMove, { capture: true });
    // Where the browser tells of moves before the next picture is due, a drag takes them at once.
    canvas.addEventListener("pointerrawupdate", (event) => this.onRawMove(event as PointerEvent));
    canvas.addEventListener("pointerup", this.onUp, { capture: true });
    canvas.addEventListener("pointercancel", this.onUp, { capture: true });
    canvas.addEventListener("pointerleave", () => { this.moves.clear(); this.tool?.hover?.(null); });
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    this.resize();
    requestAnimationFrame(this.loop);
  }

  invalidate(): void {
    this.dirty = true;
  }

  setDark(dark: boolean): void {
    this.body.uniforms.uDark.value = this.rival.uniforms.uDark.value = dark ? 1 : 0;
    this.shadow.plane.material.opacity = dark ? 0.85 : 0.5;
    (this.floor.material as THREE.ShaderMaterial).uniforms.uDark.value = dark ? 1 : 0;
    this.invalidate();
  }

  /// Parts of the window that panels cover: the body is centred in the rest.
  setInset(inset: { left: number; right: number; top: number; bottom: number }): void {
    this.insets = inset;
    this.resize();
  }

  setBounds(bounds: Bounds): void {
    this.bounds = bounds;
    for (const b of [this.body, this.rival]) {
      b.uniforms.uUp.value.copy(bounds.up);
      b.uniforms.uLow.value = bounds.low.dot(bounds.up);
      b.uniforms.uSize.value = bounds.size;
    }
    this.showFloor(this.floor.visible);
    this.floor.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), bounds.up);
    this.floor.scale.setScalar(1.4 * bounds.size);
    this.camera.up.copy(bounds.up);
    // The controls turn about the camera's up axis as it was when they were made.
    const controls = this.controls as unknown as { _quat: THREE.Quaternion; _quatInverse: THREE.Quaternion };
    controls._quat.setFromUnitVectors(bounds.up, new THREE.Vector3(0, 1, 0));
    controls._quatInverse.copy(controls._quat).invert();
    this.invalidate();
  }

  /// The floor where the simulation has it, with the shadow on it; without one the shadow is right below the body.
  showFloor(on: boolean): void {
    const { low, high, up, planar } = this.bounds;
    this.shadow.place(low, high, up, planar, on ? BELOW : 0.002);
    this.floor.position.copy(this.shadow.plane.position).addScaledVector(up, -1e-3 * this.bounds.size);
    this.floor.visible = on;
    this.invalidate();
  }

  /// The whole body in view, from the front and a little above.
  fit(): void {
    const { low, high, up, planar, size } = this.bounds;
    const direction = planar ? new THREE.Vector3(0, 0, 1)
      : up.z > 0.5 ? new THREE.Vector3(0.5, -1, 0.42) : new THREE.Vector3(0.46, 0.3, 1);
    direction.normalize();
    const right = new THREE.Vector3().crossVectors(up, direction).normalize();
    const above = new THREE.Vector3().crossVectors(direction, right);
    // What the points at rest span in the picture, and the distance from which all of them are seen.
    const points = this.body.surface?.positions ?? new Float32Array([...low.toArray(), ...high.toArray()]);
    const stride = 3 * Math.max(1, Math.floor(points.length / 3 / 4000));
    const p = new THREE.Vector3();
    const span = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
    for (let k = 0; k + 3 <= points.length; k += stride) {
      p.fromArray(points, k);
      span.left = Math.min(span.left, p.dot(right)); span.right = Math.max(span.right, p.dot(right));
      span.low = Math.min(span.low, p.dot(above)); span.high = Math.max(span.high, p.dot(above));
    }
    const centre = new THREE.Vector3()
      .addScaledVector(right, (span.left + span.right) / 2)
      .addScaledVector(above, (span.low + span.high) / 2)
      .addScaledVector(direction, low.clone().add(high).multiplyScalar(0.5).dot(direction));
    // The room of a body is a part of the window, whose height the field of view spans.
    const [room] = this.views();
    const tan = Math.tan((this.camera.fov * Math.PI) / 360) * (room.height / this.height());
    const fill = this.split ? 0.92 : 0.82;
    const [tall, wide] = [0.78 * tan, (fill * tan * room.width) / room.height];
    let distance = size;
    for (let k = 0; k + 3 <= points.length; k += stride) {
      p.fromArray(points, k).sub(centre);
      const depth = p.dot(direction);
      distance = Math.max(distance, depth + Math.abs(p.dot(above)) / tall, depth + Math.abs(p.dot(right)) / wide);
    }
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(direction, distance);
    this.camera.near = size * 0.02;
    this.camera.far = size * 40;
    this.controls.minDistance = size * 0.15;
    this.controls.maxDistance = size * 12;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.invalidate();
  }

  /// Turns the view about the body by angles, or comes nearer by a factor.
  turn(around: number, over: number, nearer = 1): void {
    const { target } = this.controls;
    const arm = this.camera.position.clone().sub(target).divideScalar(nearer);
    const spherical = new THREE.Spherical();
    const level = new THREE.Quaternion().setFromUnitVectors(this.bounds.up, new THREE.Vector3(0, 1, 0));
    spherical.setFromVector3(arm.applyQuaternion(level));
    spherical.theta += around;
    spherical.phi += over;
    spherical.makeSafe();
    arm.setFromSpherical(spherical).applyQuaternion(level.invert());
    this.camera.position.copy(target).add(arm);
    this.controls.update();
    this.invalidate();
  }

  private height(): number {
    return this.canvas.clientHeight || 1;
  }
  private room(): { width: number; height: number } {
    return {
      width: Math.max(80, this.canvas.clientWidth - this.insets.left - this.insets.right),
      height: Math.max(80, this.height() - this.insets.top - this.insets.bottom),
    };
  }

  private resize(): void {
    const parent = this.canvas.parentElement!;
    this.renderer.setSize(parent.clientWidth, parent.clientHeight, false);
    this.invalidate();
  }

  /// Where bodies are on the canvas beside the panels, in CSS pixels: one, or two beside each other (above each other where
  /// it is tall).
  views(): Room[] {
    const { left, top } = this.insets;
    const room = this.room();
    if (!this.split) return [{ x: left, y: top, ...room, body: this.body }];
    const tall = room.height > 1.1 * room.width;
    const width = room.width / (tall ? 1 : 2), height = room.height / (tall ? 2 : 1);
    return [
      { x: left, y: top, width, height, body: this.body },
      { x: tall ? left : left + width, y: tall ? top + height : top, width, height, body: this.rival },
    ];
  }

  /// Points the camera so that what it looks at is in the middle of a room. The picture is that of the whole canvas: a body
  /// that is pulled out of its room is not cut off.
  private aim(view: Room): void {
    const width = this.canvas.clientWidth || 1, height = this.height();
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, width / 2 - view.x - view.width / 2, height / 2 - view.y - view.height / 2, width, height);
    this.camera.updateProjectionMatrix();
  }

  private readonly loop = (now: number): void => {
    requestAnimationFrame(this.loop);
    if (this.controls.enabled) this.controls.update();
    this.follow(now);
    const moving = this.onTick(now);
    if (!moving && !this.dirty) return;
    this.dirty = false;
    this.draw();
    this.onDrawn(now);
  };

  draw(): void {
    const { renderer } = this;
    // A software renderer draws the shadow of every fourth picture only.
    if (this.body.surface && (!this.software || this.drawn % 4 === 0)) this.shadow.update(renderer, this.body);
    this.drawn++;
    renderer.setViewport(0, 0, this.canvas.clientWidth, this.height());
    renderer.clear();
    const slice = this.slice.group.visible;
    for (const view of this.views()) {
      this.aim(view);
      this.body.group.visible = view.body === this.body;
      this.rival.group.visible = view.body === this.rival;
      this.slice.group.visible = slice && view.body === this.body;
      renderer.render(this.scene, this.camera);
    }
    this.slice.group.visible = slice;
    this.body.group.visible = true;
  }

  /// A picture of what is seen beside the panel, with a transparent backdrop, at two pixels or more for one.
  async snapshot(): Promise<Blob> {
    const { renderer, canvas } = this;
    const { left, right, top, bottom } = this.insets;
    const before = renderer.getPixelRatio();
    const ratio = Math.max(before, 2);
    renderer.setPixelRatio(ratio);
    this.draw();
    const [width, height] = [canvas.clientWidth - left - right, this.height() - top - bottom].map((x) => Math.max(1, Math.round(ratio * x)));
    const picture = document.createElement("canvas");
    [picture.width, picture.height] = [width, height];
    picture.getContext("2d")!.drawImage(canvas, ratio * left, ratio * top, width, height, 0, 0, width, height);
    renderer.setPixelRatio(before);
    this.invalidate();
    return new Promise((resolve, reject) => picture.toBlob((b) => (b ? resolve(b) : reject(new Error("no picture"))), "image/png"));
  }

  ray(event: { clientX: number; clientY: number }): { ray: THREE.Ray; body: BodyView } {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const views = this.views();
    const view = views.find((v) => x >= v.x && x < v.x + v.width && y >= v.y && y < v.y + v.height) ?? views[0];
    this.aim(view);
    this.raycaster.setFromCamera(new THREE.Vector2((x / box.width) * 2 - 1, 1 - (y / box.height) * 2), this.camera);
    return { ray: this.raycaster.ray.clone(), body: view.body };
  }

  /// Where a point of space is on the page, in CSS pixels from the canvas's corner.
  project(at: THREE.Vector3): { x: number; y: number } {
    this.aim(this.views()[0]);
    const p = at.clone().project(this.camera);
    return { x: ((p.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - p.y) / 2) * this.height() };
  }

  /// The size of a pixel at a point of space.
  pixel(at: THREE.Vector3): number {
    return (2 * Math.tan((this.camera.fov * Math.PI) / 360) * this.camera.position.distanceTo(at)) / this.height();
  }

  private pointer(event: PointerEvent, pick = true): Pointer {
    const { ray, body } = this.ray(event);
    return { id: event.pointerId, ray, hit: pick ? body.pick(ray) : null, event };
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (!this.tool || event.button > 0 || event.altKey || this.busy.size > 3) return;
    // A second finger beside one that turns the camera belongs to the camera.
    if (event.pointerType === "touch" && !event.isPrimary && this.busy.size === 0) return;
    const pointer = this.pointer(event);
    if (!this.tool.down(pointer)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.busy.set(event.pointerId, this.tool);
    this.controls.enabled = false;
    try { this.canvas.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone already */ }
    this.canvas.focus({ preventScroll: true });
    this.invalidate();
  };

  private readonly onMove = (event: PointerEvent): void => {
    const busy = this.busy.has(event.pointerId);
    if (busy) event.stopImmediatePropagation();
    // Moves are looked at once per picture.
    if (busy || (event.buttons === 0 && this.tool)) this.moves.set(event.pointerId, event);
  };

  private onRawMove(event: PointerEvent): void {
    const tool = this.busy.get(event.pointerId);
    if (tool && !tool.aims) tool.move?.(this.pointer(event, false));
  }

  private follow(now: number): void {
    for (const [id, event] of this.moves) {
      const tool = this.busy.get(id);
      if (tool) {
        tool.move?.(this.pointer(event, tool.aims ?? false));
        this.invalidate();
      } else if (this.tool && now - this.hovered > (this.tool.aims ? 0 : 120)) {
        this.hovered = now;
        const pointer = this.pointer(event);
        this.canvas.style.cursor = pointer.hit ? (this.tool.cursor ?? "default") : "grab";
        this.tool.hover?.(pointer);
      } else {
        continue;
      }
      this.moves.delete(id);
    }
  }

  private readonly onUp = (event: PointerEvent): void => {
    const tool = this.busy.get(event.pointerId);
    if (!tool) return;
    event.stopImmediatePropagation();
    this.busy.delete(event.pointerId);
    this.moves.delete(event.pointerId);
    tool.up?.(this.pointer(event, false));
    if (this.busy.size === 0) this.controls.enabled = true;
    this.invalidate();
  };
}

/// Does the processor draw, for want of a graphics card?
function isSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/// A floor of faint lines that fades out.
function floorMaterial(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    transparent: true, depthWrite: false, uniforms: { uDark: { value: 0 } },
    vertexShader: "varying vec2 vAt; void main() { vAt = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
    fragmentShader: /* glsl */ `
      uniform float uDark; varying vec2 vAt;
      void main() {
        float fade = 1.0 - smoothstep(0.35, 1.0, length(vAt));
        vec2 g = abs(fract(vAt * 8.0 - 0.5) - 0.5) / fwidth(vAt * 8.0);
        float line = 1.0 - min(min(g.x, g.y), 1.0);
        gl_FragColor = vec4(vec3(mix(0.25, 0.85, uDark)), fade * (0.05 + 0.16 * line));
      }`,
  });
}
