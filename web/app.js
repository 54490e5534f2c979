// The board page: what is shown follows from a game, a place in it, and the server's answer for that place.

import { BoardView } from './board.js';
import { find, html } from './dom.js';
import { Editor } from './editor.js';
import { Game } from './game.js';
import { showGraph } from './graph.js';
import * as link from './link.js';
import { choose } from './opponent.js';
import { setUpOpener } from './opener.js';
import { showMoves, showScore } from './panels.js';
import { Board, boardOf, colourOf, parse, title } from './position.js';
import { HttpProbe } from './probe.js';
import { Selection } from './selection.js';
import { before, isAsGood, say, sayMove, strength } from './value.js';

const OPPONENT_WAITS = 450;
const STEP_TIME = 900;

const probe = new HttpProbe();
const view = new BoardView(find('board'), {
  press: (square) => (editor.isOpen ? editor.press(square) : press(square)),
  grab: (square) => (editor.isOpen ? editor.setup.pieces.has(square) : canGrab(square)),
  lift: (square) => !editor.isOpen && square !== selection.square && select(new Selection(moves(), [square])),
  drop: (from, to) => (editor.isOpen ? editor.drop(from, to) : drop(to)),
  escape: () => (editor.isOpen ? stopEditing() : select(new Selection(moves()))),
  key: (event, square) => editor.isOpen && editor.key(event, square),
});
const editor = new Editor(find('tray'), view, probe, {
  done: (text) => begin(text),
  cancel: () => stopEditing(),
  say: (answer) => say(answer.turn, answer),
});

let boards = [];
let game = null;
let turned = false;
/** The server's answer for the place we are at; null until it is there. */
let answer = null;
let selection = new Selection([]);
/** A move to point at: under the pointer in the list, or a hint. */
let pointed = null;
/** Counts changes, so that an answer that comes late is not taken for a newer one. */
let change = 0;
let playing = null;

const hidden = () => !find('values').checked;
const moves = () => answer?.moves ?? [];
const opponent = () => find('opponent').value;
const isOpponentsTurn = () => opponent() === game.now.turn && !game.now.over && game.at === game.moves.length;

/** Where moves without a start start from. */
const usual = () => boards[0].starts[0].position;
/** Where the page opens: at the first start that the tables know, if they know any. */
const opening = () => (boards.flatMap((board) => board.starts).find(({ solved }) => solved) ?? boards[0].starts[0]).position;

// What happens

/** Goes on with a changed game or place: `push` makes a step for the browser's Back, else the address is corrected. */
async function arrive({ push = true, announce = true } = {}) {
  const mine = ++change;
  const address = link.write(game, turned, { usual: usual(), opening: opening() });
  if (address !== `${location.search || '/'}`) history[push ? 'pushState' : 'replaceState'](null, '', address);
  [answer, pointed, selection] = [null, null, new Selection([])];
  complain(null);
  find('line').textContent = '';
  find('copy-line').hidden = true;
  render();
  try {
    const found = await probe.position(game.position);
    if (mine !== change) return;
    answer = { ...found, moves: found.moves.map(forMover) };
    const { turn, over, reason, value, dtw } = found;
    Object.assign(game.now, { turn, over, reason, value, dtw });
    selection = new Selection(moves());
    if (!value || over) stopPlaying();
    render();
    if (announce) speak(`${lastMove()}${hidden() && !over ? '' : `${say(turn, found)} `}${over ? '' : `${title(turn)} to move.`}`);
  } catch (error) {
    if (mine === change) fail(error);
    return;
  }
  if (isOpponentsTurn()) setTimeout(() => mine === change && reply(), OPPONENT_WAITS);
}

/** Starts a new game from a position. */
async function begin(text) {
  try {
    const { position, turn, over, reason, value, dtw } = await probe.position(text);
    take(new Game([{ position, turn, over, reason, value, dtw }]));
  } catch (error) {
    fail(error);
  }
}

/** Takes over a whole game. */
function take(other, options) {
  stopPlaying();
  closeEditor();
  game = other;
  view.setBoard(boardOf(game.start, boards), turned);
  return arrive(options);
}

/** Restores what the address says. */
async function restore() {
  const { start, moves, at, turned: turn } = link.read(location.search);
  turned = turn;
  try {
    const from = start?.replaceAll('_', ' ') ?? (moves ? usual() : opening());
    await take(Game.read(await probe.game(moves, from), at), { push: false });
  } catch (error) {
    await begin(opening());
    fail(error);
  }
}

function play(move) {
  game.play(move);
  const arriving = arrive();
  view.glide(move.path);
  return arriving;
}

function reply() {
  if (moves().length && isOpponentsTurn()) play(choose(moves(), find('strength').value));
}

function go(place) {
  stopPlaying();
  game.at = Math.max(0, Math.min(place, game.moves.length));
  arrive();
}

