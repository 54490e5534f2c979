// The game so far: where it started, its moves, the value of each position, and where in it we are.

import { title } from './position.js';

export class Game {
  /** `moves`: texts, paths and captures; `positions`: one more than moves, each with turn, over, reason, value and dtw. */
  constructor(positions, moves = [], at = moves.length) {
    this.positions = positions;
    this.moves = moves;
    this.at = Math.max(0, Math.min(at, moves.length));
  }

  /** From the server's answer to a score. */
  static read(answer, at) {
    return new Game(answer.positions, answer.moves, at);
  }

  get start() {
    return this.positions[0].position;
  }

  get position() {
    return this.positions[this.at].position;
  }

  get now() {
    return this.positions[this.at];
  }

  /** Makes a move from where we are; `after` is what is known of the position it leads to. What came after is kept if the same move led there, and dropped if not. */
  play(move) {
    const same = this.moves[this.at]?.path.join() === move.path.join();
    if (!same) {
      this.moves.length = this.at;
      this.positions.length = this.at + 1;
      this.moves.push({ move: move.move, path: move.path, captures: move.captures });
      const turn = this.now.turn === 'white' ? 'black' : 'white';
      this.positions.push({ position: move.position, turn, ...move.after });
    }
    this.at++;
  }

  /** Takes the last move back for good. */
  takeBack() {
    if (this.at === 0) return;
    this.at--;
    this.moves.length = this.at;
    this.positions.length = this.at + 1;
  }

  /** The number a move has: `1.` for White's, `1...` for Black's. */
  number(ply) {
    const blackFirst = this.positions[0].turn === 'black' ? 1 : 0;
    const number = Math.floor((ply + blackFirst) / 2) + 1;
    return this.positions[ply].turn === 'white' ? `${number}.` : `${number}...`;
  }

  /** The game as a score. */
  score() {
    const moves = this.moves.map(({ move }, ply) =>
      this.positions[ply].turn === 'white' || ply === 0 ? this.number(ply) + move : move);
    const { over, value, turn } = this.positions.at(-1);
    if (over) moves.push(value === 'draw' ? '1/2-1/2' : (value === 'win') === (turn === 'white') ? '1-0' : '0-1');
    return moves.join(' ');
  }

  /** Who plays the move of a ply. */
  mover(ply) {
    return title(this.positions[ply].turn);
  }
}
