/** Principal axes of inertia tensors. */

/**
 * Eigenvalues and eigenvectors of a symmetric matrix by Jacobi's rotations.
 * @param {number[]} tensor xx, xy, xz, yy, yz, zz
 * @returns {{moments: number[], axes: number[][]}} axes are columns of a rotation
 */
export function principal([xx, xy, xz, yy, yz, zz]) {
  const a = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 20; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      if (Math.abs(a[p][q]) > 1e-14 * (Math.abs(a[p][p]) + Math.abs(a[q][q]))) {
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const c = 1 / Math.hypot(t, 1);
        const s = t * c;
        for (let k = 0; k < 3; k++) {
          [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
        }
        for (let k = 0; k < 3; k++) {
          [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
          [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
        }
      }
    }
  }
  const axes = [0, 1, 2].map((k) => v.map((row) => row[k]));
  return { moments: [0, 1, 2].map((k) => a[k][k]), axes };
}

/**
 * Lengths of the box of even density that has a mass and principal moments; zero where no body has them.
 * @param {number} mass
 * @param {number[]} moments
 */
export function boxSizes(mass, [x, y, z]) {
  const length = (/** @type {number} */ twice) => (mass > 0 ? Math.sqrt(Math.max(0, (6 * twice) / mass)) : 0);
  return [length(y + z - x), length(x + z - y), length(x + y - z)];
}
