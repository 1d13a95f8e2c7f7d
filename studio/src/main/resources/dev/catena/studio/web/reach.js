/**
 * Picking and dragging: a click picks the joint of a body, a drag takes the point under the pointer along, and with Alt only
 * the body's own joint turns. While a simulation runs, a drag pulls.
 */

import * as THREE from "three";
import { PointSearch } from "studio/search.js";

/** @typedef {import("studio/state.js").State} State */
/** @typedef {import("studio/scene.js").Scene} Scene */
/** @typedef {import("studio/figure.js").Figure} Figure */

export class Reach {
  /**
   * @param {State} state
   * @param {Scene} scene
   * @param {Figure} figure
   * @param {import("studio/simulate.js").SimulatePanel} simulate
   * @param {import("studio/overlays.js").Overlays} overlays
   */
  constructor(state, scene, figure, simulate, overlays) {
    this.state = state;
    this.simulate = simulate;
    this.overlays = overlays;
    this.scene = scene;
    this.figure = figure;
    this.search = new PointSearch(state, figure.scale / 4);
    this.ray = new THREE.Raycaster();
    this.plane = new THREE.Plane();
    /** @type {{body: number, pointInBody: number[], moved: boolean, alone: boolean} | null} */
    this.drag = null;
    const canvas = scene.canvas;
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", () => this.up());
    canvas.addEventListener("pointercancel", () => this.up());
  }

  /** @param {PointerEvent} event */
  aim(event) {
    const box = this.scene.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(
      (2 * (event.clientX - box.left)) / box.width - 1,
      1 - (2 * (event.clientY - box.top)) / box.height,
    );
    this.ray.setFromCamera(at, this.scene.camera);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) {
      return;
    }
    this.aim(event);
    const hit = this.ray.intersectObjects(this.figure.bodies, true)[0];
    if (!hit) {
      return;
    }
    let group = hit.object;
    while (group.userData.body === undefined) {
      group = group.parent;
    }
    const body = group.userData.body;
    const joint = this.jointOf(body);
    if (joint < 0 && !(this.simulate.running && this.state.robot.base)) {
      return;
    }
    this.scene.controls.enabled = false;
    this.scene.canvas.setPointerCapture(event.pointerId);
    this.state.pick(joint);
    const inverse = group.matrix.clone().invert();
    this.drag = {
      body,
      pointInBody: hit.point.clone().applyMatrix4(inverse).toArray(),
      moved: false,
      alone: event.altKey,
    };
    const normal = this.scene.camera.getWorldDirection(new THREE.Vector3());
    this.plane.setFromNormalAndCoplanarPoint(normal, hit.point);
  }

  /** The joint that moves a body: its own, or that of what it is welded to. @param {number} body */
  jointOf(body) {
    const all = this.state.robot.description.joints;
    for (let joint = all.find((j) => j.child === body); joint; joint = all.find((j) => j.child === joint?.parent)) {
      if (joint.coordinate >= 0) {
        return joint.coordinate;
      }
    }
    return -1;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.drag && event.buttons & 1) {
      this.aim(event);
      const target = this.ray.ray.intersectPlane(this.plane, new THREE.Vector3());
      if (target) {
        this.drag.moved = true;
        if (this.simulate.running) {
          const { body, pointInBody: point } = this.drag;
          this.pull({ body, point, target: target.toArray() });
          return;
        }
        this.toward(this.drag.body, this.drag.pointInBody, target.toArray(), this.drag.alone);
      }
    }
  }

  /** A body that moves by itself is pulled. @param {import("studio/pushing.js").Pull | null} pull */
  pull(pull) {
    this.overlays.pull = pull;
    this.simulate.pull(pull);
  }

  up() {
    if (this.overlays.pull) {
      this.pull(null);
      this.overlays.update();
      this.scene.draw();
    }
    this.drag = null;
    this.scene.controls.enabled = true;
  }

  /**
   * Leads a point of a body toward a place, within position limits.
   * @param {number} body
   * @param {number[]} pointInBody
   * @param {number[]} target
   * @param {boolean} alone whether only the joint of the body moves
   */
  toward(body, pointInBody, target, alone) {
    const { robot } = this.state;
    this.search.toward(body, pointInBody, target, alone ? this.jointOf(body) : -1);
    robot.qd.fill(0);
    robot.qdd.fill(0);
    robot.qddd.fill(0);
    this.state.forget();
    this.state.changed();
  }
}
