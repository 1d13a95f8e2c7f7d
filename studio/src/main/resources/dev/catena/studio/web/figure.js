/**
 * How the robot looks: the shapes of its bodies, or, where it has none, capsules from joint to joint and a box for the
 * inertia at the end.
 */

import * as THREE from "three";
import { boxSizes, principal } from "studio/inertia.js";
import { pieces, surface } from "studio/look.js";
import { addShapes } from "studio/shapes.js";

/** @typedef {import("studio/robot.js").Robot} Robot */

const COLORS = [0xe8eaee, 0xf0a04b, 0xd5dae2, 0x86a8cf, 0xe8eaee, 0xf0a04b, 0xd5dae2, 0x86a8cf];

/** @param {number[]} pose @returns {any} */
export function matrix(pose) {
  return new THREE.Matrix4().set(
    ...[0, 1, 2].flatMap((i) => [pose[3 * i], pose[3 * i + 1], pose[3 * i + 2], pose[9 + i]]),
    0, 0, 0, 1,
  );
}

/** @param {number[]} v @returns {any} */
const vector = (v) => new THREE.Vector3(v[0], v[1], v[2]);

export class Figure {
  /**
   * @param {Robot} robot
   * @param {(mesh: string) => Promise<ArrayBuffer>} mesh
   * @param {() => void} changed
   */
  constructor(robot, mesh, changed) {
    this.robot = robot;
    this.group = new THREE.Group();
    /** @type {any[]} */
    this.bodies = robot.bodies.map((body, b) => {
      const group = new THREE.Group();
      group.matrixAutoUpdate = false;
      group.name = body.name;
      group.userData.body = b;
      this.group.add(group);
      return group;
    });
    this.update();
    this.anchors = this.findAnchors();
    this.scale = this.length();
    robot.bodies.forEach((body, b) => {
      if (body.shapes?.length) {
        addShapes(this.bodies[b], body, mesh, changed);
      } else {
        this.addCapsules(b);
      }
    });
    this.addJoints();
    this.addCuts();
    this.rails = this.addRails();
    this.update();
  }

  /** In each body's frame: where its own joint is, and where those of its children are. */
  findAnchors() {
    const anchors = this.robot.bodies.map(() => ({ own: new THREE.Vector3(), others: /** @type {any[]} */ ([]) }));
    for (const joint of this.robot.description.joints) {
      const bodyFromJoint = matrix(joint.jointFromBody).invert();
      anchors[joint.child].own.setFromMatrixPosition(bodyFromJoint);
      anchors[joint.parent].others.push(vector(joint.parentFromJoint.slice(9)));
    }
    for (const cut of this.robot.description.cuts) {
      anchors[cut.first].others.push(vector(cut.firstFromJoint.slice(9)));
      anchors[cut.second].others.push(vector(cut.secondFromJoint.slice(9)));
    }
    return anchors;
  }

  /** About how large the robot is: the longest way from its base over joints to a mass center. */
  length() {
    const { joints } = this.robot.description;
    const jointOf = new Map(joints.map((joint) => [joint.child, joint]));
    /** @type {number[]} */
    const ways = [0];
    const way = (/** @type {number} */ body) => {
      const joint = jointOf.get(body);
      if (ways[body] === undefined && joint) {
        const from = vector(joint.parentFromJoint.slice(9));
        ways[body] = way(joint.parent) + this.anchors[joint.parent].own.distanceTo(from);
      }
      return ways[body] ?? 0;
    };
    const ends = this.robot.bodies.map(({ mass, center }, b) => {
      const { own, others } = this.anchors[b];
      const points = [...others, ...(mass > 0 ? [vector(center)] : []), ...(b > 0 ? [new THREE.Vector3()] : [])];
      return way(b) + Math.max(0, ...points.map((point) => own.distanceTo(point)));
    });
    return Math.max(0.01, ...ends);
  }

  /** @param {number} color */
  static material(color) {
    return surface({ color });
  }

