// What a reader typed, taken apart, and the terms of the dictionary that stand for it. Sources/Search/Engine has the same,
// with comments.
const parse = (typed, top) => {
  const filters = [];
  const kept = typed.split(" ").filter((part) => {
    const filter = /^(topic|audience|proxy):(.+)$/.exec(part);
    if (filter) filters.push([filter[1], filter[2].toLowerCase()]);
    return !filter;
  });
  const rest = kept.join(" ");
  const quoted = rest.replace(/[“”„]/g, '"').split('"');
  const phrases = quoted.filter((_, i) => i % 2 && i + 1 < quoted.length).map((text) => rowOf(tokens(text))).filter((row) => row.length);
  const list = tokens(rest);
  const row = rowOf(list);
  const line = rowOf(tokens(rest.replace(/(?<![^ ])([A-Za-z]{2})--(?![^ ])/g, "$1 tstate")));
  const allNeutral = row.every((term) => top.neutral.has(term));
  const words = [];
  for (const each of list)
    if (!words.some((word) => word.term === each.term)) words.push({ ...each, neutral: !allNeutral && top.neutral.has(each.term) });
  const asked = top.vocabulary ? words.filter((word) => !word.neutral) : words;
  const rowed = (list) => list.filter((word) => word.kind !== "hump").length;
  const log = row.length >= 10 || (row.length >= 3 && /[()[\]{}=<>*#/:]/.test(rest));
  const open = new RegExp(`${ANY}$`, "u").test(rest);
  return { words: asked, unasked: rowed(words) - rowed(asked), row, line, phrases: log ? [] : phrases, filters, open, log };
};

const FORM = 0.8;
const WEIGHTS = { word: 1, whole: 1.5, part: 0.5, hump: 0.25 };
const hasDigit = (term) => /[0-9]/.test(term);
const startGroup = (word) => ({
  word,
  found: [],
  weight: word.neutral ? 0.1 : WEIGHTS[word.kind],
  content: !word.neutral && word.inRow,
  number: hasDigit(word.term),
});
const put = (group, part, number, at, weight) => {
  const term = part.list[at];
  if (!group.found.some((each) => each.term === term)) group.found.push({ number, at, term, frequency: part.frequency[at], weight });
};

// Every term that begins with `prefix`, in at most two shards, which are asked for at once.
const shardsOf = (top, prefix) => {
  const first = shardOf(top, prefix);
  return top.shards[first + 1]?.[0].startsWith(prefix) ? [first, first + 1] : [first];
};
const range = async (top, prefix) => {
  const found = [];
  const numbers = shardsOf(top, prefix);
  for (const [i, part] of (await Promise.all(numbers.map((number) => shard(top, number)))).entries())
    for (let at = position(part.list, prefix); at < part.list.length && part.list[at].startsWith(prefix); at++) found.push([part, numbers[i], at]);
  return found;
};
const keyNear = (part, at, term) => {
  if (term.length < 5 || hasDigit(term)) return null;
  let best = "";
  for (let i = Math.max(0, at - 12); i < Math.min(part.list.length, at + 12); i++) {
    const key = part.key(i);
    if (key.length >= 4 && key.length < term.length && term.length - key.length <= 4 && key.length > best.length && term.startsWith(key)) best = key;
  }
  return best || null;
};
const add = async (top, group, term, weight, forms = true, kin = false) => {
  const number = shardOf(top, term);
  const part = await shard(top, number);
  const at = position(part.list, term);
  const known = part.list[at] === term;
  if (known) put(group, part, number, at, weight);
  if (!forms) return;
  const key = known ? part.key(at) : kin ? keyNear(part, at, term) : null;
  if (!key || (known && key === term && part.list[at + 1] && !part.list[at + 1].startsWith(term))) return;
  for (const [near, number, at] of await range(top, key)) if (near.key(at) === key) put(group, near, number, at, weight * FORM);
};
const complete = async (top, group, term) => {
  if (term.length < 2 && !IS_PAIRED.test(term)) return;
  const weight = group.found.length ? 0.35 : 0.8;
  const all = (await range(top, term)).filter(([part, , at]) => part.list[at] !== term && part.list[at][0] !== "~");
  const ranked = all.map((each, i) => [each, i, each[0].frequency[each[2]]]).sort((a, b) => b[2] - a[2] || a[1] - b[1]);
  for (const [[part, number, at]] of ranked.slice(0, 12)) put(group, part, number, at, weight);
};
const widen = async (top, groups, query) => {
  const wide = [];
  top.rows ??= top.synonyms.map((synonyms) => synonyms.map((text) => rowOf(tokens(text))));
  for (const rows of top.rows) {
    for (const row of rows) {
      const own = row.filter((term) => !top.neutral.has(term));
      const group = own.length && groups.find((each) => (row.length > 1 ? each.word.term === own[0] && stands(row, query.row) : means(each, own[0])));
      if (!group) continue;
      for (const other of rows) if (other !== row) for (const term of other) if (!top.neutral.has(term)) wide.push([group, term, 0.75 / Math.sqrt(other.length)]);
    }
  }
  await Promise.all(wide.map(([, term]) => shard(top, shardOf(top, term))));
  for (const [group, term, weight] of wide) await add(top, group, term, weight);
};
// Whether a word is `term` or a form of it.
const means = (group, term) => group.word.term === term || (group.word.kind !== "hump" && group.found.some((each) => each.term === term && each.weight >= FORM));

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
const corrections = async (top, term, open) => {
  const limit = term.length < 4 ? 0 : term.length < 8 ? 1 : 2;
  if (!limit) return [];
  const found = [];
  const seen = new Set();
  const letters = lettersOf(term);
  let least = limit;
  const consider = (other, rank) => {
    if (other.length + limit < term.length || (!open && other.length > term.length + limit) || other[0] === "~") return;
    let missing = letters & ~lettersOf(other);
    for (let i = 0; i < least; i++) missing &= missing - 1;
    if (missing) return;
    const steps = distance(term, other, least, open);
    if (steps < 1 || steps > least || seen.has(other)) return;
    if (term.length <= 5 && term[0] !== other[0] && !(term[0] === other[1] && term[1] === other[0])) return;
    seen.add(other);
    least = steps;
    const longer = open && other.length > term.length + 1 ? 0.2 : 0;
    found.push({ term: other, cost: steps + (term[0] === other[0] ? 0 : 0.4) + longer - rank / 120 });
  };
  const rankOf = (frequency) => Math.min(89, Math.floor(6 * Math.log2(Math.max(1, frequency))));
  const all = (part) => part.list.forEach((other, at) => consider(other, rankOf(part.frequency[at])));
  if (top.vocabulary) {
    const value = await load(top.vocabulary);
    value.list ??= unfront(value.terms, " ");
    value.list.forEach((other, at) => consider(other, digit(value.ranks, at)));
    all(await shard(top, shardOf(top, term)));
  } else for (let number = 0; number < top.shards.length; number++) all(await shard(top, number));
  found.sort((a, b) => a.cost - b.cost || (a.term < b.term ? -1 : 1));
  return found.slice(0, 3).filter((each) => each.cost < found[0].cost + 2).map((each) => each.term);
};

// Whether the unknown `term` is `candidate` with another ending.
const isForm = async (top, candidate, term) => {
  const part = await shard(top, shardOf(top, candidate));
  const key = part.key(position(part.list, candidate));
  return key.length >= 4 && term.startsWith(key);
};

const groupsOf = async (top, query) => {
  const last = query.open ? query.row.at(-1) : null;
  await Promise.all(query.words.flatMap((word) => (word.term === last ? shardsOf(top, word.term) : [shardOf(top, word.term)])).map((number) => shard(top, number)));
  const groups = [];
  for (const word of query.words) {
    const group = startGroup(word);
    await add(top, group, word.term, 1);
    if (word.exact) await add(top, group, word.exact, 1.15, false);
    if (word.term === last && word.kind !== "hump") await complete(top, group, word.term);
    groups.push(group);
  }
  await widen(top, groups, query);
  for (const [i, group] of groups.entries()) {
    const term = group.word.term;
    if (group.found.length || !group.word.inRow) continue;
    // Of a word in camelCase that nobody wrote, its humps are asked for.
    const humps = [];
    for (let next = i + 1; groups[next]?.word.kind === "hump"; next++) humps.push(groups[next]);
    if (humps.some((hump) => hump.found.length)) {
      for (const hump of humps) Object.assign(hump, { content: true, weight: 1 });
      group.dropped = true;
      continue;
    }
    if (group.number || query.phrases.flat().includes(term)) continue;
    const candidates = await corrections(top, term, term === last);
    await Promise.all(candidates.map((candidate) => shard(top, shardOf(top, candidate))));
    for (const candidate of candidates) await add(top, group, candidate, 0.7);
    if (!candidates.length) await add(top, group, term, 0.7, true, true);
    else if (!(await isForm(top, candidates[0], term))) group.correction = candidates[0];
  }
  return groups.filter((group) => !group.dropped && (group.found.length || group.word.inRow));
};
