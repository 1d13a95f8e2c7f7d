/**
 * A robot in motion: Runge and Kutta's classical method in fixed steps on the robot's own equations. Friction is smoothed as
 * `catena simulate` does: tanh(q̇ / w), with w large enough for the step.
 */

import { Closing } from "studio/closing.js";
import { solvePositive } from "studio/linear.js";
import { Loops } from "studio/loops.js";
import { Pushing } from "studio/pushing.js";

/** @typedef {import("studio/robot.js").Robot} Robot */

/** Of the four slopes of a step, and how far each leads. */
const WEIGHTS = [1, 2, 2, 1];
const REACH = [0.5, 0.5, 1];

/** A unit quaternion x, y, z, w as a rotation matrix by rows. @param {Float64Array} o */
function rotation([x, y, z, w]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
  ];
}

export class Machine {
  /** @param {any} setup @param {Robot} robot */
  constructor(setup, robot) {
    this.robot = robot;
    this.n = robot.size;
    this.step = setup.step;
    this.loops = new Loops(robot);
    this.reduces = this.loops.exists || this.loops.couples;
    this.closing = this.loops.exists ? new Closing(robot, this.loops) : null;
    this.pushing = new Pushing(robot);
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
    this.atMotor = new Float64Array(this.motors.length);
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
    const d = this.loops.led.length;
    this.reducedMatrix = new Float64Array(d * d);
    this.reducedEffort = new Float64Array(d);
    this.product = new Float64Array(this.n);
    const numbers = 2 * (this.n + this.motors.length) + (robot.base ? 13 : 0);
    /** A state, sums of its derivatives, one derivative, and where it leads. */
    this.vectors = [0, 1, 2, 3].map(() => new Float64Array(numbers));
    this.good = this.begin() && this.settle();
    robot.call("massMatrix");
    this.inertia = this.inertias();
    this.widths();
    this.start = this.stored();
  }

  /** Closes the loops, which may be open by as much as a hand leaves them; false where they cannot be closed. */
  begin() {
    const { loops, robot } = this;
    if (!this.reduces) {
      return true;
    }
    const good = loops.close(-1);
    if (!loops.exists) {
      loops.columns = loops.led.map((j) => loops.unit(j));
    }
    robot.qdd.fill(0);
    return good;
  }

  /** Lets all joints go as the independent ones do; false where loops cannot be closed. */
  settle() {
    const { loops, robot } = this;
    if (this.closing) {
      return this.closing.settle();
    }
    loops.follow(robot.q, true);
    loops.follow(robot.qd, false);
    return true;
  }

  /** What each independent joint moves in the posture at the start. */
  inertias() {
    const { n, loops } = this;
    const mass = this.robot.outputs.massMatrix.massMatrix;
    const inertia = Float64Array.from({ length: n }, (_, j) => mass[j * n + j]);
    if (this.reduces) {
      this.reduceMass(mass);
      loops.led.forEach((j, k) => (inertia[j] = this.reducedMatrix[k * loops.led.length + k]));
    }
    return inertia;
  }

