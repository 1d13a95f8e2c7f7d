/** What all parts of the page look at: the state of the robot and which joint is picked. Whoever changes it says so. */

import { Loops } from "studio/loops.js";

/** @typedef {import("studio/robot.js").Robot} Robot */

export class State {
  /** @param {Robot} robot */
  constructor(robot) {
    this.robot = robot;
    this.loops = new Loops(robot);
    this.selected = 0;
    /** Motors of elastic joints, while a simulation has them; what balances the motion otherwise. @type {Float64Array | null} */
    this.theta = null;
    /** Torques that the drives need; in closed loops the active ones only, others zero. */
    this.tau = new Float64Array(robot.size);
    this.tauRate = new Float64Array(robot.size);
    this.gravity = new Float64Array(robot.size);
    /** Whether forces act that the page does not know. */
    this.loaded = false;
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

  /** The leader of a joint that was moved by hand goes with it. @param {number} moved */
  lead(moved) {
    const hand = this.robot.joints[moved];
    if (hand?.leader !== undefined && hand.factor) {
      this.robot.q[hand.leader] = (this.robot.q[moved] - (hand.offset ?? 0)) / hand.factor;
    }
  }

  /**
   * Computes everything anew.
   * @param {number} [moved] the joint that was moved by hand
   * @param {Float64Array | null} [theta] where motors of elastic joints are, if that is known
   * @param {((key: string) => Float64Array) | null} [told] torques that are known otherwise
   * @param {boolean} [loaded] whether forces act that the page does not know
   */
  changed(moved = -1, theta = null, told = null, loaded = false) {
    this.theta = theta;
    this.loaded = loaded;
    this.computeEfforts(moved);
    if (told) {
      this.tau.set(told("tau"));
      this.tauRate.set(told("tauRate"));
    }
    const { robot } = this;
    robot.call("pose");
    robot.call("jointWrench");
    robot.call("energy");
    if (this.valid) {
      this.loops.relieve(robot.wrenches);
    }
    this.listeners.forEach((listener) => listener());
  }

  /** Postures of all joints, and torques with their rates. @param {number} [moved] */
  computeEfforts(moved = -1) {
    const { robot, loops } = this;
    const reduces = loops.exists || loops.couples;
    this.lead(moved);
    const closed = !reduces || (loops.close(moved) && loops.move());
    // a base that floats: its acceleration comes with the torques, and what follows reads it
    this.valid = robot.call("torqueRate") && closed;
    this.fall();
    robot.call("gravity");
    this.tau.set(robot.tau);
    this.tauRate.set(robot.tauRate);
    this.gravity.set(robot.gravity);
    if (robot.has("motors")) {
      this.valid &&= robot.call("motors");
      this.tau.set(robot.outputs.motors.tau);
      this.tauRate.set(robot.outputs.motors.tauRate);
    }
    if (reduces && closed) {
      loops.efforts(this.tau, this.tauRate, this.gravity);
    }
  }

  /** What a hand moves has no derivatives beyond those that it sets. */
  forget() {
    this.robot.further.forEach((name) => this.robot.inputs[name].fill(0));
  }

  /** A base that floats has the acceleration and the jerk that nothing holds back. */
  fall() {
    const { base, outputs } = this.robot;
    if (base && outputs.torqueRate?.baseAcceleration) {
      base.set(outputs.torqueRate.baseAcceleration, 18);
      base.set(outputs.torqueRate.baseJerk.subarray(0, base.length - 24), 24);
    }
  }

  /** By joint: how far its spring is stretched, θ + rest − q. A motion without motors of its own is taken in balance. */
  twists() {
    const { robot } = this;
    const theta = this.theta ?? robot.outputs.motors?.motors ?? null;
    let e = 0;
    const load = theta === null && robot.call("loadTorque") ? robot.outputs.loadTorque.tau : null;
    return robot.joints.map(({ stiffness, restOffset = 0 }, j) => {
      if (!stiffness) {
        return 0;
      }
      return theta ? theta[e++] + restOffset - robot.q[j] : load ? load[j] / stiffness : NaN;
    });
  }

  /** @param {ArrayLike<number>} q */
  setPosture(q) {
    this.robot.q.set(q);
    this.forget();
    this.robot.qd.fill(0);
    this.robot.qdd.fill(0);
    this.robot.qddd.fill(0);
    this.changed();
  }
}
