/** Shapes that a robot's file gives: boxes, cylinders, spheres, capsules, and meshes of STL, OBJ and Collada files. */

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

/** @param {ArrayBuffer} bytes @param {any} look */
function stl(bytes, look) {
  const geometry = new STLLoader().parse(bytes);
  if (!(geometry.attributes.position?.count > 0)) {
    throw new Error("it has no triangles");
  }
  return new THREE.Mesh(geometry, look);
}

/**
 * The scene of a Collada file in its own axes, as robots' files mean it; textures are left out.
 * @param {string} text
 * @param {Shape} shape
 */
async function collada(text, shape) {
  if (new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror")) {
    throw new Error("it is no XML");
  }
  const { ColladaParser } = await import("three/ColladaParser.js");
  const { ColladaComposer } = await import("three/ColladaComposer.js");
  const { library, asset, collada: root } = new ColladaParser().parse(text);
  const textures = { load: () => new THREE.Texture() };
  const { scene } = new ColladaComposer(library, root, textures, textures).compose();
  scene.traverse((/** @type {any} */ part) => {
    if (part.isMesh) {
      const own = [part.material].flat()[0];
      part.material = shape.color || !own?.color ? material(shape) : surface({ color: own.color, side: THREE.DoubleSide });
    }
  });
  scene.rotation.set(0, 0, 0);
  scene.scale.setScalar(asset.unit);
  return new THREE.Group().add(scene);
}

/** @param {string} name @param {ArrayBuffer} bytes @param {Shape} shape @returns {Promise<any>} */
async function parse(name, bytes, shape) {
  if (/\.dae$/i.test(name)) {
    return collada(new TextDecoder().decode(bytes), shape);
  }
  const look = material(shape);
  if (/\.stl$/i.test(name)) {
    return stl(bytes, look);
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
  throw new Error("only meshes of STL, OBJ and Collada files are drawn");
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
        .then(async (bytes) => {
          const object = await parse(file, bytes, shape);
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
