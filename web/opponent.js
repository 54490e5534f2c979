// Which move the program plays.

/** One of the moves, which are listed best first. */
export function choose(moves, strength) {
  const [best] = moves;
  const equal = moves.filter((move) => move.value === best.value);
  if (strength === 'human') {
    // Any move that keeps the value, good ones more often: a win may take longer, a loss may come sooner.
    const weights = equal.map((move) => Math.exp(-Math.abs((move.dtw ?? 0) - (best.dtw ?? 0)) / 4));
    return draw(equal, weights);
  }
  return draw(equal.filter((move) => move.dtw === best.dtw));
}

function draw(moves, weights = moves.map(() => 1)) {
  let at = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [number, move] of moves.entries()) {
    at -= weights[number];
    if (at <= 0) return move;
  }
  return moves.at(-1);
}
