/** Surfaces of bodies: with highlights where there is a graphics card, without where the processor computes pixels. */

import * as THREE from "three";

/** Whether the processor computes pixels, for lack of a graphics card. */
export function isSlow() {
  const gl = document.createElement("canvas").getContext("webgl2");
  const told = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = told ? String(gl?.getParameter(told.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** @type {boolean | undefined} */
let plain;

/** Of how many flat pieces something round is made. @param {number} count */
export function pieces(count) {
  plain ??= isSlow();
  return plain ? Math.ceil(count / 2) : count;
}

/** @param {Record<string, any>} properties color and others of a material */
export function surface(properties) {
  plain ??= isSlow();
  return plain
    ? new THREE.MeshLambertMaterial(properties)
    : new THREE.MeshStandardMaterial({ roughness: 0.62, metalness: 0.05, ...properties });
}
