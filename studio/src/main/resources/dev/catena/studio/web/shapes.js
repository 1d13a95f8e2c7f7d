/** Shapes that a robot's file gives: boxes, cylinders, spheres, capsules, and meshes of STL and OBJ files. */

import * as THREE from "three";
import { OBJLoader } from "three/OBJLoader.js";
import { STLLoader } from "three/STLLoader.js";
import { problem } from "studio/dom.js";
import { matrix } from "studio/figure.js";
import { pieces, surface } from "studio/look.js";

/**
 * @typedef {{kind: string, pose: number[], sizes?: number[], mesh?: string, file?: string, scale?: number[],
 *   color?: number[], missing?: string}} Shape
 */

/** @param {Shape} shape */
function material(shape) {
  const [r, g, b, a] = shape.color ?? [0.82, 0.85, 0.89, 1];
  return surface({
    color: new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace),
    transparent: a < 1,
    opacity: a,
    side: THREE.DoubleSide,
  });
}

/** @param {Shape} shape @returns {any} */
function primitive(shape) {
  const s = shape.sizes ?? [];
  switch (shape.kind) {
    case "box":
      return new THREE.BoxGeometry(s[0], s[1], s[2]);
    case "sphere":
      return new THREE.SphereGeometry(s[0], pieces(32), pieces(20));
    case "cylinder":
      return new THREE.CylinderGeometry(s[0], s[0], s[1], pieces(40)).rotateX(Math.PI / 2);
    case "capsule":
      return new THREE.CapsuleGeometry(s[0], s[1], pieces(8), pieces(32)).rotateX(Math.PI / 2);
    case "ellipsoid":
      return new THREE.SphereGeometry(1, pieces(32), pieces(20)).scale(s[0], s[1], s[2]);
    default:
      return null;
  }
}

/** A red outline where a mesh should be. @param {any} place @param {string} why */
function missing(place, why) {
  const edges = new THREE.EdgesGeometry(new THREE.BoxGeometry(0.1, 0.1, 0.1));
  place.add(new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: 0xd1242f })));
  problem(why);
}

/** @param {string} name @param {ArrayBuffer} bytes @param {any} look @returns {any} */
function parse(name, bytes, look) {
  if (/\.stl$/i.test(name)) {
    return new THREE.Mesh(new STLLoader().parse(bytes), look);
  }
  if (/\.obj$/i.test(name)) {
    const object = new OBJLoader().parse(new TextDecoder().decode(bytes));
    object.traverse((/** @type {any} */ part) => {
      if (part.isMesh) {
        part.material = look;
      }
    });
    return object;
  }
  throw new Error("only meshes of STL and OBJ files are drawn");
}

/**
 * @param {any} group
 * @param {{name: string, shapes?: Shape[]}} body
 * @param {(mesh: string) => Promise<ArrayBuffer>} fetchMesh
 * @param {() => void} changed
 */
export function addShapes(group, body, fetchMesh, changed) {
  for (const shape of body.shapes ?? []) {
    const place = new THREE.Group();
    place.matrixAutoUpdate = false;
    place.matrix.copy(matrix(shape.pose));
    group.add(place);
    if (shape.missing) {
      missing(place, `${body.name}: ${shape.missing}`);
    } else if (shape.mesh !== undefined) {
      const file = String(shape.file);
      fetchMesh(shape.mesh)
        .then((bytes) => {
          const object = parse(file, bytes, material(shape));
          object.scale.fromArray(shape.scale ?? [1, 1, 1]);
          place.add(object);
        })
        .catch((error) => missing(place, `${body.name}: mesh ${file} cannot be shown: ${error.message}`))
        .finally(changed);
    } else {
      const geometry = primitive(shape);
      if (geometry) {
        place.add(new THREE.Mesh(geometry, material(shape)));
      } else {
        missing(place, `${body.name}: a shape of kind ${shape.kind} cannot be shown`);
      }
    }
  }
}
