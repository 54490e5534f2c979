// A move being built: a piece is chosen, then its squares one by one, among the legal moves only.

/** The moves that are still possible, and the squares gone over so far. */
export class Selection {
  /** `moves` as the server lists them. */
  constructor(moves, path = []) {
    this.all = moves;
    this.path = path;
    this.moves = moves.filter((move) => path.every((square, leg) => move.path[leg] === square));
  }

  /** The square where the piece is now. */
  get square() {
    return this.path.at(-1) ?? null;
  }

  get isEmpty() {
    return this.path.length === 0;
  }

  /** The move that is complete if the piece stays here. */
  get finished() {
    return this.path.length > 1 ? this.moves.find((move) => move.path.length === this.path.length) : undefined;
  }

  /** The next squares with the moves that go there, best first. */
  next() {
    const squares = new Map();
    for (const move of this.moves) {
      const square = move.path[this.path.length];
      if (!square) continue;
      if (!squares.has(square)) squares.set(square, []);
      squares.get(square).push(move);
    }
    return squares;
  }

  /**
   * What pressing a square does: `{ selection }` to go on with, or `{ move }` that is complete. A square beyond the next
   * one is understood if just one move ends there.
   */
  press(square) {
    if (square === this.square && this.finished && !this.next().has(square)) return { move: this.finished };
    if (this.next().has(square)) {
      const selection = new Selection(this.all, [...this.path, square]);
      const [only, ...more] = selection.moves;
      return more.length === 0 && selection.finished === only ? { move: only } : { selection };
    }
    const ending = this.isEmpty ? [] : this.moves.filter((move) => move.path.at(-1) === square);
    if (ending.length === 1) return { move: ending[0] };
    const fresh = new Selection(this.all, [square]);
    return { selection: fresh.moves.length && square !== this.path[0] ? fresh : new Selection(this.all) };
  }
}
