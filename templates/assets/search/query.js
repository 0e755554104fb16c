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
  const log = (row.length >= 10 && row.filter((term) => top.neutral.has(term)).length * 3 < row.length) || (row.length >= 3 && /[()[\]{}=<>*#/:]/.test(rest));
  const open = new RegExp(`${ANY}$`, "u").test(rest);
  return { words: asked, unasked: rowed(words) - rowed(asked), row, line, phrases: log ? [] : phrases, filters, open, log };
};

const hasDigit = (term) => /[0-9]/.test(term);
const startGroup = (word, { words }) => ({
  word,
  found: [],
  weight: words[word.neutral ? "neutral" : word.kind],
  content: !word.neutral && word.inRow,
  number: hasDigit(word.term),
});
// `own`: whether it is the word itself, whatever its form or spelling. Words of a set mean the same only together: it is their
// row, and which of it this stands for.
const put = (group, part, number, at, weight, own, set) => {
  const term = part.list[at];
  if (!group.found.some((each) => each.term === term && each.set?.[0] === set?.[0])) group.found.push({ number, at, term, frequency: part.frequency[at], weight, own, set });
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
const add = async (top, group, term, weight, { forms = true, kin = false, own = true, set } = {}) => {
  const number = shardOf(top, term);
  const part = await shard(top, number);
  const at = position(part.list, term);
  const known = part.list[at] === term;
  if (known) put(group, part, number, at, weight, own, set);
  if (!forms) return;
  const key = known ? part.key(at) : kin ? keyNear(part, at, term) : null;
  if (!key || (known && key === term && part.list[at + 1] && !part.list[at + 1].startsWith(term))) return;
  for (const [near, number, at] of await range(top, key)) if (near.key(at) === key) put(group, near, number, at, weight * top.weights.matches.form, own, set);
};
const complete = async (top, group, term) => {
  if (term.length < 2 && !IS_PAIRED.test(term)) return;
  const { completion, form } = top.weights.matches;
  const alone = !group.found.length;
  const all = (await range(top, term)).filter(([part, , at]) => part.list[at] !== term && part.list[at][0] !== "~");
  const ranked = all.map((each, i) => [each, i, each[0].frequency[each[2]]]).sort((a, b) => b[2] - a[2] || a[1] - b[1]);
  for (const [[part, number, at]] of ranked.slice(0, 12)) put(group, part, number, at, alone ? form : completion, alone);
};
const widen = async (top, groups, query) => {
  const wide = [];
  top.rows ??= top.synonyms.map((synonyms) =>
    synonyms.map((text) => {
      const row = rowOf(tokens(text));
      return { row, asked: row.filter((term) => !top.neutral.has(term)) };
    }),
  );
  for (const rows of top.rows) {
    for (const { row, asked } of rows) {
      const group = asked.length && groups.find((each) => (row.length > 1 ? each.word.term === asked[0] && stands(row, query.row) : means(each, asked[0])));
      if (!group) continue;
      for (const other of rows) if (other.row !== row) for (const [i, term] of other.asked.entries()) wide.push([group, term, other.asked.length > 1 ? [other.asked, i] : undefined]);
    }
  }
  await Promise.all(wide.map(([, term]) => shard(top, shardOf(top, term))));
  for (const [group, term, set] of wide) await add(top, group, term, top.weights.matches.synonym, { own: false, set });
};
// Whether a word is `term` or a form of it.
const means = (group, term) => group.word.term === term || (group.word.kind !== "hump" && (group.correction === term || group.found.some((each) => each.term === term && each.own)));

const groupsOf = async (top, query) => {
  const last = query.open ? query.row.at(-1) : null;
  await Promise.all(query.words.flatMap((word) => (word.term === last ? shardsOf(top, word.term) : [shardOf(top, word.term)])).map((number) => shard(top, number)));
  const { exact, joined, spelled } = top.weights.matches;
  const groups = [];
  for (const word of query.words) {
    const group = startGroup(word, top.weights);
    await add(top, group, word.term, 1);
    if (word.exact) await add(top, group, word.exact, exact, { forms: false });
    if (word.term === last && word.kind !== "hump") await complete(top, group, word.term);
    groups.push(group);
  }
  await addSpellings(top, groups, query);
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
    if (group.number || group.word.neutral || query.phrases.flat().includes(term)) continue;
    const candidates = await corrections(top, term, term === last);
    if (candidates.apart) {
      const [left, right] = candidates;
      await add(top, group, left, joined);
      group.correction = `${left} ${right}`;
      group.second = startGroup({ term: right, exact: null, kind: "word", neutral: false, inRow: true }, top.weights);
      await add(top, group.second, right, joined);
      continue;
    }
    await Promise.all(candidates.map((candidate) => shard(top, shardOf(top, candidate))));
    for (const candidate of candidates) {
      await add(top, group, candidate, spelled);
      const parted = candidate.split(/[-_.]/).filter((part) => !top.neutral.has(part));
      if (parted.length > 1) for (const [i, part] of parted.entries()) await add(top, group, part, spelled, { set: [parted, i] });
    }
    if (!candidates.length) await add(top, group, term, spelled, { kin: true });
    else if (!(await isForm(top, candidates[0], term))) group.correction = candidates[0];
  }
  if (groups.some((group) => group.correction)) await widen(top, groups, query);
  return groups.filter((group) => !group.dropped && (group.found.length || group.word.inRow)).flatMap((group) => [group, group.second ?? []].flat());
};
