/**
 * Simulation beside the page: Runge and Kutta's classical method in fixed steps on the robot's own equations. A classic
 * script, put together with the modules that it names, so that a page in one file can start it too.
 *
 * Friction is smoothed as `catena simulate` does: tanh(q̇ / w), with w large enough for the step.
 */

import { solvePositive } from "studio/linear.js";
import { Loops } from "studio/loops.js";
import { Robot } from "studio/robot.js";

/** @type {any} */
let machine = null;

/** A unit quaternion x, y, z, w as a rotation matrix by rows. @param {Float64Array} o */
function rotation([x, y, z, w]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
  ];
}

class Machine {
  /** @param {any} setup @param {Robot} robot */
  constructor(setup, robot) {
    this.robot = robot;
    this.n = robot.size;
    this.step = setup.step;
    this.loops = new Loops(robot);
    this.reduces = this.loops.exists || this.loops.couples;
    this.motors = robot.joints.flatMap((joint, j) => (joint.stiffness ? [j] : []));
    this.friction = robot.joints.map((joint) => [joint.friction, joint.motorFriction]);
    this.control = setup.control;
    this.input = robot.inputs.tau ?? new Float64Array(this.n);
    this.tau = new Float64Array(this.n);
    this.effort = new Float64Array(this.n);
    this.qdd = new Float64Array(this.n);
    this.theta = new Float64Array(this.motors.length);
    this.thetad = new Float64Array(this.motors.length);
    this.thetadd = new Float64Array(this.motors.length);
    this.orientation = new Float64Array(setup.orientation ?? [0, 0, 0, 1]);
    robot.q.set(setup.q);
    robot.qd.set(setup.qd);
    if (robot.base && setup.base) {
      robot.base.set(setup.base);
    }
    this.motors.forEach((j, e) => {
      // springs are relaxed at first
      this.theta[e] = robot.q[j] - (robot.joints[j].restOffset ?? 0);
      this.thetad[e] = robot.qd[j];
    });
    this.steps = 0;
    this.time = 0;
    this.work = 0;
    /** What drives and friction do to the robot, in watts. */
    this.power = 0;
    /** By joint: how steep friction of the joint and of the motor is. @type {number[][]} */
    this.width = [];
    /** Accelerations of all joints where the independent ones have none. */
    this.bias = new Float64Array(this.n);
    this.good = this.settle();
    robot.call("massMatrix");
    this.inertia = this.inertias();
    this.widths();
    this.start = this.stored();
  }

  /** Closes the loops, and finds what their joints do for q̈ₐ = 0; false where they cannot be closed. */
  settle() {
    if (!this.reduces) {
      return true;
    }
    const { loops, robot } = this;
    loops.led.forEach((j) => (robot.qdd[j] = 0));
    if (!loops.close(-1) || !loops.move(2)) {
      return false;
    }
    this.bias = Float64Array.from(robot.qdd);
    return true;
  }

  /** What each independent joint moves in the posture at the start. */
  inertias() {
    const { n, loops } = this;
    const mass = this.robot.outputs.massMatrix.massMatrix;
    const inertia = Float64Array.from({ length: n }, (_, j) => mass[j * n + j]);
    if (this.reduces) {
      const { a } = this.reducedMass();
      loops.led.forEach((j, k) => (inertia[j] = a[k * loops.led.length + k]));
    }
    return inertia;
  }

  /** Gᵀ M G, and M G by column. */
  reducedMass() {
    const { n, loops } = this;
    const mass = this.robot.outputs.massMatrix.massMatrix;
    const moved = loops.columns.map((column) =>
      Float64Array.from({ length: n }, (_, i) => {
        let sum = 0;
        for (let j = 0; j < n; j++) {
          sum += mass[i * n + j] * column[j];
        }
        return sum;
      }),
    );
    const d = loops.columns.length;
    const a = new Float64Array(d * d);
    loops.columns.forEach((column, i) =>
      moved.forEach((vector, j) => (a[i * d + j] = column.reduce((sum, x, k) => sum + x * vector[k], 0))),
    );
    return { a, moved };
  }

