/// Modes in motion, small: each is drawn as a strip of pictures once, by a small renderer of its own, and the strips
/// are then played.

import * as THREE from "three";
import { useEffect, useRef } from "preact/hooks";
import type { Shapes, Surface } from "../core/protocol";
import type { Bounds } from "../view/viewer";

const SIDE = 112;

interface Strip { pictures: HTMLCanvasElement[] }

class Painter {
  private readonly renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(26, 1, 0.01, 100);
  private readonly swing = { value: 0 };
  private readonly signed = { value: false };
  private readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private shapes: Shapes | null = null;
  private surface: Surface | null = null;
  private strips: (Strip | undefined)[] = [];
  private waiting: number[] = [];
  private running = false;
  frames = 12;

  constructor() {
    this.renderer.setSize(SIDE, SIDE, false);
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.ShaderMaterial({
      side: THREE.DoubleSide,
      uniforms: { uSwing: this.swing, uSigned: this.signed, uPlanar: { value: false } },
      vertexShader: /* glsl */ `
        uniform float uSwing; uniform bool uSigned;
        attribute vec3 shape; attribute vec3 tint;
        varying vec3 vNormal; varying vec3 vTint; varying float vShape;
        void main() {
          vec3 x = position + (uSigned ? vec3(0.0) : uSwing * shape);
          vNormal = normalMatrix * normal;
          vTint = tint;
          vShape = uSigned ? shape.x : length(shape);
          gl_Position = projectionMatrix * modelViewMatrix * vec4(x, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform bool uSigned; uniform bool uPlanar;
        varying vec3 vNormal; varying vec3 vTint; varying float vShape;
        void main() {
          vec3 n = normalize(vNormal) * (gl_FrontFacing ? 1.0 : -1.0);
          float light = uPlanar ? 1.0 : 0.46 + 0.64 * clamp(dot(n, normalize(vec3(-0.5, 0.8, 0.6))), -0.2, 1.0) + 0.1 * n.z;
          vec3 c = vTint;
          if (uSigned) c = mix(vec3(0.86, 0.86, 0.88), vShape > 0.0 ? vec3(0.95, 0.4, 0.24) : vec3(0.25, 0.45, 0.9), smoothstep(0.02, 0.9, abs(vShape)));
          gl_FragColor = vec4(c * light, 1.0);
        }`,
    }));
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
  }

  set(surface: Surface, shapes: Shapes, bounds: Bounds, software: boolean): void {
    if (shapes === this.shapes) return;
    this.shapes = shapes;
    this.frames = shapes.dim === 1 ? 1 : software ? 5 : 14;
    this.strips = [];
    this.waiting = [];
    if (surface !== this.surface) {
      this.surface = surface;
      this.mesh.geometry.dispose();
      const g = (this.mesh.geometry = new THREE.BufferGeometry());
      g.setIndex(new THREE.BufferAttribute(surface.faces, 1));
      g.setAttribute("position", new THREE.BufferAttribute(surface.positions, 3));
      g.setAttribute("normal", new THREE.BufferAttribute(surface.normals, 3));
      const tint = new Float32Array(3 * surface.count);
      for (let i = 0; i < surface.count; i++) for (let c = 0; c < 3; c++) tint[3 * i + c] = surface.colours ? surface.colours[4 * i + c] / 255 : 0.76;
      g.setAttribute("tint", new THREE.BufferAttribute(tint, 3));
    }
    this.mesh.material.uniforms.uPlanar.value = bounds.planar;
    const centre = bounds.low.clone().add(bounds.high).multiplyScalar(0.5);
    const direction = (bounds.planar ? new THREE.Vector3(0, 0, 1) : bounds.up.z > 0.5 ? new THREE.Vector3(0.5, -1, 0.4) : new THREE.Vector3(0.46, 0.3, 1)).normalize();
    const reach = bounds.high.clone().sub(bounds.low).length();
    this.signed.value = shapes.dim === 1;
    this.amplitude = 0.12 * bounds.size;
    this.camera.up.copy(bounds.up);
    this.camera.position.copy(centre).add(direction);
    this.camera.lookAt(centre);
    this.camera.position.copy(centre).addScaledVector(direction, this.distance(bounds, centre));
    this.camera.near = 0.2 * reach;
    this.camera.far = 8 * reach;
    this.camera.updateProjectionMatrix();
  }
  private amplitude = 0.1;

  /// How far the camera stands off for the box around the body to be seen whole, also when it swings.
  private distance({ low, high }: Bounds, centre: THREE.Vector3): number {
    const turn = this.camera.quaternion.clone().invert();
    const half = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    const swing = this.signed.value ? 0 : this.amplitude;
    let far = 0;
    for (let k = 0; k < 8; k++) {
      const corner = new THREE.Vector3(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z).sub(centre).applyQuaternion(turn);
      far = Math.max(far, (Math.max(Math.abs(corner.x), Math.abs(corner.y)) + swing) / half + corner.z + swing);
    }
    return 1.03 * far;
  }

  strip(mode: number): Strip | null {
    const strip = this.strips[mode];
    if (strip) return strip;
    if (!this.waiting.includes(mode)) this.waiting.push(mode);
    if (!this.running) { this.running = true; setTimeout(this.work, 0); }
    return null;
  }
  /// Nobody looks at the mode any more.
  forget(mode: number): void {
    this.waiting = this.waiting.filter((other) => other !== mode);
  }
  /// One strip at a time, and a picture of the page between them, so that it stays responsive.
  private readonly work = (): void => {
    const mode = this.waiting.shift();
    if (mode === undefined || !this.shapes || !this.surface) { this.running = false; return; }
    this.strips[mode] = this.film(mode);
    requestAnimationFrame(() => setTimeout(this.work, 4));
  };
  private film(mode: number): Strip {
    const { dim, count, values } = this.shapes!;
    const shape = new Float32Array(3 * count);
    const at = mode * dim * count;
    for (let i = 0; i < count; i++) for (let c = 0; c < dim; c++) shape[3 * i + c] = values[at + dim * i + c] / 32767;
    this.mesh.geometry.setAttribute("shape", new THREE.BufferAttribute(shape, 3));
    const pictures: HTMLCanvasElement[] = [];
    for (let k = 0; k < this.frames; k++) {
      this.swing.value = this.frames === 1 ? 0 : this.amplitude * Math.sin(-Math.PI / 2 + (Math.PI * k) / (this.frames - 1));
      this.renderer.render(this.scene, this.camera);
      const picture = document.createElement("canvas");
      picture.width = picture.height = SIDE;
      picture.getContext("2d")!.drawImage(this.renderer.domElement, 0, 0);
      pictures.push(picture);
    }
    return { pictures };
  }
}

let painter: Painter | null = null;

export function Thumbnail({ mode, surface, shapes, bounds, software }: { mode: number; surface: Surface; shapes: Shapes; bounds: Bounds; software: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    painter ??= new Painter();
    painter.set(surface, shapes, bounds, software);
    const context = canvas.current!.getContext("2d")!;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let shown = -1;
    let request = 0;
    const loop = (now: number) => {
      request = requestAnimationFrame(loop);
      const strip = painter!.strip(mode);
      if (!strip) return;
      const n = strip.pictures.length;
      const swing = 0.5 - 0.5 * Math.cos(now / 420 + mode * 0.7);
      const k = calm || n === 1 ? n - 1 : Math.min(n - 1, Math.round((Math.acos(1 - 2 * swing) / Math.PI) * (n - 1)));
      if (k === shown) return;
      shown = k;
      context.clearRect(0, 0, SIDE, SIDE);
      context.drawImage(strip.pictures[k], 0, 0);
    };
    request = requestAnimationFrame(loop);
    return () => { cancelAnimationFrame(request); painter!.forget(mode); };
  }, [mode, shapes, surface]);
  return <canvas ref={canvas} width={SIDE} height={SIDE} aria-hidden="true" />;
}
