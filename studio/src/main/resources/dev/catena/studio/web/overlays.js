/** What can be shown over the robot: axes, frames, mass centers, inertia ellipsoids, limits, motors, the picked wrench. */

import * as THREE from "three";
import { axes, minus, place, poseOf, times, turn } from "studio/frames.js";
import { matrix } from "studio/figure.js";
import { boxSizes, principal } from "studio/inertia.js";
import { label } from "studio/names.js";

/** @typedef {import("studio/state.js").State} State */
/** @typedef {import("studio/figure.js").Figure} Figure */

/** @param {number[]} v @returns {any} */
const vector = (v) => new THREE.Vector3(v[0], v[1], v[2]);

/** @param {number} color @param {number} [opacity] */
const flat = (color, opacity = 1) =>
  new THREE.MeshBasicMaterial({ color, transparent: opacity < 1, opacity, depthTest: opacity === 1 });

export class Overlays {
  /** @param {State} state @param {Figure} figure */
  constructor(state, figure) {
    this.state = state;
    this.figure = figure;
    this.group = new THREE.Group();
    /** @type {Record<string, any>} */
    this.layers = {};
    for (const name of ["axes", "frames", "centers", "ellipsoids", "limits", "motors", "wrench", "names"]) {
      this.layers[name] = new THREE.Group();
      this.layers[name].visible = name === "wrench";
      this.group.add(this.layers[name]);
    }
    const size = figure.scale;
    state.robot.bodies.forEach((body, b) => this.addBody(body, b, size));
    this.axisLines = axes(state.robot).map(() => {
      const line = new THREE.Mesh(new THREE.CylinderGeometry(0.006 * size, 0.006 * size, 0.3 * size, 10), flat(0x1f6feb));
      this.layers.axes.add(line);
      return line;
    });
    this.arcs = state.robot.joints.map(() => {
      const arc = new THREE.Group();
      this.layers.limits.add(arc);
      return arc;
    });
    this.rings = state.robot.joints.map((joint) => this.ring(joint, size));
    /** @type {import("studio/pushing.js").Pull | null} */
    this.pull = null;
    this.pullArrow = new THREE.ArrowHelper(new THREE.Vector3(0, 0, 1), new THREE.Vector3(), 1, 0xe07b39);
    this.pullArrow.visible = false;
    this.group.add(this.pullArrow);
    this.force = this.arrow(0xd1242f);
    this.moment = this.arrow(0x8250df);
    this.exaggeration = 1;
  }

  /** @param {any} body @param {number} b @param {number} size */
  addBody(body, b, size) {
    const frame = new THREE.AxesHelper(0.11 * size);
    frame.matrixAutoUpdate = false;
    frame.userData.body = b;
    this.layers.frames.add(frame);
    if (body.mass > 0) {
      const center = new THREE.Mesh(new THREE.SphereGeometry(0.016 * size, 16, 10), flat(0xf5c518, 0.95));
      center.userData.body = b;
      this.layers.centers.add(center);
      const { moments, axes: columns } = principal(body.tensor);
      const radii = boxSizes(body.mass, moments).map((x) => Math.max(1e-4 * size, x / 2));
      const ellipsoid = new THREE.Mesh(new THREE.SphereGeometry(1, 24, 16), flat(0x2da44e, 0.28));
      const [x, y, z] = columns.map(vector);
      if (x.clone().cross(y).dot(z) < 0) {
        z.negate();
      }
      ellipsoid.userData.inBody = new THREE.Matrix4()
        .makeBasis(x, y, z)
        .scale(vector(radii))
        .setPosition(vector(body.center));
      ellipsoid.userData.body = b;
      ellipsoid.matrixAutoUpdate = false;
      this.layers.ellipsoids.add(ellipsoid);
    }
  }

  /** The motor behind a spring: a ring with a mark. @param {any} joint @param {number} size */
  ring(joint, size) {
    if (!joint.stiffness) {
      return null;
    }
    const ring = new THREE.Group();
    ring.add(new THREE.Mesh(new THREE.TorusGeometry(0.075 * size, 0.008 * size, 10, 48), flat(0x8250df)));
    const mark = new THREE.Mesh(new THREE.BoxGeometry(0.05 * size, 0.012 * size, 0.012 * size), flat(0x8250df));
    mark.position.x = 0.075 * size;
    ring.add(mark);
    this.layers.motors.add(ring);
    return ring;
  }

  /** @param {number} color */
  arrow(color) {
    const arrow = new THREE.ArrowHelper(new THREE.Vector3(0, 0, 1), new THREE.Vector3(), 1, color);
    arrow.line.material.linewidth = 2;
    this.layers.wrench.add(arrow);
    return arrow;
  }

  /** @param {string} layer @param {boolean} visible */
  show(layer, visible) {
    if (layer === "names" && !this.layers.names.children.length && this.state.robot.size) {
      this.layers.names.add(...this.state.robot.joints.map((joint) => label(joint.name)));
    }
    this.layers[layer].visible = visible;
    this.update();
  }

