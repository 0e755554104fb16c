// Finds what a word that nobody wrote may have meant. Sources/Search/Engine has the same: Correction, Neighbours, Compounds;
// with comments.
// Insertions, deletions, replacements and swaps of neighbours; when `open`, to the nearest beginning of `right`.
let [before, previous, current] = [0, 1, 2].map(() => new Uint16Array(1300));
const distance = (left, right, limit, open) => {
  const width = Math.min(right.length, left.length + limit);
  if (width >= 1300 || (!open && width < right.length)) return limit + 1;
  for (let i = 0; i <= width; i++) previous[i] = i;
  for (let row = 1; row <= left.length; row++) {
    let least = (current[0] = row);
    for (let column = 1; column <= width; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      let cost = Math.min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + change);
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) cost = Math.min(cost, before[column - 2] + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    [before, previous, current] = [previous, current, before];
  }
  return open ? Math.min(...previous.subarray(0, width + 1)) : previous[width];
};
// Which letters a word has: each that is missing in another costs an edit, and most words are told apart by that.
const lettersOf = (word) => {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
};
// The words nearest to one, as far as they have been shown.
const nearest = (top, term, open) => {
  const found = [];
  const seen = new Set();
  const letters = lettersOf(term);
  let least = slips(term);
  const near = { found, sure: false, close: false };
  const consider = (other, rank) => {
    if (other.length + least < term.length || (!open && other.length > term.length + least) || other[0] === "~") return;
    let missing = letters & ~lettersOf(other);
    for (let i = 0; i < least; i++) missing &= missing - 1;
    if (missing) return;
    const steps = distance(term, other, least, open);
    if (steps < 1 || steps > least || seen.has(other)) return;
    if (term.length <= 5 && term[0] !== other[0] && !(term[0] === other[1] && term[1] === other[0])) return;
    seen.add(other);
    if (steps < least) found.length = 0;
    least = steps;
    near.close ||= steps === 1;
    const longer = open && other.length > term.length + 1 ? 0.2 : 0;
    found.push({ term: other, cost: steps + (term[0] === other[0] ? 0 : 0.4) + longer - rank / 120 });
    return steps;
  };
  near.list = (list, ranks) => list.forEach((other, at) => consider(other, digit(ranks, at)));
  near.shard = (part) =>
    part.list.forEach((other, at) => {
      const frequency = part.frequency[at];
      if (consider(other, rankOf(frequency)) === 1 && frequency >= Math.floor(top.pages / 100)) near.sure = true;
    });
  near.best = () => {
    found.sort((a, b) => a.cost - b.cost || (a.term < b.term ? -1 : 1));
    return found.slice(0, 3).map((each) => each.term);
  };
  return near;
};
const slips = (term) => (term.length < 4 ? 0 : term.length < 8 ? 1 : 2);
const rankOf = (frequency) => Math.min(84, 6 * (31 - Math.clz32(Math.max(1, frequency))));

// Whether a word may differ from `term` in its first letter; TailFilter.swift has the filter's shape.
const mayDiffer = (filter, term) => {
  if (filter == null) return true;
  const tails = [term[0] + term.slice(2), ...(term.length > 5 ? [term, term.slice(1), term.slice(2)] : [])];
  return tails.some((tail) => {
    const hash = hashOf(tail);
    return [0, 1, 2, 3].every((i) => {
      const place = (hash + i * ((hash >>> 15) | 1)) % (filter.length * 6);
      return (digit(filter, Math.floor(place / 6)) >> place % 6) & 1;
    });
  });
};

const shardsAlike = (top, term, letters) => {
  const beginning = [...term].slice(0, letters).join("");
  const first = shardOf(top, beginning);
  return top.shards.flatMap(([start], number) => (number === first || (number > first && start.startsWith(beginning)) ? [number] : []));
};

// The nearest words, or two that were written as one.
const corrections = async (top, term, open) => {
  if (!slips(term)) return [];
  const near = nearest(top, term, open);
  const own = shardOf(top, term);
  const part = await shard(top, own);
  near.shard(part);
  if (near.sure) return near.best();
  const two = await apart(top, term);
  if (two) return two;
  if (!near.found.length && keyNear(part, position(part.list, term), term)) return [];
  const look = async (numbers) => {
    for (const each of await Promise.all(numbers.map((number) => shard(top, number)))) near.shard(each);
  };
  if (top.vocabulary) {
    const value = await load(top.vocabulary);
    value.list ??= unfront(value.terms, " ");
    near.list(value.list, value.ranks);
    for (const number of shardsAlike(top, term, 3)) if (Math.abs(number - own) === 1 && !near.close) await look([number]);
  } else {
    const alike = shardsAlike(top, term, 1);
    await look(alike.filter((number) => number !== own));
    if (!near.close && mayDiffer(top.tails, term)) {
      const letters = [...term];
      const likely = [letters[1] + letters[0] + letters.slice(2).join(""), letters.slice(1).join("")].map((other) => shardOf(top, other));
      for (const number of new Set([...likely, ...top.shards.keys()])) if (number !== own && !alike.includes(number) && !near.close) await look([number]);
    }
  }
  return near.best();
};

// Whether the unknown `term` is `candidate` with another ending.
const isForm = async (top, candidate, term) => {
  const part = await shard(top, shardOf(top, candidate));
  const key = part.key(position(part.list, candidate));
  return key.length >= 4 && term.startsWith(key);
};
