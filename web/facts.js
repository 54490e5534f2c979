// The page of facts: counts of every table, and for one of them how deep its positions are and the longest wins.

import { find, html, svg } from './dom.js';
import { HttpProbe } from './probe.js';
import { plies } from './value.js';

const probe = new HttpProbe();
const number = new Intl.NumberFormat('en');
const percent = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(part && part / whole < 0.1 ? 2 : 1)} %` : '–');

/** A bar of three parts: won, drawn, lost. */
function share({ positions, wins, draws, losses }) {
  let x = 0;
  const part = (kind, count) => {
    const width = (100 * count) / positions;
    const rect = svg('rect', { class: kind, x, y: 0, width, height: 10 });
    x += width;
    return rect;
  };
  const label = `${percent(wins, positions)} won, ${percent(draws, positions)} drawn, ${percent(losses, positions)} lost`;
  return svg('svg', { class: 'bar3', viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    part('win', wins), part('draw', draws), part('loss', losses));
}

function rows(table) {
  if (table.error) return [html('tr', {}, html('th', { scope: 'row' }, table.name), html('td', { colspan: 7, class: 'problem' }, table.error.error.message))];
  return table.halves.map((half) => {
    const name = html('button', { class: 'plain', 'aria-label': `Facts of ${half.mover} to move against ${half.other}`, onclick: () => show(table, half, true) }, half.mover);
    const cells = [half.positions, half.wins, half.draws, half.losses].map((count) => html('td', {}, number.format(count)));
    return html('tr', { 'data-table': table.name },
      html('th', { scope: 'row' }, name), html('td', { class: 'left' }, half.other), html('td', {}, share(half)), ...cells, html('td', {}, half.longest_win === null ? '–' : String(half.longest_win)));
  });
}

/** How many positions there are at each depth: wins above, losses below. */
function histogram({ depths }) {
  const [width, height] = [720, 220];
  const most = Math.max(...depths, 1);
  const step = width / Math.max(depths.length, 1);
  // Square roots, or the many shallow positions would hide the few deep ones.
  const scale = (count) => (count ? Math.max(1.5, Math.sqrt(count / most) * (height / 2 - 14)) : 0);
  const bars = depths.map((count, depth) => {
    const size = scale(count);
    const win = depth % 2 === 1;
    return svg('rect', { class: win ? 'win' : 'loss', x: depth * step + 0.5, y: win ? height / 2 - size : height / 2, width: Math.max(step - 1, 1), height: size },
      svg('title', {}, `${win ? 'Won' : 'Lost'} in ${plies(depth)}: ${number.format(count)}`));
  });
  const ticks = depths.map((_, depth) => depth).filter((depth) => depth % 10 === 0).map((depth) => svg('text', { x: depth * step + step / 2, y: height - 2 }, String(depth)));
  const peak = depths.indexOf(most);
  const label = `Positions by depth, from 0 to ${depths.length - 1} plies; most at depth ${peak}`;
  return svg('svg', { class: 'histogram', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    svg('line', { class: 'axis', x1: 0, x2: width, y1: height / 2, y2: height / 2 }), ...bars, ...ticks);
}

async function show(table, half, move) {
  const detail = find('detail');
  detail.hidden = false;
  detail.replaceChildren(html('p', { class: 'note' }, `Counting ${table.name}…`));
  if (move) detail.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
  if (move) history.replaceState(null, '', `?table=${table.name}&mover=${half.mover}`);
  try {
    const facts = await probe.facts(table.name);
    const found = facts.halves.find(({ mover }) => mover === half.mover);
    detail.replaceChildren(...describe(half, found));
  } catch (error) {
    detail.replaceChildren(html('p', { class: 'problem' }, error.message));
  }
  if (move) detail.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
}

function describe(half, facts) {
  const stored = facts.depths.reduce((sum, count) => sum + count, facts.draws);
  const deepest = facts.depths.findLastIndex((count, depth) => count && depth % 2 === 1);
  const wins = facts.longest.map((position) => html('li', {}, html('a', { href: `/?start=${position.replaceAll(' ', '_')}` }, position)));
  return [
    html('h2', {}, `${half.mover} to move against ${half.other}`),
    html('p', {}, `${number.format(half.wins)} won, ${number.format(half.draws)} drawn, ${number.format(half.losses)} lost of ${number.format(half.positions)} positions.`),
    html('h3', {}, 'How deep'),
    histogram(facts),
    html('p', { class: 'note' }, `Of the ${number.format(stored)} positions that are stored: those without a jump on offer, one of each two mirror images. Wins up, losses down, by depth in plies; the scale is that of square roots. ${number.format(facts.draws)} are drawn.`),
    ...(wins.length ? [html('h3', {}, `The longest wins with no jump on offer: ${plies(deepest)}`), html('ol', { class: 'links' }, ...wins)] : []),
  ];
}

async function main() {
  try {
    const tables = (await probe.tables()).tables.reverse();
    find('tables').tBodies[0].replaceChildren(...tables.flatMap(rows));
    const halves = tables.flatMap((table) => table.halves);
    const positions = halves.reduce((sum, half) => sum + half.positions, 0);
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    find('summary').textContent = tables.length
      ? `${number.format(positions)} positions in ${tables.length} tables, ${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB on disk: every one with its value and its depth.`
      : 'There are no tables yet: “roundtable solve camette” makes them.';
    const wanted = new URLSearchParams(location.search);
    const table = tables.find(({ name }) => name === wanted.get('table')) ?? tables[0];
    const half = table?.halves.find(({ mover }) => mover === wanted.get('mover')) ?? table?.halves[0];
    if (half) show(table, half, false);
  } catch (error) {
    find('problem').hidden = false;
    find('problem').textContent = error.message;
  }
}

main();
