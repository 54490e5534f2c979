// The board: drawn in SVG, and told apart into what stands on it, what can be done on it, and what is shown about it.
//
// It knows nothing of rules. Whoever uses it is told which square was pressed, dragged or left, and says what to show.

import { html, svg } from './dom.js';
import { colourOf, pieceName } from './position.js';

const SIZE = 100;
const KNIGHT = 'M-21 27 H23 C25 2 21 -15 4 -27 L1 -38 L-8 -29 C-21 -24 -27 -11 -32 2 L-25 12 L-9 4 C-6 9 -17 15 -21 27 Z';

export class BoardView {
  #root;
  #svg;
  #layers = {};
  #squares = new Map();
  #drag = null;
  #focus = null;
  #label = 0;
  board = null;
  turned = false;

  /** `on`: `press(square)`, `drop(from, to)` (`to` is null off the board), `grab(square)` says whether a drag may start,
   *  `escape()`, `key(event, square)`. */
  constructor(root, on) {
    this.#root = root;
    this.on = on;
  }

  /** Draws an empty board. */
  setBoard(board, turned) {
    if (this.board === board && this.turned === turned) return;
    this.board = board;
    this.turned = turned;
    // Larger boards are drawn smaller, but for their labels.
    this.#label = 15 + board.ranks;
    const margin = this.#label * 1.6;
    const [width, height] = [board.files * SIZE + margin, board.ranks * SIZE + margin];
    this.#svg = svg('svg', {
      viewBox: `${-margin} 0 ${width} ${height}`, role: 'group', 'aria-label': `${board.title} board`, class: 'board',
      'data-game': board.game,
    });
    this.#squares.clear();
    for (const name of ['ground', 'labels', 'arrows', 'pieces', 'marks', 'hits']) {
      this.#layers[name] = svg('g', { class: name, 'aria-hidden': name === 'hits' ? null : 'true' });
      this.#svg.append(this.#layers[name]);
    }
    this.#drawGround();
    this.#listen();
    this.#root.replaceChildren(this.#svg);
    this.#focus = null;
  }

  /** The middle of a square. */
  middle(name) {
    const { file, rank } = this.board.place(name);
    const { files, ranks } = this.board;
    const [x, y] = this.turned ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
    return { x: (x + 0.5) * SIZE, y: (y + 0.5) * SIZE };
  }

  /**
   * Shows pieces (by square) and what is to be seen about them: `labels` (what a screen reader says of a square beyond its
   * piece), `grabs` (squares whose piece can be dragged), `arrows`, `marks`, `last` (squares of the last move).
   */
  show({ pieces, labels = new Map(), grabs = new Set(), arrows = [], marks = [], last = [], selected = null }) {
    this.#layers.pieces.replaceChildren(...[...pieces].map(([name, piece]) => this.#piece(name, piece)));
    this.showArrows(arrows);
    this.#layers.marks.replaceChildren(...marks.map((mark) => this.#mark(mark)));
    for (const [name, { ground, hit }] of this.#squares) {
      const piece = pieces.get(name);
      const what = [name, piece ? pieceName(piece) : 'empty', labels.get(name)].filter(Boolean).join(', ');
      hit.setAttribute('aria-label', what);
      hit.classList.toggle('grab', grabs.has(name));
      hit.setAttribute('aria-pressed', String(name === selected));
      ground.classList.toggle('last', last.includes(name));
      ground.classList.toggle('selected', name === selected);
    }
  }

  /** Shows other arrows and leaves the rest. */
  showArrows(arrows) {
    this.#layers.arrows.replaceChildren(...arrows.map((arrow) => this.#arrow(arrow)));
  }

  /** Lets the piece on the last square of a path glide along it. */
  glide(path) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const piece = this.#layers.pieces.querySelector(`[data-square="${path.at(-1)}"]`);
    const end = this.middle(path.at(-1));
    const frames = path.map((name) => {
      const { x, y } = this.middle(name);
      return { transform: `translate(${x}px, ${y}px)` };
    });
    piece?.animate(frames, { duration: 140 + 110 * (path.length - 1), easing: 'ease-in-out' });
    piece?.setAttribute('transform', `translate(${end.x} ${end.y})`);
  }

  /** Moves the keyboard to a square. */
  focus(name) {
    this.#roam(name);
    this.#squares.get(name)?.hit.focus();
  }

  #drawGround() {
    const { board } = this;
    for (const name of board.squares) {
      const { x, y } = this.middle(name);
      const { file, rank } = board.place(name);
      const castle = board.castleOf(name);
      const kind = castle ? 'castle' : (file + rank) % 2 ? 'light' : 'dark';
      const box = { x: x - 48, y: y - 48, width: 96, height: 96, rx: 12 };
      const ground = svg('g', { class: `square ${kind}` }, svg('rect', box));
      if (castle) ground.append(svg('path', { class: 'tower', d: `M${x - 30} ${y + 30} v-48 h12 v12 h12 v-12 h12 v12 h12 v-12 h12 v48 z` }));
      this.#layers.ground.append(ground);
      const hit = svg('rect', { ...box, class: 'hit', role: 'button', tabindex: -1, 'data-square': name });
      this.#layers.hits.append(hit);
      this.#squares.set(name, { ground, hit });
    }
    const { files, ranks } = board;
    for (let file = 0; file < files; file++) {
      const x = ((this.turned ? files - 1 - file : file) + 0.5) * SIZE;
      this.#layers.labels.append(svg('text', { x, y: ranks * SIZE + this.#label * 1.1, 'font-size': this.#label }, String.fromCharCode(65 + file)));
    }
    for (let rank = 0; rank < ranks; rank++) {
      const y = ((this.turned ? rank : ranks - 1 - rank) + 0.5) * SIZE + this.#label * 0.36;
      this.#layers.labels.append(svg('text', { x: -this.#label * 0.8, y, 'font-size': this.#label }, String(rank + 1)));
    }
    const [first] = board.squares;
    this.#roam(first);
  }

  #piece(name, piece) {
    const { x, y } = this.middle(name);
    const knight = piece.toUpperCase() === 'K';
    const shape = pieceShape(knight);
    return svg('g', { class: `piece ${colourOf(piece)}`, 'data-square': name, 'data-piece': piece, transform: `translate(${x} ${y})` }, ...shape);
  }

  #arrow({ path, value, strength, best, captures = [] }) {
    const points = path.map((name) => this.middle(name));
    const [last, before] = [points.at(-1), points.at(-2)];
    const length = Math.hypot(last.x - before.x, last.y - before.y);
    const [dx, dy] = [(last.x - before.x) / length, (last.y - before.y) / length];
    const tip = { x: last.x - dx * 14, y: last.y - dy * 14 };
    const wing = best ? 17 : 12;
    const neck = { x: tip.x - dx * wing * 1.5, y: tip.y - dy * wing * 1.5 };
    const line = [...points.slice(0, -1), neck];
    const [from, next] = line;
    const run = Math.hypot(next.x - from.x, next.y - from.y);
    const start = { x: from.x + ((next.x - from.x) / run) * 30, y: from.y + ((next.y - from.y) / run) * 30 };
    const d = `M${start.x} ${start.y} ${line.slice(1).map(({ x, y }) => `L${x} ${y}`).join(' ')}`;
    const head = `M${tip.x} ${tip.y} L${neck.x - dy * wing} ${neck.y + dx * wing} L${neck.x + dy * wing} ${neck.y - dx * wing} Z`;
    const crosses = captures.map((name) => {
      const { x, y } = this.middle(name);
      return svg('path', { class: 'cross', d: `M${x - 16} ${y - 16} l32 32 M${x + 16} ${y - 16} l-32 32` });
    });
    return svg('g', { class: `arrow ${value ?? 'plain'}${best ? ' best' : ''}`, opacity: strength }, svg('path', { class: 'shaft', d }), svg('path', { class: 'head', d: head }), ...crosses);
  }

  #mark({ square, value, strength = 1, text, ring }) {
    const { x, y } = this.middle(square);
    if (ring) return svg('circle', { class: `ring ${value ?? 'plain'}`, cx: x, cy: y, r: 43, opacity: strength });
    return svg('g', { class: `mark ${value ?? 'plain'}` }, svg('circle', { cx: x, cy: y, r: 21, opacity: strength }), text ? svg('text', { x, y: y + 7 }, text) : null);
  }

  #listen() {
    const square = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.('.hit')?.dataset.square ?? null;
    this.#svg.addEventListener('pointerdown', (event) => {
      const name = event.target.dataset?.square;
      if (!name || event.button !== 0) return;
      this.#roam(name);
      this.#drag = { from: name, x: event.clientX, y: event.clientY, may: this.on.grab(name), ghost: null };
    });
    const move = (event) => {
      const drag = this.#drag;
      if (!drag?.may) return;
      if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6) {
        drag.ghost = this.#layers.pieces.querySelector(`[data-square="${drag.from}"]`);
        drag.ghost?.classList.add('dragged');
        this.on.lift?.(drag.from);
        drag.ghost = this.#layers.pieces.querySelector(`[data-square="${drag.from}"]`);
      }
      if (!drag.ghost) return;
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
      drag.ghost.setAttribute('transform', `translate(${point.x} ${point.y})`);
    };
    const up = (event) => {
      const drag = this.#drag;
      this.#drag = null;
      if (!drag) return;
      const to = square(event);
      if (drag.ghost && to !== drag.from) this.on.drop(drag.from, to);
      else if (drag.ghost) this.on.drop(drag.from, drag.from);
      else if (to === drag.from) this.on.press(to);
    };
    this.#svg.addEventListener('pointermove', move);
    this.#svg.addEventListener('pointerup', up);
    this.#svg.addEventListener('pointercancel', () => {
      if (this.#drag?.ghost) this.on.drop(this.#drag.from, this.#drag.from);
      this.#drag = null;
    });
    this.#svg.addEventListener('pointerleave', (event) => {
      if (this.#drag?.ghost && event.pointerType === 'mouse' && event.buttons === 0) up(event);
    });
    this.#svg.addEventListener('keydown', (event) => this.#key(event));
  }

  #key(event) {
    const name = event.target.dataset?.square;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (steps[event.key]) {
      const [dx, dy] = steps[event.key].map((step) => (this.turned ? -step : step));
      const { file, rank } = this.board.place(name);
      // On a board of ranks of different lengths a step up or down may have to move sideways too.
      const beside = dy ? [0, -1, 1] : [0];
      const next = beside.map((side) => this.board.at(file + dx + side, rank + dy)).find(Boolean);
      if (next) this.focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.on.press(name);
    } else if (event.key === 'Escape') {
      this.on.escape();
    } else if (!this.on.key?.(event, name)) {
      return;
    }
    event.preventDefault();
  }

  /** Makes one square the one that the Tab key reaches. */
  #roam(name) {
    this.#squares.get(this.#focus)?.hit.setAttribute('tabindex', -1);
    this.#squares.get(name)?.hit.setAttribute('tabindex', 0);
    this.#focus = name;
  }
}

/** The drawing of a piece, around the origin. */
function pieceShape(knight) {
  const disc = svg('circle', { class: 'disc', r: 37 });
  return knight ? [disc, svg('path', { class: 'emblem', d: KNIGHT, transform: 'translate(2 3) scale(.72)' })] : [disc, svg('circle', { class: 'rim', r: 24 })];
}

/** A piece on its own, for the tray. */
export function pieceIcon(piece) {
  const shape = svg('g', { class: `piece ${colourOf(piece)}` }, ...pieceShape(piece.toUpperCase() === 'K'));
  return html('span', { class: 'icon' }, svg('svg', { viewBox: '-42 -42 84 84', 'aria-hidden': 'true' }, shape));
}
