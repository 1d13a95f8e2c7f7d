/** What all parts of the page look at: the state of the robot and which joint is picked. Whoever changes it says so. */

import { Loops } from "studio/loops.js";

/** @typedef {import("studio/robot.js").Robot} Robot */

export class State {
  /** @param {Robot} robot */
  constructor(robot) {
    this.robot = robot;
    this.loops = new Loops(robot);
    this.selected = 0;
    /** Torques that the drives need; in closed loops the active ones only, others zero. */
    this.tau = new Float64Array(robot.size);
    this.tauRate = new Float64Array(robot.size);
    this.gravity = new Float64Array(robot.size);
    /** Whether the last state had an answer. */
    this.valid = true;
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** @type {((joint: number) => void)[]} */
    this.pickListeners = [];
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** @param {(joint: number) => void} listener */
  onPick(listener) {
    this.pickListeners.push(listener);
  }

  /** @param {number} joint */
  pick(joint) {
    if (joint >= 0 && joint < this.robot.size) {
      this.selected = joint;
      this.pickListeners.forEach((listener) => listener(joint));
      this.listeners.forEach((listener) => listener());
    }
  }

  /** Computes everything anew. @param {number} [moved] the joint that was moved by hand */
  changed(moved = -1) {
    const robot = this.robot;
    this.valid = this.loops.close(moved);
    robot.call("pose");
    this.valid = robot.call("torqueRate") && this.valid;
    robot.call("gravity");
    robot.call("jointWrench");
    robot.call("energy");
    this.loops.efforts(this.tau, this.tauRate, this.gravity);
    this.listeners.forEach((listener) => listener());
  }

  /** @param {ArrayLike<number>} q */
  setPosture(q) {
    this.robot.q.set(q);
    this.robot.qd.fill(0);
    this.robot.qdd.fill(0);
    this.robot.qddd.fill(0);
    this.changed();
  }
}