  /** @param {number} b */
  addCapsules(b) {
    const { own, others } = this.anchors[b];
    const body = this.robot.bodies[b];
    const material = Figure.material(b === 0 ? 0x9aa4b2 : COLORS[b % COLORS.length]);
    const radius = 0.028 * this.scale;
    const ends = others.length ? others : body.mass > 0 ? [vector(body.center)] : [];
    // a body frame at the far end, as Denavit and Hartenberg have it, shows where a last link ends
    if (!others.length && own.length() > radius) {
      ends.push(new THREE.Vector3());
    }
    for (const end of ends) {
      const length = own.distanceTo(end);
      if (length > 0.2 * radius) {
        const capsule = new THREE.Mesh(new THREE.CapsuleGeometry(radius, length, pieces(6), pieces(20)), material);
        capsule.position.copy(own).lerp(end, 0.5);
        capsule.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), end.clone().sub(own).normalize());
        this.bodies[b].add(capsule);
      }
    }
    if (b > 0 && !others.length && body.mass > 0) {
      this.addBox(b, material);
    }
  }

  /** The box of even density that has the body's inertia. @param {number} b @param {any} material */
  addBox(b, material) {
    const body = this.robot.bodies[b];
    const { moments, axes } = principal(body.tensor);
    const most = 0.35 * this.scale;
    const least = 0.05 * this.scale;
    const sizes = boxSizes(body.mass, moments).map((x) => Math.min(most, Math.max(least, x)));
    const box = new THREE.Mesh(new THREE.BoxGeometry(...sizes), material);
    const [x, y, z] = axes.map(vector);
    if (x.clone().cross(y).dot(z) < 0) {
      z.negate();
    }
    box.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(x, y, z));
    box.position.copy(vector(body.center));
    this.bodies[b].add(box);
  }

  /** A drum for what turns, a block for what slides. */
  addJoints() {
    const size = 0.042 * this.scale;
    for (const joint of this.robot.joints) {
      if (this.robot.bodies[joint.child].shapes?.length) {
        continue;
      }
      const geometry =
        joint.kind === "revolute"
          ? new THREE.CylinderGeometry(size, size, 2.1 * size, pieces(28))
          : new THREE.BoxGeometry(1.7 * size, 2.6 * size, 1.7 * size);
      const mesh = new THREE.Mesh(geometry, Figure.material(0x4b5563));
      const bodyFromJoint = matrix(joint.jointFromBody).invert();
      mesh.quaternion.setFromUnitVectors(
        new THREE.Vector3(0, 1, 0),
        vector(joint.axis).transformDirection(bodyFromJoint),
      );
      mesh.position.setFromMatrixPosition(bodyFromJoint);
      mesh.userData.joint = joint.coordinate;
      this.bodies[joint.child].add(mesh);
    }
  }

  /** A drum or a ball where a loop is closed. */
  addCuts() {
    const size = 0.04 * this.scale;
    for (const cut of this.robot.description.cuts) {
      if (this.robot.bodies[cut.first].shapes?.length) {
        continue;
      }
      const round = cut.kind === "revolute"
        ? new THREE.CylinderGeometry(size, size, 2.1 * size, pieces(28)).rotateX(Math.PI / 2)
        : new THREE.SphereGeometry(size, pieces(24), pieces(16));
      const mesh = new THREE.Mesh(round, Figure.material(0x4b5563));
      mesh.applyMatrix4(matrix(cut.firstFromJoint));
      this.bodies[cut.first].add(mesh);
    }
  }

  /** What slides is seen to slide on something. */
  addRails() {
    return this.robot.joints
      .filter((joint) => joint.kind === "prismatic" && !this.robot.bodies[joint.child].shapes?.length)
      .map((joint) => {
        const rail = new THREE.Mesh(
          new THREE.CylinderGeometry(0.014 * this.scale, 0.014 * this.scale, 1, 12),
          Figure.material(0x9aa4b2),
        );
        this.bodies[joint.parent].add(rail);
        return { joint, rail };
      });
  }

  /** Puts the bodies where the robot has them. */
  update() {
    const p = this.robot.poses;
    this.bodies.forEach((group, b) => {
      const k = 12 * b;
      group.matrix.set(
        p[k], p[k + 1], p[k + 2], p[k + 9],
        p[k + 3], p[k + 4], p[k + 5], p[k + 10],
        p[k + 6], p[k + 7], p[k + 8], p[k + 11],
        0, 0, 0, 1,
      );
      group.matrixWorldNeedsUpdate = true;
    });
    for (const { joint, rail } of this.rails ?? []) {
      const frame = matrix(joint.parentFromJoint);
      const q = this.robot.q[joint.coordinate];
      const along = vector(joint.axis).normalize().transformDirection(frame);
      rail.position.setFromMatrixPosition(frame).addScaledVector(along, q / 2);
      rail.scale.set(1, Math.max(1e-6, Math.abs(q)), 1);
      rail.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along);
    }
  }

  /** The space that it takes. */
  box() {
    this.group.updateMatrixWorld(true);
    const box = new THREE.Box3();
    this.bodies.forEach((body) => box.expandByObject(body));
    if (box.isEmpty()) {
      box.set(new THREE.Vector3(-0.5, -0.5, 0), new THREE.Vector3(0.5, 0.5, 1));
    }
    return box;
  }

  /** Marks what belongs to a joint. @param {number} coordinate */
  highlight(coordinate) {
    const child = this.robot.joints[coordinate]?.child;
    this.bodies.forEach((group, b) =>
      group.traverse((/** @type {any} */ part) => {
        if (part.isMesh && part.material.emissive) {
          if (!part.userData.plain) {
            part.material = part.material.clone();
            part.userData.plain = true;
          }
          part.material.emissive.set(b === child ? 0x1f6feb : 0x000000);
          part.material.emissiveIntensity = b === child ? 0.32 : 0;
        }
      }),
    );
  }
}
