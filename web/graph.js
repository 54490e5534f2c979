// The value over the game: a bar for each position, up where White wins and down where Black does, longer the nearer the
// end. Moves that changed the value, and slow ones, are marked. By keyboard it is a slider through the game.

import { svg } from './dom.js';
import { judge, say } from './value.js';

const HEIGHT = 92;
const MIDDLE = HEIGHT / 2;

/** How far up a position stands, from -1 (Black has won) to 1 (White has won). */
function height({ turn, value, dtw, over }) {
  if (!value || value === 'draw') return 0;
  const sign = (value === 'win') === (turn === 'white') ? 1 : -1;
  return sign * (over ? 1 : 0.28 + 0.62 * Math.exp(-dtw / 22));
}

/** Draws the graph; `go(place)` when a bar is pressed or the arrow keys ask for another place. */
export function showGraph(root, game, { hidden, go }) {
  root.hidden = hidden || game.moves.length === 0;
  if (root.hidden) {
    root.replaceChildren();
    return;
  }
  const count = game.positions.length;
  const width = Math.max(320, count * 9);
  const step = width / count;
  const mistakes = [];
  const titles = [];
  const bars = game.positions.map((position, place) => {
    const up = height(position);
    const size = Math.max(Math.abs(up) * (MIDDLE - 8), 2.5);
    const x = place * step;
    const verdict = place ? judge(game.positions[place - 1], position) : null;
    if (verdict?.kind === 'mistake') mistakes.push(game.number(place - 1) + game.moves[place - 1].move);
    const kind = !position.value ? 'unknown' : up > 0 ? 'white' : up < 0 ? 'black' : 'draw';
    const title = `${place ? game.number(place - 1) + game.moves[place - 1].move : 'Start'}: ${say(position.turn, position)}${verdict ? ` ${verdict.text}.` : ''}`;
    titles.push(title);
    const mark = verdict && svg('path', { class: verdict.kind, d: `M${x + step / 2} ${up > 0 ? HEIGHT - 13 : 1} l6 6 -6 6 -6 -6 z` });
    return svg('g', { class: `bar ${kind}${place === game.at ? ' now' : ''}`, onclick: () => go(place) },
      svg('title', {}, title),
      svg('rect', { class: 'slot', x, y: 0, width: step, height: HEIGHT }),
      svg('rect', { class: 'value', x: x + step * 0.14, y: up > 0 ? MIDDLE - size : up < 0 ? MIDDLE : MIDDLE - size / 2, width: step * 0.72, height: size, rx: 1.5 }),
      mark);
  });
  const label = `Value after each move, White up, Black down. ${mistakes.length ? `The value changed at ${mistakes.join(', ')}.` : 'No move changed the value.'}`;
  const last = count - 1;
  const onkeydown = (event) => {
    const place = { ArrowLeft: game.at - 1, ArrowRight: game.at + 1, Home: 0, End: last }[event.key];
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (place >= 0 && place <= last) go(place);
  };
  const hadFocus = root.contains(document.activeElement);
  root.replaceChildren(svg('svg', {
    class: 'graph', viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'slider', tabindex: 0, 'aria-label': label,
    'aria-valuemin': 0, 'aria-valuemax': last, 'aria-valuenow': game.at, 'aria-valuetext': titles[game.at], onkeydown,
  }, svg('line', { class: 'axis', x1: 0, x2: width, y1: MIDDLE, y2: MIDDLE }), ...bars));
  if (hadFocus) root.firstElementChild.focus();
}
