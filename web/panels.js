// What stands beside the board: the list of moves, and the game so far.

import { html } from './dom.js';
import { isAsGood, judge, sayMove, strength } from './value.js';

const GROUPS = [['win', 'Winning'], [null, 'Not known'], ['draw', 'Drawing'], ['loss', 'Losing']];

/**
 * The moves, best first and grouped by value; or in alphabetical order and without values if these are hidden. `note` stands
 * above them, if there is one. `on`: `play(move)`, `look(move)` while the pointer or the keyboard is on one, `look(null)` after.
 */
export function showMoves(root, moves, { hidden, note, on }) {
  const button = (move) => {
    const { value } = move;
    const listener = { onclick: () => on.play(move), onpointerenter: () => on.look(move), onfocus: () => on.look(move), onpointerleave: () => on.look(null), onblur: () => on.look(null) };
    if (hidden) return html('li', {}, html('button', { class: 'move', ...listener }, move.move));
    const best = isAsGood(move, moves[0]);
    const shade = html('span', { class: `shade ${value ?? 'unknown'}`, 'aria-hidden': 'true' });
    shade.style.opacity = strength(move);
    const words = value && html('span', { class: 'words' }, sayMove(move));
    return html('li', {}, html('button', { class: `move${best ? ' best' : ''}`, ...listener }, shade, html('span', { class: 'text' }, move.move), words));
  };
  if (hidden) {
    const sorted = [...moves].sort((a, b) => a.move.localeCompare(b.move));
    root.replaceChildren(html('ul', { class: 'moves' }, ...sorted.map(button)));
    return;
  }
  const groups = GROUPS.map(([value, title]) => [value, title, moves.filter((move) => move.value === value)]);
  const head = note ? [html('p', { class: 'note' }, note)] : [];
  root.replaceChildren(...head, ...groups.filter(([, , list]) => list.length).flatMap(([value, title, list]) => [
    html('h3', { class: value ?? 'unknown' }, `${title} `, html('span', { class: 'count' }, String(list.length))),
    html('ul', { class: 'moves' }, ...list.map(button)),
  ]));
}

/** The game so far; each move goes to its place when it is clicked. Marks what changed the value, and what was slow. */
export function showScore(root, game, { hidden, go }) {
  const items = game.moves.map(({ move }, ply) => {
    const verdict = hidden ? null : judge(game.positions[ply], game.positions[ply + 1]);
    const mark = verdict && html('abbr', { class: verdict.kind, title: verdict.text }, verdict.kind === 'mistake' ? '??' : '?!');
    const number = game.positions[ply].turn === 'white' || ply === 0 ? html('span', { class: 'number' }, game.number(ply)) : null;
    const label = `${game.number(ply)} ${move}${verdict ? `, ${verdict.kind}: ${verdict.text}` : ''}`;
    const button = html('button', { class: 'ply', 'aria-label': label, 'aria-current': game.at === ply + 1 ? 'step' : null, onclick: () => go(ply + 1) }, move, mark);
    return html('li', {}, number, button);
  });
  root.replaceChildren(...items);
  root.hidden = items.length === 0;
  // Only the list scrolls, never the page.
  const current = root.querySelector('[aria-current]');
  if (current) root.scrollTop = current.offsetTop - root.offsetTop - root.clientHeight / 2;
}