  /** Gᵀ M G. @param {Float64Array} mass */
  reduceMass(mass) {
    const { n, loops, product, reducedMatrix: a } = this;
    const d = loops.led.length;
    for (let c = 0; c < d; c++) {
      const column = loops.columns[c];
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0, at = i * n; j < n; j++) {
          sum += mass[at + j] * column[j];
        }
        product[i] = sum;
      }
      for (let r = 0; r <= c; r++) {
        const row = loops.columns[r];
        let sum = 0;
        for (let j = 0; j < n; j++) {
          sum += row[j] * product[j];
        }
        a[r * d + c] = a[c * d + r] = sum;
      }
    }
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

  /** w = max(0.01 rad/s or lengths of the robot a second, Fc Σⱼ |M⁻¹ᵢⱼ| √(M⁻¹ᵢᵢ/M⁻¹ⱼⱼ) h / 0.5), where friction jumps. */
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
    this.settle();
    const m = this.motors.length;
    const rows = this.closing?.code.rubbing ?? [];
    const places = n + m + Math.floor(rows.length / n);
    const row = (/** @type {number} */ k, /** @type {number} */ j) => rows[(k - n - m) * n + j];
    // joints, motors, cut joints with friction
    const response = (/** @type {number} */ place) => {
      const pushed = new Float64Array(m);
      this.tau.fill(0);
      for (let j = 0; j < n; j++) {
        this.effort[j] = place >= n + m ? row(place, j) : Number(j === place);
      }
      if (place >= n && place < n + m) {
        pushed[place - n] = 1;
      }
      this.accelerate(pushed);
      const all = [...this.qdd, ...this.thetadd];
      for (let k = n + m; k < places; k++) {
        all.push(this.qdd.reduce((sum, x, j) => sum + row(k, j) * x, 0));
      }
      return all;
    };
    const still = response(-1);
    const mobility = Array.from({ length: places }, (_, k) => response(k).map((x, c) => x - still[c]));
    const ease = (/** @type {number} */ i) =>
      mobility[i].reduce((sum, x, k) => sum + (x && Math.abs(x) * Math.sqrt(mobility[i][i] / mobility[k][k])), 0);
    for (let i = 0; i < n; i++) {
      const motor = this.motors.indexOf(i);
      const [own, ofMotor] = this.friction[i];
      const both = own[0] + ofMotor[0];
      const width = (/** @type {number} */ coulomb, /** @type {number} */ k) =>
        Math.max(0.01 * robot.joints[i].frictionScale, (coulomb * ease(k) * this.step) / 0.5);
      const atJoint = width(motor < 0 ? both : own[0], i);
      const atMotor = motor < 0 ? atJoint : width(ofMotor[0], n + motor);
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
      this.spread(robot.qdd);
      robot.call("torqueRate");
      this.tau.set(robot.tau);
      this.drive(() => 0);
    } else {
      this.tau.set(tau);
    }
  }

  /** Accelerations of all joints from those of the independent ones. @param {Float64Array} qdd */
  spread(qdd) {
    const { loops, closing } = this;
    if (this.reduces) {
      const wanted = loops.led.map((j) => qdd[j]);
      qdd.fill(0);
      if (closing) {
        qdd.set(closing.bias);
      }
      loops.columns.forEach((column, k) => {
        for (let j = 0; j < this.n; j++) {
          qdd[j] += column[j] * wanted[k];
        }
      });
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
    const { robot, atMotor, effort } = this;
    const { qd } = robot;
    this.torque();
    for (let j = 0; j < this.n; j++) {
      effort[j] = this.tau[j] - this.lost(j, 0, qd[j]) - (robot.joints[j].stiffness ? 0 : this.lost(j, 1, qd[j]));
    }
    this.closing?.rub(effort);
    this.power = this.pushing.act(effort);
    for (let e = 0; e < this.motors.length; e++) {
      const j = this.motors[e];
      const spring = this.spring(e);
      effort[j] += spring - this.tau[j];
      atMotor[e] = this.tau[j] - spring - this.lost(j, 1, this.thetad[e]);
      // springs store what they take
      this.power += atMotor[e] * this.thetad[e] + spring * (this.thetad[e] - qd[j]);
    }
    for (let j = 0; j < this.n; j++) {
      this.power += effort[j] * qd[j];
    }
    return this.accelerate(atMotor);
  }

  /** What a spring exerts on its joint. @param {number} e */
  spring(e) {
    const joint = this.robot.joints[this.motors[e]];
    return (joint.stiffness ?? 0) * (this.theta[e] + (joint.restOffset ?? 0) - this.robot.q[this.motors[e]]);
  }

  /** Of joints under their efforts, and of motors under theirs. @param {Float64Array} atMotor */
  accelerate(atMotor) {
    const { robot } = this;
    for (let e = 0; e < atMotor.length; e++) {
      this.thetadd[e] = atMotor[e] / (robot.joints[this.motors[e]].motorInertia ?? 1);
    }
    if (this.reduces) {
      return this.accelerateReduced();
    }
    this.input.set(this.effort);
    const good = robot.call("acceleration");
    this.qdd.set(robot.outputs.acceleration.qdd);
    return good;
  }

  /** Gᵀ M G q̈ₐ = Gᵀ (Γ − Γ of the motion with q̈ₐ = 0). */
  accelerateReduced() {
    const { robot, loops, effort, qdd, reducedEffort: x } = this;
    if (this.closing) {
      robot.qdd.set(this.closing.bias);
    } else {
      robot.qdd.fill(0);
    }
    if (!robot.call("rigidTorque") || !robot.call("linkMass")) {
      return false;
    }
    const bias = robot.outputs.rigidTorque.tau;
    this.reduceMass(robot.outputs.linkMass.massMatrix);
    for (let k = 0; k < x.length; k++) {
      const column = loops.columns[k];
      x[k] = 0;
      for (let j = 0; j < this.n; j++) {
        x[k] += column[j] * (effort[j] - bias[j]);
      }
    }
    if (!solvePositive(this.reducedMatrix, x)) {
      return false;
    }
    qdd.set(robot.qdd);
    for (let k = 0; k < x.length; k++) {
      const column = loops.columns[k];
      for (let j = 0; j < this.n; j++) {
        qdd[j] += column[j] * x[k];
      }
    }
    return true;
  }

  /** Positions, then velocities. @param {Float64Array} y */
  read(y) {
    const { robot, n } = this;
    const m = this.motors.length;
    const base = robot.base;
    const half = n + m + (base ? 7 : 0);
    y.set(robot.q, 0);
    y.set(this.theta, n);
    y.set(robot.qd, half);
    y.set(this.thetad, half + n);
    if (base) {
      y.set(base.subarray(9, 12), n + m);
      y.set(this.orientation, n + m + 3);
      y.set(base.subarray(12, 18), half + n + m);
    }
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

  /** The derivative of what is read, after the accelerations. @param {Float64Array} dy */
  derivative(dy) {
    const { robot, n } = this;
    const m = this.motors.length;
    const base = robot.base;
    const half = n + m + (base ? 7 : 0);
    dy.set(robot.qd, 0);
    dy.set(this.thetad, n);
    dy.set(this.qdd, half);
    dy.set(this.thetadd, half + n);
    if (!base) {
      return;
    }
    const [x, y, z, w] = this.orientation;
    const [vx, vy, vz, wx, wy, wz] = base.subarray(12, 18);
    const a = robot.outputs.acceleration.baseAcceleration;
    // ṗ = R v; ȯ = ½ o ⊗ ω; v̇ = a − ω × v in base axes
    dy.set([0, 3, 6].map((i) => base[i] * vx + base[i + 1] * vy + base[i + 2] * vz), n + m);
    const o = [w * wx + y * wz - z * wy, w * wy + z * wx - x * wz, w * wz + x * wy - y * wx, -x * wx - y * wy - z * wz];
    dy.set(o.map((rate) => rate / 2), n + m + 3);
    dy.set([a[0] - wy * vz + wz * vy, a[1] - wz * vx + wx * vz, a[2] - wx * vy + wy * vx, a[3], a[4], a[5]], half + n + m);
  }

  /** One step: y + h/6 (k₁ + 2k₂ + 2k₃ + k₄). */
  advance() {
    const { step: h } = this;
    const [y, sum, dy, next] = this.vectors;
    this.read(y);
    sum.fill(0);
    let power = 0;
    for (let stage = 0; stage < 4; stage++) {
      if (!this.slope()) {
        this.write(y);
        return false;
      }
      power += (WEIGHTS[stage] / 6) * this.power;
      this.derivative(dy);
      for (let k = 0; k < y.length; k++) {
        sum[k] += WEIGHTS[stage] * dy[k];
        next[k] = y[k] + (stage < 3 ? REACH[stage] * h * dy[k] : (h / 6) * sum[k]);
      }
      this.write(next);
    }
    const good = this.settle();
    this.work += h * power;
    this.steps++;
    this.time = this.steps * h;
    return good && next.every(Number.isFinite);
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
      pull: Array.from(this.pushing.force),
      drift: this.stored() - this.start - this.work,
    };
  }
}