  update() {
    const robot = this.state.robot;
    const size = this.figure.scale;
    const frames = axes(robot);
    this.axisLines.forEach((line, j) => {
      line.position.copy(vector(frames[j].origin));
      line.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), vector(frames[j].axis));
    });
    for (const frame of this.layers.frames.children) {
      frame.matrix.copy(this.figure.bodies[frame.userData.body].matrix);
      frame.matrixWorldNeedsUpdate = true;
    }
    for (const center of this.layers.centers.children) {
      const b = center.userData.body;
      center.position.copy(vector(robot.bodies[b].center)).applyMatrix4(this.figure.bodies[b].matrix);
    }
    for (const ellipsoid of this.layers.ellipsoids.children) {
      ellipsoid.matrix.multiplyMatrices(this.figure.bodies[ellipsoid.userData.body].matrix, ellipsoid.userData.inBody);
      ellipsoid.matrixWorldNeedsUpdate = true;
    }
    if (this.layers.limits.visible) {
      this.updateArcs(frames, size);
    }
    if (this.layers.motors.visible) {
      this.updateRings(frames);
    }
    this.layers.names.children.forEach((/** @type {any} */ name, /** @type {number} */ j) => name.position.copy(vector(frames[j].origin)));
    this.updateWrench(size);
    this.updatePull(size);
  }

  /** From the point that is pulled to where it is pulled. @param {number} size */
  updatePull(size) {
    this.pullArrow.visible = this.pull !== null;
    if (this.pull) {
      const at = place(poseOf(this.state.robot, this.pull.body), this.pull.point);
      this.point(this.pullArrow, vector(at), minus(this.pull.target, at), 1, size);
    }
  }

  /** From the lower limit to the upper one, with a hand where the joint is. @param {any[]} frames @param {number} size */
  updateArcs(frames, size) {
    this.state.robot.joints.forEach((joint, j) => {
      const arc = this.arcs[j];
      if (joint.lower === null || joint.upper === null) {
        return;
      }
      const radius = 0.12 * size;
      const { origin, axis, turns } = frames[j];
      const frame = times(poseOf(this.state.robot, joint.parent), joint.parentFromJoint);
      const across = vector(turn(frame, Math.abs(joint.axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
      const z = vector(axis);
      const x = across.addScaledVector(z, -across.dot(z)).normalize();
      const y = z.clone().cross(x);
      /** @param {number} q */
      const at = (q) =>
        turns
          ? vector(origin).addScaledVector(x, radius * Math.cos(q)).addScaledVector(y, radius * Math.sin(q))
          : vector(origin).addScaledVector(z, q);
      const points = [];
      const lower = joint.lower;
      const upper = turns ? Math.min(joint.upper, joint.lower + 2 * Math.PI) : joint.upper;
      for (let k = 0; k <= 48; k++) {
        points.push(at(lower + ((upper - lower) * k) / 48));
      }
      arc.clear();
      const q = this.state.robot.q[j];
      const color = q < joint.lower || q > joint.upper ? 0xd1242f : 0x2da44e;
      arc.add(new THREE.Line(new THREE.BufferGeometry().setFromPoints(points), new THREE.LineBasicMaterial({ color })));
      const hand = new THREE.BufferGeometry().setFromPoints([turns ? vector(origin) : at(lower), at(q)]);
      arc.add(new THREE.Line(hand, new THREE.LineBasicMaterial({ color })));
    });
  }

  /** θ − q, which is τ / K in balance, made larger to be seen. @param {any[]} frames */
  updateRings(frames) {
    const robot = this.state.robot;
    const twists = this.state.twists();
    robot.joints.forEach((joint, j) => {
      const ring = this.rings[j];
      if (ring) {
        ring.position.copy(vector(frames[j].origin));
        ring.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), vector(frames[j].axis));
        ring.rotateZ(robot.q[j] + this.exaggeration * twists[j]);
      }
    });
  }

  /** @param {number} size */
  updateWrench(size) {
    const robot = this.state.robot;
    const joint = robot.joints[this.state.selected];
    const visible = joint !== undefined && robot.has("jointWrench") && !this.state.loaded;
    this.force.visible = this.moment.visible = visible;
    if (!visible) {
      return;
    }
    const all = robot.description.joints;
    const wrench = robot.wrenches.subarray(6 * all.indexOf(joint), 6 * all.indexOf(joint) + 6);
    const pose = poseOf(robot, joint.child);
    const origin = vector(Array.from(pose.subarray(9, 12)));
    const most = (/** @type {number} */ first) => {
      let largest = 1e-9;
      for (let k = first; k < robot.wrenches.length; k += 6) {
        largest = Math.max(largest, Math.hypot(robot.wrenches[k], robot.wrenches[k + 1], robot.wrenches[k + 2]));
      }
      return largest;
    };
    this.point(this.force, origin, turn(pose, wrench.subarray(0, 3)), (0.45 * size) / most(0), size);
    this.point(this.moment, origin, turn(pose, wrench.subarray(3, 6)), (0.45 * size) / most(3), size);
  }

  /** @param {any} arrow @param {any} origin @param {number[]} v @param {number} scale @param {number} size */
  point(arrow, origin, v, scale, size) {
    const length = Math.hypot(...v) * scale;
    arrow.visible = length > 1e-4 * size;
    if (arrow.visible) {
      arrow.position.copy(origin);
      arrow.setDirection(vector(v).normalize());
      arrow.setLength(length, Math.min(0.06 * size, 0.4 * length), 0.03 * size);
    }
  }
}

export { matrix };
