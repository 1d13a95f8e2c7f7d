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

/** Columns as Q R by Gram and Schmidt's process, done twice so that Q is orthonormal to rounding. */
export class Columns {
  /** @param {number[][]} rows of a matrix whose columns are independent */
  constructor(rows) {
    const n = rows[0]?.length ?? 0;
    /** Whether the columns are independent. */
    this.regular = true;
    /** @type {number[][]} columns of Q */
    this.q = [];
    /** @type {number[][]} rows of R */
    this.r = Array.from({ length: n }, () => new Array(n).fill(0));
    for (let j = 0; j < n; j++) {
      const v = rows.map((row) => row[j]);
      const before = Math.hypot(...v);
      for (let pass = 0; pass < 2; pass++) {
        this.q.forEach((u, i) => {
          const part = u.reduce((sum, x, k) => sum + x * v[k], 0);
          this.r[i][j] += part;
          u.forEach((x, k) => (v[k] -= part * x));
        });
      }
      const length = Math.hypot(...v);
      this.regular &&= length > 1e-9 * before;
      this.r[j][j] = length;
      this.q.push(v.map((x) => x / length));
    }
  }

  /** The x that makes |A x − b| least. @param {number[]} b */
  solve(b) {
    const x = this.q.map((u) => u.reduce((sum, value, k) => sum + value * b[k], 0));
    for (let i = x.length - 1; i >= 0; i--) {
      for (let j = i + 1; j < x.length; j++) {
        x[i] -= this.r[i][j] * x[j];
      }
      x[i] /= this.r[i][i];
    }
    return x;
  }

  /** The shortest y with Aᵀ y = c. @param {number[]} c */
  solveTransposed(c) {
    const z = [...c];
    for (let i = 0; i < z.length; i++) {
      for (let j = 0; j < i; j++) {
        z[i] -= this.r[j][i] * z[j];
      }
      z[i] /= this.r[i][i];
    }
    return (this.q[0] ?? []).map((_, k) => this.q.reduce((sum, u, i) => sum + u[k] * z[i], 0));
  }
}
