/**
 * The three-dimensional view: camera, light and ground. It draws when asked, and never twice between two frames. Where the
 * processor has to do what a graphics card does, pictures that move may be coarse, and edges are smoothed once they rest.
 */

import * as THREE from "three";
import { OrbitControls } from "three/OrbitControls.js";
import { notice } from "studio/dom.js";
import { isSlow } from "studio/look.js";

/** Milliseconds without a change after which a picture rests. */
const REST = 250;

/** Fewer pixels than the screen has, for pictures that move on slow machines. */
const COARSE = [1, 0.7, 0.5];

export class Scene {
  /** @param {HTMLCanvasElement} canvas @param {number[]} gravity what falls, falls down in the picture */
  constructor(canvas, gravity) {
    const up = new THREE.Vector3(-gravity[0], -gravity[1], -gravity[2]);
    if (up.length() === 0) {
      up.z = 1;
    }
    THREE.Object3D.DEFAULT_UP.copy(up.normalize());
    /** From a world whose z axis is up. */
    this.upright = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
    this.canvas = canvas;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.01, 200);
    /** @type {any} */
    this.renderer = null;
    this.slow = isSlow();
    this.rest = 0;
    /** How coarse a picture that moves is, and when and how fast the last ones came. */
    this.coarse = 0;
    this.last = 0;
    this.pace = 16;
    try {
      this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !this.slow, alpha: false, stencil: false });
    } catch {
      notice("This browser has no WebGL: numbers and plots work, the robot cannot be drawn.");
    }
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.draw());
    this.light = new THREE.DirectionalLight(0xffffff, 2.2);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8a8f98, 1.7), this.light);
    this.grid = new THREE.Group();
    this.scene.add(this.grid);
    this.size = 1;
    this.width = 1;
    this.height = 1;
    this.factor = 1;
    this.waiting = false;
    this.frames = 0;
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", () => {
      this.ground();
      this.draw();
    });
    new ResizeObserver(() => this.resize()).observe(/** @type {Element} */ (canvas.parentElement));
    this.resize();
  }

  /** Lines on the floor, about a tenth of the robot apart. */
  ground() {
    this.grid.clear();
    const decade = 10 ** Math.floor(Math.log10(this.size));
    const step = this.size / decade < 2 ? decade / 10 : this.size / decade < 5 ? decade / 5 : decade / 2;
    const half = Math.ceil((1.6 * this.size) / step);
    const lines = new THREE.GridHelper(2 * half * step, 2 * half);
    lines.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), THREE.Object3D.DEFAULT_UP);
    const material = /** @type {any} */ (lines.material);
    material.vertexColors = false;
    material.color.set(this.dark.matches ? 0x3a424d : 0xc6ccd4);
    this.renderer?.setClearColor(getComputedStyle(this.canvas).getPropertyValue("--scene").trim());
    material.needsUpdate = true;
    this.grid.add(lines);
  }

  resize() {
    const box = /** @type {Element} */ (this.canvas.parentElement).getBoundingClientRect();
    if (box.width > 0 && box.height > 0) {
      this.width = box.width;
      this.height = box.height;
      this.sharpen(1);
      this.camera.aspect = box.width / box.height;
      this.camera.updateProjectionMatrix();
      this.draw();
    }
  }

  /** How many pixels there are for one of the screen. @param {number} factor */
  sharpen(factor) {
    this.factor = factor;
    this.renderer?.setPixelRatio(factor * Math.min(this.slow ? 1 : 2, devicePixelRatio));
    this.renderer?.setSize(this.width, this.height, false);
  }

  /** Looks at a box from the front, the side and above. @param {any} box */
  fit(box) {
    const center = box.getCenter(new THREE.Vector3());
    const radius = Math.max(1e-3, box.getSize(new THREE.Vector3()).length() / 2);
    this.size = 2 * radius;
    const distance = (1.15 * radius) / Math.sin((this.camera.fov * Math.PI) / 360) / Math.min(1, this.camera.aspect);
    this.camera.near = distance / 200;
    this.camera.far = distance * 50;
    this.camera.position.copy(center).addScaledVector(this.upward(0.72, -1, 0.55).normalize(), distance);
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(center);
    this.controls.update();
    this.ground();
    this.draw();
  }

  /** A direction of a world whose z axis is up. @param {number} x @param {number} y @param {number} z */
  upward(x, y, z) {
    return new THREE.Vector3(x, y, z).applyQuaternion(this.upright);
  }

  /** Turns the camera about the target. @param {number} across @param {number} up @param {number} zoom */
  turn(across, up, zoom) {
    const arm = this.camera.position.clone().sub(this.controls.target).applyQuaternion(this.upright.clone().invert());
    const s = new THREE.Spherical().setFromVector3(new THREE.Vector3(arm.y, arm.z, arm.x));
    s.theta += across;
    s.phi = Math.min(3.1, Math.max(0.05, s.phi + up));
    s.radius *= zoom;
    const v = new THREE.Vector3().setFromSpherical(s);
    this.camera.position.copy(this.controls.target).add(this.upward(v.z, v.x, v.y));
    this.controls.update();
    this.draw();
  }

  draw() {
    if (!this.waiting) {
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.keepPace();
        this.drawNow(COARSE[this.coarse]);
        if (this.slow) {
          clearTimeout(this.rest);
          this.rest = setTimeout(() => requestAnimationFrame(() => this.waiting || this.drawNow(2)), REST);
        }
      });
    }
  }

  /** Fewer pixels where pictures come slower than 30 a second, more where there is time. */
  keepPace() {
    const now = performance.now();
    const between = now - this.last;
    this.last = now;
    if (!this.slow || between > REST) {
      return;
    }
    this.pace += 0.2 * (between - this.pace);
    if (this.pace > 33 && this.coarse < COARSE.length - 1) {
      this.coarse++;
      this.pace = 25;
    } else if (this.pace < 18 && this.coarse > 0) {
      this.coarse--;
      this.pace = 25;
    }
  }

  /** @param {number} [factor] */
  drawNow(factor = this.factor) {
    if (factor !== this.factor) {
      this.sharpen(factor);
    }
    this.light.position.copy(this.camera.position).add(this.upward(0, 0, this.size));
    this.renderer?.render(this.scene, this.camera);
    this.frames++;
  }
}
