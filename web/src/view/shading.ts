/// How the body is lit: a studio with a large key light over the camera's shoulder, a cool fill, a rim and a
/// floor that throws light back; painted fields as a layer of colour; cuts as flat faces.
///
/// The vertex shader also moves the points: from a texture of rows and one of coordinates (see `reconstruct`),
/// or, where the processor has done it, from the attributes.

import * as THREE from "three";

export interface BodyUniforms extends Record<string, THREE.IUniform> {
  uRowsOn: THREE.IUniform<boolean>;
  uRest: THREE.IUniform<THREE.DataTexture | null>;
  uRows: THREE.IUniform<THREE.DataTexture | null>;
  uZ: THREE.IUniform<THREE.DataTexture | null>;
  uShape: THREE.IUniform<THREE.Vector4>;
  uFieldMode: THREE.IUniform<number>;
  uFade: THREE.IUniform<number>;
  uClipOn: THREE.IUniform<boolean>;
  uClip: THREE.IUniform<THREE.Vector4>;
  uUp: THREE.IUniform<THREE.Vector3>;
  uLow: THREE.IUniform<number>;
  uSize: THREE.IUniform<number>;
  uPlanar: THREE.IUniform<boolean>;
  uMap: THREE.IUniform<THREE.Texture | null>;
  uMapOn: THREE.IUniform<boolean>;
  uDark: THREE.IUniform<number>;
}

export function bodyUniforms(): BodyUniforms {
  return {
    uRowsOn: { value: false },
    uRest: { value: null },
    uRows: { value: null },
    uZ: { value: null },
    uShape: { value: new THREE.Vector4() },
    uFieldMode: { value: 0 },
    uFade: { value: 0 },
    uClipOn: { value: false },
    uClip: { value: new THREE.Vector4(1, 0, 0, 0) },
    uUp: { value: new THREE.Vector3(0, 1, 0) },
    uLow: { value: 0 },
    uSize: { value: 1 },
    uPlanar: { value: false },
    uMap: { value: null },
    uMapOn: { value: false },
    uDark: { value: 0 },
  };
}

/// `uShape`: width of a row in texels, blocks of coordinates, dimension, unused.
const MOVE = /* glsl */ `
uniform bool uRowsOn;
uniform highp sampler2D uRest;
uniform highp sampler2D uRows;
uniform highp sampler2D uZ;
uniform vec4 uShape;
attribute vec2 neighbours;
attribute vec3 coefficients;

vec4 fetch(highp sampler2D s, int t) {
  int w = textureSize(s, 0).x;
  return texelFetch(s, ivec2(t % w, t / w), 0);
}
vec3 place(int i) {
  vec3 x = fetch(uRest, i).xyz;
  int width = int(uShape.x);
  int dim = int(uShape.z);
  if (uShape.y < 1.5) {
    for (int c = 0; c < dim; c++) {
      float sum = 0.0;
      int at = (i * dim + c) * width;
      for (int k = 0; k < width; k++) sum += dot(fetch(uRows, at + k), texelFetch(uZ, ivec2(k, 0), 0));
      x[c] += sum;
    }
  } else {
    for (int k = 0; k < width; k++) {
      vec4 row = fetch(uRows, i * width + k);
      for (int c = 0; c < dim; c++) x[c] += dot(row, texelFetch(uZ, ivec2(c * width + k, 0), 0));
    }
  }
  return x;
}
void move(out vec3 x, out vec3 n) {
  x = position;
  n = normal;
  if (!uRowsOn) return;
  x = place(gl_VertexID);
  int a = int(neighbours.x);
  int b = int(neighbours.y);
  if (a == b) return;
  vec3 p = place(a) - x;
  vec3 q = place(b) - x;
  vec3 c = cross(p, q);
  n = normalize(coefficients.x * p + coefficients.y * q + coefficients.z * c / max(length(c), 1e-20));
}
`;