  /** Kinetic, potential and that of springs. */
  stored() {
    const { robot } = this;
    robot.call("energy");
    let sum = robot.energy[0] + robot.energy[1];
    this.motors.forEach((j, e) => {
      const joint = robot.joints[j];
      const stretch = this.theta[e] + (joint.restOffset ?? 0) - robot.q[j];
      sum += 0.5 * (joint.stiffness ?? 0) * stretch ** 2;
      // code has the motor turn with its joint
      sum += 0.5 * (joint.motorInertia ?? 0) * (this.thetad[e] ** 2 - robot.qd[j] ** 2);
    });
    return sum;
  }

  /** w = max(0.01, Fc Σⱼ |M⁻¹ᵢⱼ| h / 0.5), where friction jumps. */
  widths() {
    const { n, robot } = this;
    this.width = this.friction.map((parts) => parts.map((part) => part[2]));
    if (this.friction.every((parts) => parts.every((part) => part[0] === 0 || part[2] > 0))) {
      return;
    }
    const qd = Float64Array.from(robot.qd);
    const theta = Float64Array.from(this.theta);
    const base = robot.base?.slice();
    robot.qd.fill(0);
    robot.base?.fill(0, 12);
    this.motors.forEach((j, e) => (this.theta[e] = robot.q[j] - (robot.joints[j].restOffset ?? 0)));
    const response = (/** @type {number} */ joint, /** @type {number} */ motor) => {
      this.effort.fill(0);
      this.tau.fill(0);
      const pushed = new Float64Array(this.motors.length);
      if (joint >= 0) {
        this.effort[joint] = 1;
      } else {
        pushed[motor] = 1;
      }
      this.accelerate(pushed);
      return [...this.qdd, ...this.thetadd];
    };
    this.settle();
    const still = response(-1, -1);
    const sum = (/** @type {number[]} */ all) => all.reduce((most, x, k) => most + Math.abs(x - still[k]), 0);
    for (let i = 0; i < n; i++) {
      const motor = this.motors.indexOf(i);
      const [own, ofMotor] = this.friction[i];
      const both = own[0] + ofMotor[0];
      const width = (/** @type {number} */ coulomb, /** @type {number} */ ease) =>
        Math.max(0.01, (coulomb * ease * this.step) / 0.5);
      const atJoint = width(motor < 0 ? both : own[0], sum(response(i, -1)));
      const atMotor = motor < 0 ? atJoint : width(ofMotor[0], sum(response(-1, motor)));
      this.width[i] = [own[2] || atJoint, ofMotor[2] || atMotor];
    }
    robot.qd.set(qd);
    this.theta.set(theta);
    if (base) {
      robot.base?.set(base);
    }
    this.settle();
  }

  /** What the drives give at the state that the inputs have. */
  torque() {
    const { kind, tau, target, bandwidth } = this.control;
    const { robot, loops } = this;
    const { q, qd } = robot;
    // elastic joints are held at their motors: beyond a spring, the loop would not be stable
    const motor = (/** @type {number} */ j) => this.motors.indexOf(j);
    const wanted = (/** @type {number} */ j) => {
      const e = motor(j);
      const at = e < 0 ? q[j] : this.theta[e] + (robot.joints[j].restOffset ?? 0);
      return bandwidth * (bandwidth * (target[j] - at) - 2 * (e < 0 ? qd[j] : this.thetad[e]));
    };
    if (kind === "pd") {
      robot.call("gravity");
      this.tau.set(robot.gravity);
      this.drive((j) => this.inertia[j] * wanted(j));
    } else if (kind === "computed") {
      for (let j = 0; j < this.n; j++) {
        robot.qdd[j] = wanted(j);
      }
      robot.qddd.fill(0);
      if (this.reduces) {
        loops.move(2);
      }
      robot.call("torqueRate");
      this.tau.set(robot.tau);
      this.drive(() => 0);
    } else {
      this.tau.set(tau);
    }
  }

