/**
 * Picking and dragging: a click picks the joint of a body, a drag takes the point under the pointer along by damped steps
 * with the Jacobian, and with Alt only the body's own joint turns.
 */

import * as THREE from "three";
import { axes, cross, minus, moves, place, poseOf } from "studio/frames.js";
import { leastSquares } from "studio/linear.js";

/** @typedef {import("studio/state.js").State} State */
/** @typedef {import("studio/scene.js").Scene} Scene */
/** @typedef {import("studio/figure.js").Figure} Figure */

const STEPS = 12;

export class Reach {
  /** @param {State} state @param {Scene} scene @param {Figure} figure */
  constructor(state, scene, figure) {
    this.state = state;
    this.scene = scene;
    this.figure = figure;
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
    if (joint < 0) {
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
        this.toward(this.drag.body, this.drag.pointInBody, target.toArray(), this.drag.alone);
      }
    }
  }

  up() {
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
    const { robot, loops } = this.state;
    const own = this.jointOf(body);
    const movable = alone ? robot.joints.map((_, j) => j === own) : moves(robot, body);
    for (let step = 0; step < STEPS; step++) {
      robot.call("pose");
      const point = place(poseOf(robot, body), pointInBody);
      const gap = minus(target, point);
      if (Math.hypot(...gap) < 1e-6 * this.figure.scale) {
        break;
      }
      const columns = axes(robot).map(({ origin, axis, turns }, j) =>
        movable[j] ? (turns ? cross(axis, minus(point, origin)) : axis) : [0, 0, 0],
      );
      robot.joints.forEach(({ leader, factor = 1 }, j) => {
        if (leader !== undefined) {
          columns[leader] = columns[leader].map((x, k) => x + factor * columns[j][k]);
          columns[j] = [0, 0, 0];
        }
      });
      const rows = [0, 1, 2].map((k) => columns.map((column) => column[k]));
      const open = [...gap];
      if (loops.exists) {
        const gap = loops.equations.open(0);
        const { rows: slopes } = loops.equations.slopes();
        rows.push(...slopes.map((row) => loops.gathered(row).map((x) => 30 * x)));
        open.push(...gap.map((x) => -30 * x));
      }
      const dq = leastSquares(rows, open, 1e-3 * this.figure.scale ** 2);
      if (!dq) {
        break;
      }
      this.stepBy(dq);
    }
    robot.qd.fill(0);
    robot.qdd.fill(0);
    this.state.changed();
  }

  /** @param {Float64Array} dq */
  stepBy(dq) {
    const { robot } = this.state;
    const longest = Math.max(...dq.map(Math.abs));
    const scale = Math.min(1, 0.3 / longest);
    robot.joints.forEach((joint, j) => {
      const q = robot.q[j] + scale * dq[j];
      robot.q[j] = Math.min(joint.upper ?? Infinity, Math.max(joint.lower ?? -Infinity, q));
    });
    this.state.loops.follow(robot.q, true);
  }
}