const VERTEX = /* glsl */ `
${MOVE}
attribute vec3 tint;
attribute float field;
attribute vec2 texcoord;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vView;
varying vec3 vTint;
varying float vField;
varying vec2 vTexcoord;
void main() {
  vec3 x, n;
  move(x, n);
  vNormal = n;
  vec4 world = modelMatrix * vec4(x, 1.0);
  vWorld = world.xyz;
  vec4 view = viewMatrix * world;
  vView = -view.xyz;
  vTint = tint;
  vField = field;
  vTexcoord = texcoord;
  gl_Position = projectionMatrix * view;
}
`;

const FRAGMENT = /* glsl */ `
uniform int uFieldMode;
uniform float uFade;
uniform bool uClipOn;
uniform vec4 uClip;
uniform vec3 uUp;
uniform float uLow;
uniform float uSize;
uniform bool uPlanar;
uniform sampler2D uMap;
uniform bool uMapOn;
uniform float uDark;
varying vec3 vNormal;
varying vec3 vWorld;
varying vec3 vView;
varying vec3 vTint;
varying float vField;
varying vec2 vTexcoord;

vec3 linear(vec3 c) { return pow(c, vec3(2.2)); }

// Forces: amber to coral to crimson.
vec3 warm(float t) {
  vec3 a = vec3(1.0, 0.72, 0.26), b = vec3(0.97, 0.36, 0.2), c = vec3(0.74, 0.06, 0.24);
  return linear(t < 0.5 ? mix(a, b, t * 2.0) : mix(b, c, t * 2.0 - 1.0));
}
// Stiffness: sand to teal to indigo.
vec3 cool(float t) {
  vec3 a = vec3(0.96, 0.88, 0.72), b = vec3(0.2, 0.66, 0.65), c = vec3(0.2, 0.2, 0.55);
  return linear(t < 0.5 ? mix(a, b, t * 2.0) : mix(b, c, t * 2.0 - 1.0));
}

void main() {
  if (uClipOn && dot(vWorld, uClip.xyz) > uClip.w) discard;
  vec3 albedo = linear(vTint);
  if (uMapOn) albedo *= texture2D(uMap, vTexcoord).rgb;
  float grey = dot(albedo, vec3(0.3, 0.59, 0.11));
  albedo = mix(albedo, vec3(0.34 + 0.36 * grey), uFade);
  if (uFieldMode == 1) albedo = mix(albedo, warm(clamp(vField, 0.0, 1.0)), smoothstep(0.015, 0.3, vField) * 0.94);
  else if (uFieldMode == 2) albedo = mix(albedo, cool(clamp(vField, 0.0, 1.0)), 0.88);
  else if (uFieldMode == 3) albedo = mix(albedo, linear(vec3(0.2, 0.45, 0.95)), smoothstep(0.3, 0.7, vField) * 0.85);
  else if (uFieldMode == 4) {
    // Weights of either sign.
    vec3 pole = vField > 0.0 ? linear(vec3(0.95, 0.4, 0.24)) : linear(vec3(0.2, 0.45, 0.9));
    albedo = mix(albedo, pole, smoothstep(0.02, 0.9, abs(vField)));
  }

  vec3 view = normalize(vView);
  vec3 world = normalize(vNormal);
  vec3 n = normalize(mat3(viewMatrix) * world);
  bool cut = !gl_FrontFacing && uClipOn;
  vec3 colour;
  if (cut) {
    // What is seen through a cut is the inside of the far wall: show it as the face of the cut.
    vec3 ray = normalize(vWorld - cameraPosition);
    float s = (uClip.w - dot(cameraPosition, uClip.xyz)) / dot(ray, uClip.xyz);
    vec3 p = cameraPosition + s * ray;
    float stripes = sin(dot(p, vec3(1.0, 1.0, 1.0)) / uSize * 260.0);
    colour = mix(vec3(0.86, 0.45, 0.32), vec3(0.93, 0.58, 0.43), smoothstep(-0.15, 0.15, stripes)) * 0.9;
  } else if (uPlanar) {
    colour = albedo * 1.02;
  } else {
    if (!gl_FrontFacing) { n = -n; world = -world; }
    float up = dot(world, uUp);
    vec3 sky = mix(vec3(0.56, 0.6, 0.68), vec3(0.34, 0.38, 0.48), uDark);
    vec3 ground = mix(vec3(0.34, 0.3, 0.27), vec3(0.12, 0.12, 0.14), uDark);
    vec3 light = mix(ground, sky, 0.5 + 0.5 * up);
    vec3 key = normalize(vec3(-0.55, 0.75, 0.65));
    float wrap = clamp((dot(n, key) + 0.3) / 1.3, 0.0, 1.0);
    light += vec3(1.0, 0.955, 0.89) * 0.82 * wrap * wrap * (3.0 - 2.0 * wrap);
    light += vec3(0.55, 0.66, 0.9) * 0.2 * clamp(dot(n, normalize(vec3(0.9, 0.1, 0.35))), 0.0, 1.0);
    // Corners near the floor get less light.
    float height = clamp((dot(vWorld, uUp) - uLow) / (0.22 * uSize), 0.0, 1.0);
    light *= mix(0.72 + 0.2 * clamp(up, 0.0, 1.0), 1.0, height);
    // A little light comes through thin, saturated parts at the terminator.
    colour = albedo * light + albedo * albedo * 0.16 * (1.0 - wrap) * wrap * 4.0;
    vec3 h = normalize(key + view);
    float facing = 1.0 - clamp(dot(n, view), 0.0, 1.0);
    float fresnel = facing * facing * facing;
    colour += vec3(1.0, 0.98, 0.95) * (0.13 * pow(clamp(dot(n, h), 0.0, 1.0), 46.0) + 0.035 * pow(clamp(dot(n, h), 0.0, 1.0), 8.0));
    colour += mix(vec3(0.62, 0.7, 0.85), vec3(0.5, 0.62, 0.9), uDark) * fresnel * (0.16 + 0.2 * uDark) * (0.45 + 0.55 * clamp(up + 0.3, 0.0, 1.0));
  }
  colour = colour * (1.0 + colour * 0.12) / (1.0 + colour * 0.32);
  gl_FragColor = vec4(colour, 1.0);
  #include <colorspace_fragment>
}
`;

