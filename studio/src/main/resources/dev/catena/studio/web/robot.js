/**
 * The robot's equations: a module of WebAssembly whose vectors lie in its memory, as the description says.
 * @typedef {{name: string, parent: number, mass: number, center: number[], tensor: number[], shapes?: any[]}} Body
 * @typedef {{name: string, kind: "revolute" | "prismatic" | "fixed", parent: number, child: number, coordinate: number,
 *   parentFromJoint: number[], jointFromBody: number[], axis: number[], lower: number | null, upper: number | null,
 *   velocity: number | null, effort: number | null, effortRate: number | null, stiffness?: number, restOffset?: number, motorInertia?: number, active: boolean,
 *   independent: boolean, leader?: number, factor?: number, offset?: number, friction: number[], motorFriction: number[],
 *   frictionScale: number}} Joint
 * @typedef {{name: string, kind: string, first: number, second: number, firstFromJoint: number[],
 *   secondFromJoint: number[], friction: number[]}} Cut
 * @typedef {Record<string, [number, number]>} Places
 * @typedef {{name: string, step: number, gravity: number[], problems: string[], bodies: Body[], joints: Joint[],
 *   cuts: Cut[], assembly: number[], restPoses: number[], floating: boolean,
 *   functions: Record<string, {inputs: Places, outputs: Places}>}} Description
 */

const MATH = {
  /** @param {number} angle */
  reduced: (angle) => Math.atan2(Math.sin(angle), Math.cos(angle)),
  tanh: Math.tanh,
};

/**
 * An input that some functions read less of than others.
 * @param {Description} description
 * @param {any} exports
 * @param {string} name
 */
function longest(description, exports, name) {
  const places = Object.values(description.functions).flatMap(({ inputs }) => (inputs[name] ? [inputs[name]] : []));
  const length = Math.max(0, ...places.map((place) => place[1]));
  return length ? new Float64Array(exports.memory.buffer, places[0][0], length) : null;
}

export class Robot {
  /**
   * @param {Description} description
   * @param {any} exports
   */
  constructor(description, exports) {
    this.description = description;
    this.bodies = description.bodies;
    /** The joints that have a coordinate, in the order of joint vectors. */
    this.joints = description.joints
      .filter((joint) => joint.coordinate >= 0)
      .sort((a, b) => a.coordinate - b.coordinate);
    this.size = this.joints.length;
    this.exports = exports;
    /** @type {Record<string, Float64Array>} */
    this.inputs = {};
    /** @type {Record<string, Record<string, Float64Array>>} */
    this.outputs = {};
    for (const [name, f] of Object.entries(description.functions)) {
      for (const [input, [offset, length]] of Object.entries(f.inputs)) {
        this.inputs[input] ??= new Float64Array(exports.memory.buffer, offset, length);
      }
      this.outputs[name] = Object.fromEntries(
        Object.entries(f.outputs).map(([output, [offset, length]]) => [
          output,
          new Float64Array(exports.memory.buffer, offset, length),
        ]),
      );
    }
    /** Pose, velocity, acceleration and jerk of a base that floats, as compiled code takes them. */
    this.base = longest(description, exports, "base");
    this.base?.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const none = () => new Float64Array(this.size);
    this.q = this.inputs.q ?? none();
    this.qd = this.inputs.qd ?? none();
    this.qdd = this.inputs.qdd ?? none();
    this.qddd = this.inputs.qddd ?? none();
    this.elastic = this.joints.some((joint) => joint.stiffness);
    /** Names of further derivatives, which motors behind springs need: q4, q5, … */
    this.further = Object.keys(this.inputs).filter((name) => /^q\d+$/.test(name)).sort();
    this.poses = this.outputs.pose?.poses ?? Float64Array.from(description.restPoses);
    this.tau = this.outputs.torqueRate?.tau ?? none();
    this.tauRate = this.outputs.torqueRate?.tauRate ?? none();
    this.gravity = this.outputs.gravity?.tau ?? none();
    this.wrenches = this.outputs.jointWrench?.jointWrench ?? new Float64Array(6 * description.joints.length);
    this.energy = this.outputs.energy?.energy ?? new Float64Array(2);
  }

  /**
   * @param {Description} description
   * @param {BufferSource | null} code
   */
  static async load(description, code) {
    if (code === null || code.byteLength === 0) {
      return new Robot(description, null);
    }
    const { instance } = await WebAssembly.instantiate(code, { math: MATH });
    return new Robot(description, instance.exports);
  }

  /** @param {string} name */
  has(name) {
    return name in this.outputs;
  }

  /**
   * Calls a function of the module; true if it had an answer.
   * @param {string} name
   */
  call(name) {
    return this.has(name) && this.exports[name]() === 0;
  }

  /** The unit of a joint's coordinate. @param {Joint} joint */
  static unit(joint) {
    return joint.kind === "revolute" ? "rad" : "m";
  }

  /** The unit of a joint's effort. @param {Joint} joint */
  static effortUnit(joint) {
    return joint.kind === "revolute" ? "Nm" : "N";
  }
}
