/** Names of joints beside them, of one size at any distance. */

import * as THREE from "three";

/** Height of letters as a part of the picture's. */
const HEIGHT = 0.03;
const PIXELS = 40;

/** A text that faces whoever looks, legible on light and dark. @param {string} text @returns {any} */
export function label(text) {
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const font = `600 ${PIXELS * 0.7}px system-ui, sans-serif`;
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(text).width) + 24;
  canvas.height = PIXELS;
  pen.font = font;
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 6;
  pen.strokeStyle = "rgba(255, 255, 255, 0.9)";
  pen.fillStyle = "#10151c";
  pen.strokeText(text, 18, PIXELS / 2);
  pen.fillText(text, 18, PIXELS / 2);
  const map = new THREE.CanvasTexture(canvas);
  map.colorSpace = THREE.SRGBColorSpace;
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map, depthTest: false, sizeAttenuation: false }));
  sprite.center.set(0, 0.5);
  sprite.scale.set((HEIGHT * canvas.width) / canvas.height, HEIGHT, 1);
  sprite.renderOrder = 10;
  return sprite;
}