export function bodyMaterial(uniforms: BodyUniforms): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT, side: THREE.DoubleSide,
    polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  });
}

export function wireMaterial(uniforms: BodyUniforms): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms, wireframe: true, transparent: true, depthWrite: false,
    vertexShader: VERTEX,
    fragmentShader: /* glsl */ `
      uniform bool uClipOn; uniform vec4 uClip; uniform float uDark;
      varying vec3 vWorld;
      void main() {
        if (uClipOn && dot(vWorld, uClip.xyz) > uClip.w) discard;
        gl_FragColor = vec4(vec3(mix(0.02, 0.0, uDark)), mix(0.26, 0.4, uDark));
      }`,
  });
}

/// The body as seen from the floor: the nearer, the darker.
export function shadowMaterial(uniforms: BodyUniforms, fade: THREE.IUniform<THREE.Vector4>): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms: { ...uniforms, uShadow: fade }, side: THREE.DoubleSide,
    vertexShader: /* glsl */ `
      ${MOVE}
      varying vec3 vWorld;
      void main() {
        vWorld = uRowsOn ? place(gl_VertexID) : position;
        gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec4 uShadow; // axis away from the shadow's plane; what it is there, over the reach
      uniform float uLow; uniform float uSize; uniform bool uClipOn; uniform vec4 uClip;
      varying vec3 vWorld;
      void main() {
        if (uClipOn && dot(vWorld, uClip.xyz) > uClip.w) discard;
        float h = clamp((dot(vWorld, uShadow.xyz) - uLow) * uShadow.w / uSize, 0.0, 1.0);
        gl_FragColor = vec4(0.0, 0.0, 0.0, (1.0 - h) * (1.0 - h));
      }`,
    blending: THREE.NoBlending,
  });
}
