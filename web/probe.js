// The one door to the answers. A page that brings its own tables would put another implementation behind the same
// functions; everything else on the page goes through here.

/** An answer that could not be had: `code` is for programs, `message` for people, `table` names a table if one is missing. */
export class ProbeError extends Error {
  constructor(code, message, table = null) {
    super(message);
    this.code = code;
    this.table = table;
  }
}

/** Answers from a server over HTTP. */
export class HttpProbe {
  #base;
  #answers = new Map();

  constructor(base = '/api/v1/') {
    this.#base = base;
  }

  /** The boards of all games, where games start, and how many tables of each are there. */
  boards() {
    return this.#kept('boards');
  }

  /** The tables that are there, with their counts. */
  tables() {
    return this.#kept('tables');
  }

  /** How many positions of a table there are at each depth, and its longest wins. */
  facts(table) {
    return this.#kept(`facts?table=${encode(table)}`);
  }

  /** The legal moves of a position, best first; its value and theirs as far as tables know, else `unknown` says why not. */
  position(text) {
    return this.#kept(`moves?q=${encode(text)}`);
  }

  /** Best play from a position. */
  line(text) {
    return this.#kept(`line?q=${encode(text)}`);
  }

  /** A game score, or a saved game of Zillions: its moves, its positions, what they are worth. */
  game(text, start) {
    const body = JSON.stringify({ text, start });
    return this.#fetch('games', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }

  /** The text of the published problem's saved game. */
  async problem() {
    const response = await fetch('/problem.zsg');
    return response.text();
  }

  /** Asks once for what never changes; a failure is not kept. */
  #kept(path) {
    if (!this.#answers.has(path)) {
      const answer = this.#fetch(path);
      answer.catch(() => this.#answers.delete(path));
      this.#answers.set(path, answer);
    }
    return this.#answers.get(path);
  }

  async #fetch(path, options) {
    let response;
    try {
      response = await fetch(this.#base + path, options);
    } catch {
      throw new ProbeError('offline', 'the server cannot be reached: is it still running?');
    }
    const body = await response.json().catch(() => null);
    if (response.ok && body) return body;
    const error = body?.error ?? { code: 'internal', message: `the server answered ${response.status}` };
    throw new ProbeError(error.code, error.message, error.table);
  }
}

/** A text for a query; the marks of positions stay readable. */
function encode(text) {
  return encodeURIComponent(text.replaceAll(' ', '_')).replaceAll('%2F', '/').replaceAll('%3A', ':');
}