/** Takes back a move, and the opponent's before it, so that the same player is to move again. */
function takeBack() {
  stopPlaying();
  const mine = opponent() && game.at > 1 && game.now.turn !== opponent();
  game.takeBack();
  if (mine) game.takeBack();
  arrive();
}

// Moves on the board

function canGrab(square) {
  return !isOpponentsTurn() && moves().some((move) => move.path[0] === square);
}

function press(square) {
  if (isOpponentsTurn()) return;
  const { move, selection: next } = selection.press(square);
  if (move) play(move);
  else select(next);
}

function drop(to) {
  if (to && to !== selection.square) press(to);
  else render();
}

function select(next) {
  selection = next;
  pointed = null;
  render();
  if (selection.isEmpty) return;
  const steps = [...selection.next()].map(([square, [best]]) => (hidden() ? square : `${square} ${sayMove(best)}`));
  speak(`${selection.path.join(' to ')}. ${selection.finished ? `Press ${selection.square} again to stop here. ` : ''}Then: ${steps.join(', ')}.`);
}

/** A move as the server lists it has the value of the position after it; here it has its value for who makes it. */
function forMover(move) {
  const { value, dtw, over, reason } = move;
  return { ...move, ...before(move), after: { value, dtw, over, reason } };
}

// What is shown

function render() {
  if (!game || editor.isOpen) return;
  const { pieces } = parse(game.position, view.board);
  const shown = selection.isEmpty ? new Map(pieces) : moved(pieces);
  const steps = selection.next();
  const list = moves();
  view.show({
    pieces: shown,
    grabs: new Set(moves().map((move) => move.path[0])),
    labels: labels(steps),
    selected: selection.square,
    last: game.at > 0 ? game.moves[game.at - 1].path : [],
    arrows: arrows(list),
    marks: marks(steps),
  });
  const now = answer ?? game.now;
  find('verdict').textContent = hidden() && !now.over ? '' : say(game.now.turn, now);
  find('turn').textContent = now.over ? '' : `${title(game.now.turn)} to move`;
  find('status').dataset.winner = (hidden() && !now.over) || !now.value ? 'hidden' : now.value === 'draw' ? '' : (now.value === 'win') === (game.now.turn === 'white') ? 'white' : 'black';
  const { unknown } = answer ?? {};
  showMoves(find('moves'), list, { hidden: hidden(), note: unknown && `No table knows this position: ${unknown.message}.`, on: { play: (move) => !isOpponentsTurn() && play(move), look: point } });
  if (!list.length) find('moves').replaceChildren(html('p', { class: 'note' }, now.over ? 'The game is over.' : answer ? 'No move.' : '…'));
  showScore(find('score'), game, { hidden: hidden(), go });
  showGraph(find('graph'), game, { hidden: hidden(), go });
  find('first').disabled = find('back').disabled = find('takeback').disabled = game.at === 0;
  find('forward').disabled = find('last').disabled = game.at === game.moves.length;
  // Without a value there is no best play to show; a move may be known to win all the same.
  for (const id of ['hint', 'step']) find(id).disabled = !list[0]?.value;
  for (const id of ['play', 'show-line']) find(id).disabled = !list.length || !answer.value;
}

/** The pieces as they stand in the middle of a move that is being built. */
function moved(pieces) {
  const [from] = selection.path;
  const piece = pieces.get(from);
  pieces.delete(from);
  const taken = selection.path.slice(1).map((square, leg) => between(selection.path[leg], square));
  for (const square of taken) if (square && pieces.has(square) && colourOf(pieces.get(square)) !== colourOf(piece)) pieces.delete(square);
  return pieces.set(selection.square, piece);
}

/** The square that a leap goes over; none for a step. */
function between(from, to) {
  const [a, b] = [view.board.place(from), view.board.place(to)];
  if (Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank)) < 2) return null;
  return view.board.at((a.file + b.file) / 2, (a.rank + b.rank) / 2);
}

function labels(steps) {
  const texts = new Map();
  for (const [square, [best]] of steps) {
    const value = hidden() ? '' : `, ${sayMove(best)}`;
    texts.set(square, `${selection.isEmpty ? 'can move' : 'can go here'}${value}`);
  }
  if (selection.finished) texts.set(selection.square, 'press again to stop here');
  return texts;
}

/** All legal moves as arrows while nothing is chosen, or the one that is pointed at. */
function arrows(list) {
  const arrow = (move, best) => ({ path: move.path, captures: move.captures, best, ...(hidden() ? { strength: 0.8 } : { value: move.value, strength: best ? 1 : strength(move) * 0.75 }) });
  if (pointed) return [arrow(pointed, true)];
  if (hidden() || !selection.isEmpty) return [];
  return list.map((move) => arrow(move, isAsGood(move, list[0]))).reverse();
}

/** The squares a chosen piece can go to, with the value and depth of the best move through each. */
function marks(steps) {
  if (selection.isEmpty) return [];
  const mark = (square, move) => (hidden() ? { square } : { square, value: move.value, strength: strength(move), text: move.value && (move.value === 'draw' ? '=' : String(move.dtw)) });
  const next = [...steps].map(([square, [best]]) => mark(square, best));
  if (selection.finished) next.push({ ...mark(selection.square, selection.finished), ring: true });
  return next;
}

