// Positions as the page needs them: which piece stands where. What the rules say of them is the server's business.

/** A board, from what the server says of a game. */
export class Board {
  constructor(entry) {
    Object.assign(this, entry);
    this.index = new Map(this.squares.map((name, number) => [name, number]));
  }

  /** File and rank of a square, both from 0. */
  place(name) {
    return { file: name.charCodeAt(0) - 65, rank: Number(name.slice(1)) - 1 };
  }

  /** The square on a file and rank, if there is one. */
  at(file, rank) {
    const name = String.fromCharCode(65 + file) + (rank + 1);
    return this.index.has(name) ? name : null;
  }

  /** 'white' or 'black' for a castle square, else null. */
  castleOf(name) {
    const number = this.index.get(name);
    if (number < this.castle) return 'white';
    return number >= this.squares.length - this.castle ? 'black' : null;
  }
}

/** The board on which a position text plays. */
export function boardOf(text, boards) {
  const ranks = text.split(' ')[0].split('/').length;
  return boards.find((board) => board.ranks === ranks);
}

/** Reads a position text as servers write it: pieces by square (`K` `M` White's, `k` `m` Black's), side, and the rest. */
export function parse(text, board) {
  const [ranks, side, ...rest] = text.split(' ');
  const pieces = new Map();
  ranks.split('/').forEach((rank, fromTop) => {
    const number = board.ranks - fromTop;
    const squares = board.squares.filter((name) => Number(name.slice(1)) === number);
    let next = 0;
    for (const [token] of rank.matchAll(/\d+|[KMkm]/g)) {
      if (/\d/.test(token)) next += Number(token);
      else pieces.set(squares[next++], token);
    }
  });
  return { pieces, turn: side === 'b' ? 'black' : 'white', rest };
}

/** Writes a position text. */
export function format({ pieces, turn, rest = [] }, board) {
  const ranks = [];
  for (let number = board.ranks; number > 0; number--) {
    let text = '';
    let empty = 0;
    for (const name of board.squares.filter((square) => Number(square.slice(1)) === number)) {
      const piece = pieces.get(name);
      if (!piece) {
        empty++;
        continue;
      }
      text += (empty || '') + piece;
      empty = 0;
    }
    ranks.push(text + (empty || ''));
  }
  return [ranks.join('/'), turn[0], ...rest].join(' ');
}

export const colourOf = (piece) => (piece === piece.toUpperCase() ? 'white' : 'black');
export const other = (colour) => (colour === 'white' ? 'black' : 'white');
export const title = (colour) => (colour === 'white' ? 'White' : 'Black');

/** `White Knight`. */
export function pieceName(piece) {
  return `${title(colourOf(piece))} ${piece.toUpperCase() === 'K' ? 'Knight' : 'Man'}`;
}