  /** Adds efforts of the independent joints to those of the tree, and lets the drives give them. @param {(j: number) => number} more */
  drive(more) {
    const { loops } = this;
    if (!this.reduces) {
      this.tau.forEach((_, j) => (this.tau[j] += more(j)));
      return;
    }
    const needed = loops.reduced(this.tau).map((x, k) => x + more(loops.led[k]));
    const given = loops.shared(needed);
    this.tau.fill(0);
    loops.active.forEach((j, a) => (this.tau[j] = given[a]));
  }

  /** @param {number} j @param {number} side 0 the joint, 1 the motor @param {number} rate */
  lost(j, side, rate) {
    const [coulomb, viscous] = this.friction[j][side];
    return (coulomb === 0 ? 0 : coulomb * Math.tanh(rate / this.width[j][side])) + viscous * rate;
  }

  /** Accelerations at the state that the inputs have; false where there are none. */
  slope() {
    if (!this.settle()) {
      return false;
    }
    const { qd } = this.robot;
    this.torque();
    const atMotor = new Float64Array(this.motors.length);
    for (let j = 0; j < this.n; j++) {
      this.effort[j] = this.tau[j] - this.lost(j, 0, qd[j]) - (this.robot.joints[j].stiffness ? 0 : this.lost(j, 1, qd[j]));
    }
    this.motors.forEach((j, e) => {
      const joint = this.robot.joints[j];
      const spring = (joint.stiffness ?? 0) * (this.theta[e] + (joint.restOffset ?? 0) - this.robot.q[j]);
      this.effort[j] += spring - this.tau[j];
      atMotor[e] = this.tau[j] - spring - this.lost(j, 1, this.thetad[e]);
    });
    this.power = this.effort.reduce((sum, x, j) => sum + x * qd[j], 0);
    this.motors.forEach((j, e) => {
      const joint = this.robot.joints[j];
      const spring = (joint.stiffness ?? 0) * (this.theta[e] + (joint.restOffset ?? 0) - this.robot.q[j]);
      // springs store what they take
      this.power += atMotor[e] * this.thetad[e] + spring * (this.thetad[e] - qd[j]);
    });
    return this.accelerate(atMotor);
  }

  /** Of joints under their efforts, and of motors under theirs. @param {Float64Array} atMotor */
  accelerate(atMotor) {
    const { robot, loops } = this;
    this.motors.forEach((j, e) => (this.thetadd[e] = atMotor[e] / (robot.joints[j].motorInertia ?? 1)));
    if (!this.reduces) {
      this.input.set(this.effort);
      const good = robot.call("acceleration");
      this.qdd.set(robot.outputs.acceleration.qdd);
      return good;
    }
    // Gᵀ M G q̈ₐ = Gᵀ (Γ − Γ of the motion with q̈ₐ = 0)
    robot.qdd.set(this.bias);
    if (!robot.call("rigidTorque") || !robot.call("massMatrix")) {
      return false;
    }
    const bias = robot.outputs.rigidTorque.tau;
    const { a } = this.reducedMass();
    const x = Float64Array.from(loops.reduced(this.effort.map((value, j) => value - bias[j])));
    if (!solvePositive(a, x)) {
      return false;
    }
    this.qdd.set(robot.qdd);
    loops.columns.forEach((column, k) => column.forEach((g, j) => (this.qdd[j] += g * x[k])));
    return true;
  }

  /** Positions, then velocities. */
  read() {
    const { robot } = this;
    const base = robot.base;
    return Float64Array.from([
      ...robot.q, ...this.theta, ...(base ? [...base.subarray(9, 12), ...this.orientation] : []),
      ...robot.qd, ...this.thetad, ...(base ? base.subarray(12, 18) : []),
    ]);
  }

