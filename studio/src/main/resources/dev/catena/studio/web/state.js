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

  /** Joints that follow others go where those are. @param {number} [moved] a joint whose leader goes with it */
  follow(moved = -1) {
    const { q, qd, qdd, qddd, joints } = this.robot;
    const hand = joints[moved];
    if (hand?.leader !== undefined && hand.factor) {
      q[hand.leader] = (q[moved] - (hand.offset ?? 0)) / hand.factor;
    }
    joints.forEach(({ leader, factor = 1, offset = 0 }, j) => {
      if (leader !== undefined) {
        q[j] = factor * q[leader] + offset;
        [qd, qdd, qddd].forEach((rates) => (rates[j] = factor * rates[leader]));
      }
    });
  }

  /** What drives a leader drives its followers. */
  gather() {
    this.robot.joints.forEach(({ leader, factor = 1 }, j) => {
      if (leader !== undefined) {
        for (const efforts of [this.tau, this.tauRate, this.gravity]) {
          efforts[leader] += factor * efforts[j];
          efforts[j] = 0;
        }
      }
    });
  }

  /** Computes everything anew. @param {number} [moved] the joint that was moved by hand */
  changed(moved = -1) {
    const robot = this.robot;
    this.follow(moved);
    this.valid = this.loops.close(moved);
    robot.call("pose");
    this.valid = robot.call("torqueRate") && this.valid;
    robot.call("gravity");
    robot.call("jointWrench");
    robot.call("energy");
    this.loops.efforts(this.tau, this.tauRate, this.gravity);
    this.gather();
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
