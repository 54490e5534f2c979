// Values in words, shades and judgements. A value is `{ value, dtw }` for the side to move.

import { other, title } from './position.js';

/** What a move is worth to the player who makes it, from the value of the position after it. */
export function before({ value, dtw }) {
  const turned = { win: 'loss', loss: 'win', draw: 'draw' }[value] ?? null;
  return { value: turned, dtw: dtw === null || dtw === undefined ? null : dtw + 1 };
}

/** `3 plies`. */
export const plies = (count) => (count === 1 ? '1 ply' : `${count} plies`);

/** `White wins in 7 plies`, of a position. */
export function say(turn, { value, dtw, over, reason }) {
  const winner = value === 'win' ? turn : other(turn);
  if (over) return `${value === 'draw' ? 'A draw' : `${title(winner)} has won`}: ${reason}.`;
  if (value === 'draw') return 'A draw with best play.';
  if (!value) return 'Value not known.';
  return `${title(winner)} wins in ${plies(dtw)}.`;
}

/** `wins in 7 plies`, of a move. */
export function sayMove({ value, dtw }) {
  if (!value) return 'not known';
  if (value === 'win') return dtw === 1 ? 'wins at once' : `wins in ${plies(dtw)}`;
  return value === 'draw' ? 'draws' : `loses in ${plies(dtw)}`;
}

/** Whether a move is worth as much as the best one: moves of unknown value are not compared. */
export const isAsGood = (move, best) => Boolean(move.value) && move.value === best.value && move.dtw === best.dtw;

/** How strongly to colour a move, from 0 to 1: fast wins and fast losses strongly, far ones faintly. */
export function strength({ value, dtw }) {
  if (!value) return 0.4;
  if (value === 'draw') return 0.7;
  return 0.35 + 0.65 * Math.exp(-(dtw - 1) / 14);
}

/**
 * What a move did: null if it was a best one, `mistake` if it changed the value, `slower` if it took longer to win than
 * needed or lost faster. `from` is the position before it, `to` the one after.
 */
export function judge(from, to) {
  if (!from.value || !to.value) return null;
  const made = before(to);
  if (made.value !== from.value) return { kind: 'mistake', text: `${verb(from)} before, ${verb(made)} now` };
  if (made.dtw === from.dtw) return null;
  const difference = plies(Math.abs(made.dtw - from.dtw));
  return { kind: 'slower', text: made.value === 'win' ? `${difference} slower than needed` : `lost ${difference} sooner than needed` };
}

function verb({ value }) {
  return { win: 'won', draw: 'drawn', loss: 'lost' }[value];
}
