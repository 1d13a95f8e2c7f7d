/** Small dense systems of equations. */

/**
 * Solves A x = b for a positive definite matrix by Cholesky's factors; false where there are none. The matrix is lost.
 * @param {Float64Array} a n × n, by rows
 * @param {Float64Array} b becomes x
 */
export function solvePositive(a, b) {
  const n = b.length;
  for (let j = 0; j < n; j++) {
    let d = a[j * n + j];
    for (let k = 0; k < j; k++) {
      d -= a[j * n + k] ** 2;
    }
    if (!(d > 0)) {
      return false;
    }
    const l = Math.sqrt(d);
    a[j * n + j] = l;
    for (let i = j + 1; i < n; i++) {
      let s = a[i * n + j];
      for (let k = 0; k < j; k++) {
        s -= a[i * n + k] * a[j * n + k];
      }
      a[i * n + j] = s / l;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      b[i] -= a[i * n + k] * b[k];
    }
    b[i] /= a[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) {
      b[i] -= a[k * n + i] * b[k];
    }
    b[i] /= a[i * n + i];
  }
  return true;
}

/**
 * The x that makes |J x − r|² + damping |x|² least; null where the equations say nothing about it.
 * @param {number[][]} rows of J
 * @param {number[]} r
 * @param {number} damping
 */
export function leastSquares(rows, r, damping) {
  const n = rows[0]?.length ?? 0;
  const a = new Float64Array(n * n);
  const b = new Float64Array(n);
  rows.forEach((row, k) => {
    for (let i = 0; i < n; i++) {
      if (row[i] !== 0) {
        b[i] += row[i] * r[k];
        for (let j = 0; j <= i; j++) {
          a[i * n + j] += row[i] * row[j];
        }
      }
    }
  });
  for (let i = 0; i < n; i++) {
    a[i * n + i] += damping;
    for (let j = 0; j < i; j++) {
      a[j * n + i] = a[i * n + j];
    }
  }
  return solvePositive(a, b) ? b : null;
}