  /** @param {Float64Array} y */
  write(y) {
    const { robot, n } = this;
    const m = this.motors.length;
    const base = robot.base;
    const half = n + m + (base ? 7 : 0);
    robot.q.set(y.subarray(0, n));
    this.theta.set(y.subarray(n, n + m));
    robot.qd.set(y.subarray(half, half + n));
    this.thetad.set(y.subarray(half + n, half + n + m));
    if (base) {
      const o = y.subarray(n + m + 3, half);
      const length = Math.hypot(...o);
      this.orientation.set(o.map((x) => x / length));
      base.set(rotation(this.orientation), 0);
      base.set(y.subarray(n + m, n + m + 3), 9);
      base.set(y.subarray(half + n + m), 12);
    }
  }

  /** The derivative of what is read, after the accelerations. */
  derivative() {
    const { robot } = this;
    const base = robot.base;
    if (!base) {
      return Float64Array.from([...robot.qd, ...this.thetad, ...this.qdd, ...this.thetadd]);
    }
    const [x, y, z, w] = this.orientation;
    const [vx, vy, vz, wx, wy, wz] = base.subarray(12, 18);
    const a = robot.outputs.acceleration.baseAcceleration;
    // ṗ = R v; ȯ = ½ o ⊗ ω; v̇ = a − ω × v in base axes
    const p = [0, 3, 6].map((i) => base[i] * vx + base[i + 1] * vy + base[i + 2] * vz);
    const o = [
      w * wx + y * wz - z * wy, w * wy + z * wx - x * wz, w * wz + x * wy - y * wx, -x * wx - y * wy - z * wz,
    ].map((rate) => rate / 2);
    const v = [a[0] - wy * vz + wz * vy, a[1] - wz * vx + wx * vz, a[2] - wx * vy + wy * vx, a[3], a[4], a[5]];
    return Float64Array.from([...robot.qd, ...this.thetad, ...p, ...o, ...this.qdd, ...this.thetadd, ...v]);
  }

  /** One step: y + h/6 (k₁ + 2k₂ + 2k₃ + k₄). */
  advance() {
    const { step: h } = this;
    const y = this.read();
    const sum = new Float64Array(y.length);
    let power = 0;
    for (const [distance, weight] of [[h / 2, 1], [h / 2, 2], [h, 2], [0, 1]]) {
      if (!this.slope()) {
        this.write(y);
        return false;
      }
      power += (weight / 6) * this.power;
      const dy = this.derivative();
      dy.forEach((x, k) => (sum[k] += weight * x));
      this.write(y.map((x, k) => x + distance * dy[k]));
    }
    const end = y.map((x, k) => x + (h / 6) * sum[k]);
    this.write(end);
    const good = this.settle();
    this.work += h * power;
    this.steps++;
    this.time = this.steps * h;
    return good && end.every(Number.isFinite);
  }

  sample() {
    this.slope();
    return {
      time: this.time,
      q: Float64Array.from(this.robot.q),
      qd: Float64Array.from(this.robot.qd),
      qdd: Float64Array.from(this.qdd),
      tau: Float64Array.from(this.tau),
      theta: Float64Array.from(this.theta),
      base: this.robot.base?.slice(0, 18),
      drift: this.stored() - this.start - this.work,
    };
  }
}

/** Runs some steps and sends every tenth state, and the last one. @param {number} count */
function run(count) {
  const samples = [];
  let good = machine.good;
  for (let k = 0; k < count && good; k++) {
    good = machine.advance();
    if (good && (machine.steps % 10 === 0 || k === count - 1)) {
      samples.push(machine.sample());
    }
  }
  postMessage({ samples, failed: !good });
}

onmessage = async ({ data }) => {
  if (data.setup) {
    machine = new Machine(data.setup, await Robot.load(data.description, data.code));
    postMessage({ ready: true });
  } else if (data.control) {
    machine.control = data.control;
  } else if (data.steps) {
    run(data.steps);
  }
};
