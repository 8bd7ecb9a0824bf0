/// The soft shadow under (or, of planar bodies, behind) the body: it is drawn as seen from the floor, the nearer
/// the darker, then blurred.

import * as THREE from "three";
import type { BodyView } from "./body";
import { shadowMaterial } from "./shading";

const SIDE = 256;

export class ContactShadow {
  readonly plane: THREE.Mesh<THREE.PlaneGeometry, THREE.MeshBasicMaterial>;
  private readonly camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly first = target();
  private readonly second = target();
  private readonly blur: THREE.ShaderMaterial;
  private readonly quad: THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial>;
  private readonly quadScene = new THREE.Scene();
  private readonly quadCamera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly scene = new THREE.Scene();
  private readonly fade = { value: new THREE.Vector4(0, 1, 0, 2.2) };
  private readonly materials = new Map<BodyView, THREE.ShaderMaterial>();

  constructor() {
    this.plane = new THREE.Mesh(
      new THREE.PlaneGeometry(1, 1),
      new THREE.MeshBasicMaterial({ map: this.first.texture, transparent: true, depthWrite: false, opacity: 0.5, side: THREE.DoubleSide, toneMapped: false }),
    );
    this.plane.renderOrder = -1;
    this.blur = new THREE.ShaderMaterial({
      uniforms: { map: { value: null }, step: { value: new THREE.Vector2() } },
      vertexShader: "varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }",
      fragmentShader: /* glsl */ `
        uniform sampler2D map; uniform vec2 step; varying vec2 vUv;
        void main() {
          float sum = 0.0, total = 0.0;
          for (int k = -7; k <= 7; k++) {
            float w = exp(-float(k * k) / 22.0);
            sum += w * texture2D(map, vUv + float(k) * step).a;
            total += w;
          }
          gl_FragColor = vec4(0.0, 0.0, 0.0, sum / total);
        }`,
      blending: THREE.NoBlending, depthTest: false, depthWrite: false,
    });
    this.quad = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.blur);
    this.quad.frustumCulled = false;
    this.quadScene.add(this.quad);
  }

  /// Puts the plane below the body, by a share of its size: `up` is the axis it stands along, or z for planar bodies.
  place(low: THREE.Vector3, high: THREE.Vector3, up: THREE.Vector3, planar: boolean, below: number): void {
    const centre = low.clone().add(high).multiplyScalar(0.5);
    const extent = high.clone().sub(low);
    const size = extent.length();
    const axis = planar ? new THREE.Vector3(0, 0, 1) : up;
    const floor = centre.clone().addScaledVector(axis, low.dot(axis) - centre.dot(axis) - (planar ? 0.04 : below) * size);
    const width = 1.5 * size;
    this.plane.position.copy(floor);
    if (planar) this.plane.position.x += 0.015 * size, this.plane.position.y -= 0.025 * size;
    this.plane.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), axis);
    this.plane.scale.set(width, -width, width);
    this.camera.left = this.camera.bottom = -width / 2;
    this.camera.right = this.camera.top = width / 2;
    this.camera.near = 0;
    this.camera.far = 2 * size;
    // From below, so that the nearest to the floor is what is seen; this turns the picture over.
    this.camera.position.copy(floor).addScaledVector(axis, -0.01 * size);
    this.camera.quaternion.copy(this.plane.quaternion).multiply(new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(1, 0, 0), Math.PI));
    this.camera.updateProjectionMatrix();
    this.fade.value.set(axis.x, axis.y, axis.z, planar ? 0 : 2.6);
  }

  update(renderer: THREE.WebGLRenderer, body: BodyView): void {
    let material = this.materials.get(body);
    if (!material) this.materials.set(body, (material = shadowMaterial(body.uniforms, this.fade)));
    const parent = body.mesh.parent!;
    const kept = body.mesh.material;
    body.mesh.material = material;
    this.scene.add(body.mesh);
    renderer.setRenderTarget(this.first);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    body.mesh.material = kept;
    parent.add(body.mesh);
    for (const spread of [1.1, 2.6]) {
      this.pass(renderer, this.first, this.second, spread / SIDE, 0);
      this.pass(renderer, this.second, this.first, 0, spread / SIDE);
    }
    renderer.setRenderTarget(null);
  }

  private pass(renderer: THREE.WebGLRenderer, from: THREE.WebGLRenderTarget, to: THREE.WebGLRenderTarget, x: number, y: number): void {
    this.blur.uniforms.map.value = from.texture;
    this.blur.uniforms.step.value.set(x, y);
    renderer.setRenderTarget(to);
    renderer.render(this.quadScene, this.quadCamera);
  }
}

function target(): THREE.WebGLRenderTarget {
  return new THREE.WebGLRenderTarget(SIDE, SIDE, { depthBuffer: true });
}
