// Setting up a position: pieces dragged from a tray, or put down by keys. Whether the rules allow it the server says.

import { pieceIcon } from './board.js';
import { html } from './dom.js';
import { format, other, parse, pieceName, title } from './position.js';

const PIECES = ['K', 'M', 'k', 'm'];

export class Editor {
  #tray;
  #view;
  #probe;
  #holding = 'K';
  #asked = 0;
  setup = null;

  /** `done(text)` is called with a position that the server accepts, `cancel()` when the set-up is left. */
  constructor(tray, view, probe, { done, cancel, say }) {
    this.#tray = tray;
    this.#view = view;
    this.#probe = probe;
    this.done = done;
    this.cancel = cancel;
    this.say = say;
  }

  get isOpen() {
    return this.setup !== null;
  }

  open(text, board) {
    this.board = board;
    this.setup = parse(text, board);
    this.#tray.hidden = false;
    this.#drawTray();
    this.#changed();
  }

  close() {
    this.setup = null;
    this.#tray.hidden = true;
    this.#tray.replaceChildren();
  }

  show() {
    this.#view.show({ pieces: this.setup.pieces, grabs: new Set(this.setup.pieces.keys()) });
  }

  press(square) {
    const { pieces } = this.setup;
    if (pieces.get(square) === this.#holding || this.#holding === null) pieces.delete(square);
    else pieces.set(square, this.#holding);
    this.#changed();
  }

  drop(from, to) {
    const { pieces } = this.setup;
    const piece = pieces.get(from);
    pieces.delete(from);
    if (to && piece) pieces.set(to, piece);
    this.#changed();
  }

  key(event, square) {
    const { pieces } = this.setup;
    if (PIECES.includes(event.key)) pieces.set(square, event.key);
    else if (event.key === 'Delete' || event.key === 'Backspace') pieces.delete(square);
    else return false;
    this.#changed();
    return true;
  }

  #hold(piece) {
    this.#holding = piece;
    for (const button of this.#tray.querySelectorAll('[data-hold]')) {
      button.setAttribute('aria-pressed', String(button.dataset.hold === (piece ?? '')));
    }
  }

  #drawTray() {
    const hold = (piece) => {
      const label = piece ? pieceName(piece) : 'Take a piece off';
      const icon = piece ? pieceIcon(piece) : html('span', { class: 'icon eraser', 'aria-hidden': 'true' }, '×');
      const button = html('button', { class: 'hold', 'data-hold': piece ?? '', 'aria-label': label, title: label, 'aria-pressed': 'false', onclick: () => this.#hold(piece) }, icon);
      if (piece) button.addEventListener('pointerdown', (event) => this.#dragFromTray(event, piece));
      return button;
    };
    const side = (colour) => {
      const radio = html('input', { type: 'radio', name: 'side', value: colour, checked: this.setup.turn === colour });
      radio.addEventListener('change', () => {
        this.setup.turn = colour;
        this.#changed();
      });
      return html('label', { class: 'check' }, radio, `${title(colour)} to move`);
    };
    this.text = html('input', { id: 'setup-text', type: 'text', spellcheck: 'false', autocomplete: 'off', 'aria-label': 'Position text' });
    this.text.addEventListener('change', () => this.#read(this.text.value));
    this.verdict = html('p', { class: 'note', role: 'status', id: 'setup-verdict' });
    this.use = html('button', { class: 'main', id: 'setup-done', onclick: () => this.done(format(this.setup, this.board)) }, 'Play from here');
    const clear = () => {
      this.setup.pieces.clear();
      this.#changed();
    };
    const swap = () => {
      const turned = [...this.setup.pieces].map(([square, piece]) => {
        const opposite = this.board.squares[this.board.squares.length - 1 - this.board.index.get(square)];
        return [opposite, piece === piece.toUpperCase() ? piece.toLowerCase() : piece.toUpperCase()];
      });
      this.setup = { pieces: new Map(turned), turn: other(this.setup.turn), rest: [...this.setup.rest].reverse() };
      this.#drawTray();
      this.#changed();
    };
    this.#tray.replaceChildren(
      html('h2', { id: 'tray-title' }, 'Set up a position'),
      html('div', { class: 'group', role: 'group', 'aria-label': 'Pieces to put down' }, ...PIECES.map(hold), hold(null)),
      html('fieldset', {}, html('legend', { class: 'hidden' }, 'Side to move'), side('white'), side('black')),
      html('div', { class: 'group wrap' }, html('button', { id: 'setup-clear', onclick: clear }, 'Clear'), html('button', { onclick: swap }, 'Swap sides'), this.use, html('button', { onclick: () => this.cancel() }, 'Cancel')),
      this.text,
      this.verdict,
      html('p', { class: 'note' }, 'Press a square to put the chosen piece down, drag pieces about or off the board. Keys: arrows, K M for White, k m for Black, Delete.'),
    );
    this.#hold(this.#holding);
  }

  /** A piece follows the pointer from the tray to a square. */
  #dragFromTray(event, piece) {
    this.#hold(piece);
    const ghost = pieceIcon(piece);
    ghost.classList.add('ghost');
    const move = ({ clientX, clientY }) => {
      if (!ghost.isConnected) document.body.append(ghost);
      ghost.style.left = `${clientX}px`;
      ghost.style.top = `${clientY}px`;
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', end);
      ghost.remove();
    };
    const up = ({ clientX, clientY }) => {
      end();
      const square = document.elementFromPoint(clientX, clientY)?.dataset?.square;
      if (!square || !this.isOpen) return;
      this.setup.pieces.set(square, piece);
      this.#changed();
    };
    event.preventDefault();
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', end);
  }

  /** A text that was typed: taken if the server understands it and it is on this board. */
  async #read(text) {
    try {
      const { position, game } = await this.#probe.position(text);
      if (game !== this.board.game) throw new Error('this is a position of another game: choose that under New game first');
      this.setup = parse(position, this.board);
      this.#drawTray();
      this.#changed();
    } catch (error) {
      this.#judge(error.message, false);
    }
  }

  async #changed() {
    this.show();
    const text = format(this.setup, this.board);
    this.text.value = text;
    const asked = ++this.#asked;
    try {
      const answer = await this.#probe.position(text);
      if (asked === this.#asked && this.isOpen) this.#judge(`${answer.over ? 'The game is over here' : 'This position can be played'}: ${this.say(answer)}`, true);
    } catch (error) {
      if (asked === this.#asked && this.isOpen) this.#judge(error.message, false);
    }
  }

  #judge(text, good) {
    this.verdict.textContent = text;
    this.verdict.classList.toggle('problem', !good);
    this.use.disabled = !good;
  }
}
