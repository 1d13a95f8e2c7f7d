// Draws the plots of a report. Plots over the same range of the same abscissa share cursor and zoom; names of curves switch them.
(() => {
  'use strict';
  // asked of the parser, so that no page holds an address
  const SVG = Object.assign(document.createElement('template'), {innerHTML: '<svg></svg>'}).content.firstChild.namespaceURI;
  const LEFT = 52, RIGHT = 8, TOP = 8, BOTTOM = 34;
  const abscissae = JSON.parse(document.getElementById('abscissae').textContent);

  /** 1, 2 or 5 times a power of ten, about so many of them. */
  function stepOf(extent, count) {
    const rough = extent / Math.max(1, count);
    const power = 10 ** Math.floor(Math.log10(rough));
    const factor = rough / power;
    return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
  }

  function ticks(low, high, count) {
    const step = stepOf(high - low, count);
    const values = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) values.push(k * step);
    return {step, values};
  }

  /** A number with the digits that tell neighbors of a step apart. */
  function text(value, step) {
    if (Math.abs(value) < 1e-9 * step) return '0';
    const size = Math.max(Math.abs(value), step);
    if (size >= 1e5 || size < 1e-3) {
      const digits = Math.max(0, Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(step)));
      return value.toExponential(Math.min(digits, 6)).replace('e+', 'e').replace('-', '−').replace('e-', 'e−');
    }
    return value.toFixed(Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)))).replace('-', '−');
  }

  function make(parent, name, attributes = {}) {
    const node = parent instanceof SVGElement || name === 'svg'
      ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    parent.appendChild(node);
    return node;
  }

  /** Plots over the same abscissa. */
  class Group {
    plots = [];
    window = null;
    cursor = null;
    zoom(window) { this.window = window; this.plots.forEach(plot => plot.draw()); }
    point(x) { this.cursor = x; this.plots.forEach(plot => plot.drawCursor()); }
    range() {
      const all = this.plots.map(plot => plot.own);
      return [Math.min(...all.map(r => r[0])), Math.max(...all.map(r => r[1]))];
    }
  }

  class Plot {
    constructor(host, groups) {
      this.host = host;
      const data = JSON.parse(host.querySelector('script').textContent);
      this.data = data;
      this.height = Number(host.dataset.height);
      this.curves = data.curves.map((curve, k) => ({
        name: curve.name, other: Boolean(curve.other), x: Array.isArray(curve.x) ? curve.x : abscissae[curve.x], y: curve.y,
        color: `var(--curve${(curve.color ?? k) % 8})`, shown: true}));
      this.own = [Infinity, -Infinity];
      for (const curve of this.curves) {
        for (const x of curve.x) { this.own[0] = Math.min(this.own[0], x); this.own[1] = Math.max(this.own[1], x); }
      }
      if (!(this.own[0] <= this.own[1])) this.own = [0, 1];
      const key = data.equal ? Symbol('alone') : [data.x, ...this.own.map(x => x.toPrecision(6))].join();
      if (!groups.has(key)) groups.set(key, new Group());
      this.group = groups.get(key);
      this.group.plots.push(this);
      this.build();
      new ResizeObserver(() => this.draw()).observe(host);
    }

    build() {
      const header = make(this.host, 'header');
      make(header, 'h3').textContent = this.data.title;
      const right = make(header, 'span');
      this.readout = make(right, 'output');
      this.whole = make(right, 'button', {class: 'whole', type: 'button', hidden: ''});
      this.whole.textContent = 'whole';
      this.whole.onclick = () => this.group.zoom(null);
      const area = make(this.host, 'div', {class: this.curves.length > 1 ? 'area named' : 'area'});
      this.svg = make(area, 'svg', {tabindex: '0', role: 'img', 'aria-label': `${this.data.title}, ${this.data.y} over ${this.data.x}`});
      if (this.curves.length > 1) this.buildLegend(area);
      this.listen();
    }

    buildLegend(area) {
      const legend = make(area, 'div', {class: 'legend'});
      for (const curve of this.curves) {
        const button = make(legend, 'button', {type: 'button', 'aria-pressed': 'true', title: 'show or hide'});
        make(button, 'i', {style: `color: ${curve.color}`, class: curve.other ? 'other' : 'own'});
        button.append(curve.name);
        curve.value = make(button, 'output');
        button.onclick = () => {
          curve.shown = !curve.shown;
          button.setAttribute('aria-pressed', String(curve.shown));
          this.draw();
        };
      }
    }

    listen() {
      const at = event => this.toX(event.clientX - this.svg.getBoundingClientRect().left);
      this.svg.addEventListener('pointerdown', event => {
        if (event.pointerType === 'mouse' && event.button === 0) {
          this.from = at(event);
          this.svg.setPointerCapture(event.pointerId);
        }
      });
      this.svg.addEventListener('pointermove', event => { this.to = at(event); this.group.point(this.to); });
      this.svg.addEventListener('pointerup', () => {
        if (this.from !== undefined && this.to !== undefined) {
          const [low, high] = [Math.min(this.from, this.to), Math.max(this.from, this.to)];
          if (high - low > 0.02 * (this.xs[1] - this.xs[0])) this.group.zoom([low, high]);
        }
        this.from = undefined;
        this.drawCursor();
      });
      this.svg.addEventListener('pointerleave', () => { if (this.from === undefined) this.group.point(null); });
      this.svg.addEventListener('dblclick', () => this.group.zoom(null));
      this.svg.addEventListener('keydown', event => this.key(event));
    }

    key(event) {
      const [low, high] = this.xs;
      const x = this.group.cursor ?? (low + high) / 2;
      const near = (factor) => this.group.zoom([x - factor * (x - low), x + factor * (high - x)]);
      if (event.key === 'ArrowLeft') this.group.point(Math.max(low, x - (high - low) / 100));
      else if (event.key === 'ArrowRight') this.group.point(Math.min(high, x + (high - low) / 100));
      else if (event.key === '+') near(0.5);
      else if (event.key === '-') near(2);
      else if (event.key === '0' || event.key === 'Escape') this.group.zoom(null);
      else return;
      event.preventDefault();
    }

    /** What is shown along both axes. */
    ranges() {
      this.xs = this.group.window ?? (this.data.equal ? this.own : this.group.range());
      if (this.xs[0] === this.xs[1]) this.xs = [this.xs[0] - 0.5, this.xs[1] + 0.5];
      let low = Infinity, high = -Infinity;
      for (const curve of this.curves) {
        if (!curve.shown) continue;
        curve.x.forEach((x, k) => {
          const y = curve.y[k];
          if (y !== null && x >= this.xs[0] && x <= this.xs[1] && (!this.data.log || y > 0)) {
            low = Math.min(low, y);
            high = Math.max(high, y);
          }
        });
      }
      if (!(low <= high)) [low, high] = this.data.log ? [1, 10] : [-1, 1];
      if (this.data.log) { this.ys = this.decades(low, high); return; }
      const size = Math.max(Math.abs(low), Math.abs(high));
      // nothing but zero has an axis of ones
      const extent = this.data.fine ? Math.max(high - low, 1e-9 * size, 1e-300)
        : size < 1e-10 ? 2 : Math.max(high - low, 1e-9 * size);
      const [lower, upper] = this.data.limits ?? [null, null];
      if (upper !== null && upper - high < 2 * extent) high = Math.max(high, upper);
      if (lower !== null && low - lower < 2 * extent) low = Math.min(low, lower);
      const middle = (low + high) / 2, half = 0.5 * Math.max(high - low, extent) * 1.14;
      this.ys = [middle - half, middle + half];
      if (this.data.equal) this.equalize();
    }

    decades(low, high) {
      const from = Math.floor(Math.log10(low) + 1e-9), to = Math.ceil(Math.log10(high) - 1e-9);
      return [from, Math.max(to, from + 1)];
    }

    /** The same scale along both axes. */
    equalize() {
      const w = this.width - LEFT - RIGHT, h = this.height - TOP - BOTTOM;
      const margin = 0.05 * (this.xs[1] - this.xs[0]);
      const scale = Math.min(w / (this.xs[1] - this.xs[0] + 2 * margin), h / (this.ys[1] - this.ys[0]));
      const x = (this.xs[0] + this.xs[1]) / 2, y = (this.ys[0] + this.ys[1]) / 2;
      this.xs = [x - w / scale / 2, x + w / scale / 2];
      this.ys = [y - h / scale / 2, y + h / scale / 2];
    }

    px(x) { return LEFT + (x - this.xs[0]) / (this.xs[1] - this.xs[0]) * (this.width - LEFT - RIGHT); }
    py(y) {
      const v = this.data.log ? Math.log10(y) : y;
      return this.height - BOTTOM - (v - this.ys[0]) / (this.ys[1] - this.ys[0]) * (this.height - TOP - BOTTOM);
    }
    toX(px) {
      const share = (px - LEFT) / (this.width - LEFT - RIGHT);
      return this.xs[0] + Math.min(1, Math.max(0, share)) * (this.xs[1] - this.xs[0]);
    }

    draw() {
      this.host.classList.toggle('wide', this.host.clientWidth >= 520);
      this.width = Math.max(160, Math.floor(this.svg.getBoundingClientRect().width));
      this.svg.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
      this.svg.style.height = `${this.height}px`;
      this.ranges();
      this.whole.hidden = this.group.window === null;
      this.svg.replaceChildren();
      this.drawAxes();
      this.drawLimits();
      const clip = make(make(this.svg, 'defs'), 'clipPath', {id: `clip${Plot.count = (Plot.count ?? 0) + 1}`});
      make(clip, 'rect', {x: LEFT, y: TOP, width: this.width - LEFT - RIGHT, height: this.height - TOP - BOTTOM});
      const inside = make(this.svg, 'g', {'clip-path': `url(#${clip.id})`});
      for (const curve of this.curves) {
        if (curve.shown) {
          make(inside, 'path', {class: curve.other ? 'curve other' : 'curve', style: `stroke: ${curve.color}`, d: this.path(curve)});
        }
      }
      this.overlay = make(this.svg, 'g');
      this.drawCursor();
    }

    path(curve) {
      let d = '', pen = 'M';
      curve.x.forEach((x, k) => {
        const y = curve.y[k];
        if (y === null || (this.data.log && y <= 0)) { pen = 'M'; return; }
        d += `${pen}${this.px(x).toFixed(1)} ${this.py(y).toFixed(1)}`;
        pen = 'L';
      });
      return d || 'M0 0';
    }

    drawAxes() {
      const bottom = this.height - BOTTOM, right = this.width - RIGHT;
      const across = ticks(...this.xs, (this.width - LEFT) / 80);
      for (const x of across.values) {
        make(this.svg, 'path', {class: 'grid', d: `M${this.px(x)} ${TOP}V${bottom}`});
        make(this.svg, 'text', {x: this.px(x), y: bottom + 14, 'text-anchor': 'middle'}).textContent = text(x, across.step);
      }
      const up = this.data.log ? this.decadeTicks() : ticks(...this.ys, (this.height - TOP - BOTTOM) / 36);
      for (const y of up.values) {
        make(this.svg, 'path', {class: 'grid', d: `M${LEFT} ${this.py(y)}H${right}`});
        make(this.svg, 'text', {x: LEFT - 5, y: this.py(y) + 3.5, 'text-anchor': 'end'}).textContent =
          this.data.log ? this.decade(y) : text(y, up.step);
      }
      make(this.svg, 'text', {x: (LEFT + right) / 2, y: this.height - 4, 'text-anchor': 'middle'}).textContent = this.data.x;
      const label = make(this.svg, 'text', {transform: `translate(10 ${(TOP + bottom) / 2}) rotate(-90)`, 'text-anchor': 'middle'});
      label.textContent = this.data.y;
    }

    decadeTicks() {
      const values = [], every = Math.ceil((this.ys[1] - this.ys[0]) / ((this.height - TOP - BOTTOM) / 26));
      for (let k = this.ys[0]; k <= this.ys[1]; k += every) values.push(10 ** k);
      return {values, step: 1};
    }

    decade(y) {
      const k = Math.round(Math.log10(y));
      return k >= -2 && k <= 3 ? String(Number((10 ** k).toPrecision(1))) : `1e${String(k).replace('-', '−')}`;
    }

    drawLimits() {
      if (this.data.log) return;
      const right = this.width - RIGHT, bottom = this.height - BOTTOM;
      for (const band of this.data.ranges ?? []) {
        const [y1, y2] = [this.py(Math.min(band[1], this.ys[1])), this.py(Math.max(band[0], this.ys[0]))];
        const [x1, x2] = [Math.max(LEFT, this.px(band[2] ?? this.xs[0])), Math.min(right, this.px(band[3] ?? this.xs[1]))];
        if (y2 > y1 && x2 > x1) make(this.svg, 'rect', {class: 'range', x: x1, y: y1, width: x2 - x1, height: y2 - y1});
      }
      const [lower, upper] = this.data.limits ?? [null, null];
      if (upper !== null && upper < this.ys[1]) this.drawLimit(upper, TOP, this.py(upper), right);
      if (lower !== null && lower > this.ys[0]) this.drawLimit(lower, this.py(lower), bottom, right);
    }

    drawLimit(limit, top, bottom, right) {
      make(this.svg, 'rect', {class: 'beyond', x: LEFT, y: top, width: right - LEFT, height: Math.max(0, bottom - top)});
      make(this.svg, 'path', {class: 'limit', d: `M${LEFT} ${this.py(limit)}H${right}`});
    }

    /** A vertical line, the values there, and what is being chosen. */
    drawCursor() {
      if (!this.overlay) return;
      this.overlay.replaceChildren();
      const x = this.group.cursor;
      const inside = x !== null && x >= this.xs[0] && x <= this.xs[1];
      const step = Math.max((this.ys[1] - this.ys[0]) / 1e4, 1e-300);
      this.readout.textContent = '';
      if (this.from !== undefined && this.to !== undefined) {
        const [a, b] = [this.px(this.from), this.px(this.to)];
        make(this.overlay, 'rect', {class: 'chosen', x: Math.min(a, b), y: TOP, width: Math.abs(a - b), height: this.height - TOP - BOTTOM});
      }
      if (inside) {
        make(this.overlay, 'path', {class: 'cursor', d: `M${this.px(x)} ${TOP}V${this.height - BOTTOM}`});
        this.readout.textContent = `${this.data.x.replace(/ \(.*/, '')} ${text(x, (this.xs[1] - this.xs[0]) / 1e3)}`;
      }
      for (const curve of this.curves) {
        const y = inside && curve.shown ? this.valueAt(curve, x) : null;
        const words = y === null ? '' : this.data.log ? y.toPrecision(3) : text(y, 10 ** Math.floor(Math.log10(step)));
        if (curve.value) curve.value.textContent = words;
        else if (words) this.readout.textContent += `: ${words}`;
        if (y !== null && (!this.data.log || y > 0)) {
          make(this.overlay, 'circle', {cx: this.px(x), cy: this.py(y), r: 2.6, style: `fill: ${curve.color}`});
        }
      }
    }

    /** On the line between the samples around x; nothing beyond the curve, or where it turns back. */
    valueAt(curve, x) {
      const {x: xs, y: ys} = curve;
      let low = 0, high = xs.length - 1;
      if (this.data.equal || high < 0 || x < xs[0] || x > xs[high]) return null;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (xs[middle] <= x) low = middle; else high = middle;
      }
      if (ys[low] === null || ys[high] === null) return null;
      const width = xs[high] - xs[low];
      return width > 0 ? ys[low] + (ys[high] - ys[low]) * (x - xs[low]) / width : ys[low];
    }
  }

  const groups = new Map();
  const plots = [...document.querySelectorAll('.plot')].map(host => new Plot(host, groups));
  plots.forEach(plot => plot.draw());
})();