/** Points at a move, or at none, without rebuilding the list under the pointer. */
function point(move) {
  pointed = move;
  if (game && answer && !editor.isOpen) view.showArrows(arrows(moves()));
}

function lastMove() {
  return game.at > 0 ? `${game.mover(game.at - 1)} ${game.moves[game.at - 1].move}. ` : '';
}

function speak(text) {
  find('live').textContent = text;
}

function complain(text) {
  find('problem').hidden = !text;
  find('problem').textContent = text ?? '';
}

function fail(error) {
  stopPlaying();
  complain(error.message);
  render();
}

// Best play

async function showLine() {
  const mine = change;
  const line = await probe.line(game.position).catch(fail);
  if (!line || mine !== change) return;
  find('line').textContent = line.moves.length ? `${line.score}${line.end === 'repetition' ? ' (a position comes back)' : ''}` : 'The game is over.';
  find('copy-line').hidden = false;
}

function step() {
  const [best] = moves();
  if (best?.value) play(best);
}

function stopPlaying() {
  clearInterval(playing);
  playing = null;
  find('play').setAttribute('aria-pressed', 'false');
  find('play').textContent = 'Play it out';
}

function togglePlaying() {
  if (playing) return stopPlaying();
  playing = setInterval(step, STEP_TIME);
  find('play').setAttribute('aria-pressed', 'true');
  find('play').textContent = 'Pause';
  step();
}

function stopEditing() {
  closeEditor();
  arrive({ push: false, announce: false });
}

function closeEditor() {
  editor.close();
  find('moves-panel').hidden = false;
  find('setup').setAttribute('aria-pressed', 'false');
}

function toggleEditing() {
  if (editor.isOpen) return stopEditing();
  stopPlaying();
  change++;
  complain(null);
  find('moves-panel').hidden = true;
  find('verdict').textContent = 'Setting up a position';
  find('turn').textContent = '';
  find('status').dataset.winner = 'hidden';
  find('setup').setAttribute('aria-pressed', 'true');
  editor.open(game.position, view.board);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    speak(`${what} copied.`);
    toast(`${what} copied`);
  } catch {
    prompt(`Copy the ${what.toLowerCase()}:`, text);
  }
}

function toast(text) {
  const note = html('div', { class: 'toast', 'aria-hidden': 'true' }, text);
  document.body.append(note);
  setTimeout(() => note.remove(), 1600);
}

// Wires

function listen() {
  const click = { first: () => go(0), back: () => go(game.at - 1), forward: () => go(game.at + 1), last: () => go(game.moves.length), takeback: takeBack, setup: toggleEditing, 'show-line': showLine, step: () => { stopPlaying(); step(); }, play: togglePlaying };
  for (const [id, action] of Object.entries(click)) find(id).addEventListener('click', action);
  find('hint').addEventListener('click', () => {
    const [best] = moves();
    point(best);
    speak(`Hint: ${best.move} ${sayMove(best)}.`);
  });
  find('turnboard').addEventListener('click', () => {
    turned = !turned;
    view.setBoard(view.board, turned);
    if (editor.isOpen) editor.show();
    else arrive({ push: false, announce: false });
  });
  find('values').addEventListener('change', render);
  find('opponent').addEventListener('change', () => isOpponentsTurn() && reply());
  find('copy-position').addEventListener('click', () => copy(game.position, 'Position'));
  find('copy-score').addEventListener('click', () => copy(game.score(), 'Score'));
  find('copy-line').addEventListener('click', () => copy(find('line').textContent, 'Line'));
  find('copy-link').addEventListener('click', () => copy(location.href, 'Link'));
  find('start').addEventListener('change', (event) => {
    begin(event.target.value);
    event.target.selectedIndex = 0;
  });
  addEventListener('popstate', restore);
  addEventListener('keydown', (event) => {
    if (event.target !== document.body || editor.isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowLeft: () => go(game.at - 1), ArrowRight: () => go(game.at + 1), Home: () => go(0), End: () => go(game.moves.length) };
    keys[event.key]?.();
  });
  setUpOpener(probe, { start: () => game.start, open: (read) => take(Game.read(read)), begin });
}

async function main() {
  try {
    boards = (await probe.boards()).games.map((entry) => new Board(entry));
  } catch (error) {
    return fail(error);
  }
  const starts = boards.flatMap((board) => board.starts);
  const options = (wanted) => starts.filter(({ solved }) => solved === wanted).map(({ title, position }) => html('option', { value: position }, title));
  const groups = [['In the tables', options(true)], ['By the rules alone', options(false)]].filter(([, list]) => list.length);
  find('start').replaceChildren(html('option', { value: '' }, 'New game…'), ...groups.map(([label, list]) => html('optgroup', { label }, ...list)));
  listen();
  await restore();
}

main();
