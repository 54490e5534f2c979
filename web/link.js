// The address bar: a link that restores start, moves, place and which way the board is turned.

/**
 * The query of a link. Start and moves stay readable. Moves without a start are made from `usual`, whatever the server; a
 * page without either opens at `opening`, which depends on the server's tables.
 */
export function write(game, turned, { usual, opening }) {
  const parts = [];
  const understood = game.start === usual && (game.moves.length || opening === usual);
  if (!understood) parts.push(`start=${game.start.replaceAll(' ', '_')}`);
  if (game.moves.length) parts.push(`moves=${game.moves.map(({ move }) => move).join('_')}`);
  if (game.at !== game.moves.length) parts.push(`at=${game.at}`);
  if (turned) parts.push('turned=1');
  return parts.length ? `?${parts.join('&')}` : '/';
}

/** What a link says; whether it makes sense is for the server to find. */
export function read(query) {
  const parameters = new URLSearchParams(query);
  const at = Number.parseInt(parameters.get('at') ?? '', 10);
  return {
    start: parameters.get('start'),
    moves: (parameters.get('moves') ?? '').replaceAll('_', ' '),
    at: Number.isNaN(at) ? undefined : at,
    turned: parameters.get('turned') === '1',
  };
}
