// Scores pages as Sources/Search/Engine/Ranking.swift does, which has the reasons.
const STEPS = 6;
const HEADING = 2;
const TITLE = 4;
const NAME = 5;
const PROMINENCE = [1, 1.5, 1.3, 2.2, 3, 3.5];
const LONG_TITLE = 8;
const RARITY = 0.8;
const ASIDE = 0.3;
const ADDRESS = 1.5;
// When one page explains a line: so much of it is known there, and so much more than anywhere else. Of 255 lines from public
// issues, 93 are far enough ahead, 87 of them with the cause that a person names.
const LINE = 3.5;
const AHEAD = 1.2;

const hashOf = (text) => {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return hash;
};
const hashTerm = (words) => {
  const hash = hashOf(words.join(" "));
  return "~" + ((hash ^ (hash >>> 24)) & 0xffffff).toString(36).padStart(5, "0");
};
const signatureScores = async (top, row) => {
  const lengths = new Map();
  for (let start = 0; start + 1 < row.length; start++) {
    for (let end = start + 2; end <= Math.min(start + 3, row.length); end++) {
      const term = hashTerm(row.slice(start, end));
      if (!lengths.has(term)) lengths.set(term, end - start);
    }
  }
  const scores = new Map();
  const parts = await Promise.all([...lengths.keys()].map((term) => shard(top, shardOf(top, term))));
  for (const [i, [term, length]] of [...lengths].entries()) {
    const at = position(parts[i].list, term);
    if (parts[i].list[at] !== term) continue;
    const weight = (length === 3 ? 1.5 : 1) / parts[i].frequency[at];
    parts[i].each(at, (page) => scores.set(page, (scores.get(page) ?? 0) + weight));
  }
  return scores;
};
const passes = (top, filters, page) =>
  filters.every(([kind, value]) => {
    if (kind === "topic") return top.topics[digit(top.topicOf, page)] === value;
    const names = kind === "proxy" ? top.proxies : ["visitor", "owner", "developer"];
    const bit = names.indexOf(value);
    return bit >= 0 && (digit(kind === "proxy" ? top.proxyOf : top.audienceOf, page) >> bit) & 1;
  });

// The best of many scores, as far as a list or the text of phrases asks for them: `keep` of them, best first.
const KEPT = 200;
const best = (totals, pages, keep) => {
  const found = [];
  for (const page of pages) {
    const total = totals[page];
    if (found.length === keep && total <= totals[found[keep - 1]]) continue;
    let low = 0;
    let high = found.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (totals[found[middle]] < total) high = middle;
      else low = middle + 1;
    }
    found.splice(low, 0, page);
    if (found.length > keep) found.pop();
  }
  return found;
};

// Whether a page's address ends with the words of the query and no others.
const isAddress = (top, page, content) => {
  const words = (top.path[page].split("/").at(-2) ?? "").split("-").filter((word) => !top.neutral.has(word));
  return words.length > 1 && words.length === content.length && content.every((group) => group.found.some((each) => each.weight >= 0.7 && words.includes(each.term)));
};
// Terms that mean the same only together, by word.
const setsOf = (found) => {
  const sets = new Map();
  for (const each of found) {
    if (!each.set) continue;
    const [row, i] = each.set;
    if (!sets.has(row)) sets.set(row, row.map(() => []));
    sets.get(row)[i].push(each);
  }
  return [...sets.values()].filter((words) => words.every((list) => list.length));
};
// Columns by page, because a common word is on thousands of them.
const rank = async (top, query, groups) => {
  const size = top.pages;
  const common = (list) => list.reduce((most, each) => Math.max(most, each.frequency), 1);
  const singles = groups.map(({ found }) => found.filter((each) => !each.set));
  const sets = groups.map(({ found }) => setsOf(found));
  const frequencies = groups.map((_, i) => Math.max(common(singles[i]), ...sets[i].map((words) => Math.min(...words.map(common)))));
  const rarities = frequencies.map((frequency) => Math.log(1 + Math.max(0, size - frequency + 0.5) / (frequency + 0.5)) ** RARITY);
  top.titleWeight ??= Float64Array.from(top.titleLengths, (length) => PROMINENCE[TITLE] * Math.sqrt(Math.min(1, LONG_TITLE / Math.max(1, digit(length, 0)))));
  const parts = groups.map(() => new Float64Array(size));
  const fields = groups.map(() => new Uint8Array(size));
  const [seen, highest] = [new Uint8Array(size), new Uint8Array(size)];
  const fill = async (list, i, values) => {
    const places = fields[i];
    const counts = groups[i].content;
    for (const { number, at, weight } of list) {
      const part = await shard(top, number);
      const whole = weight * groups[i].weight * rarities[i];
      part.each(at, (page, payload) => {
        if (page >= size) return;
        const field = (payload / STEPS) | 0;
        const value = ((whole * ((payload % STEPS) + 1)) / STEPS) * (field === TITLE ? top.titleWeight[page] : PROMINENCE[field]);
        if (value > values[page]) values[page] = value;
        if (weight >= FORM && field >= places[page]) places[page] = field + 1;
        const standing = field + (weight < FORM ? -1 : 1);
        if (counts && standing > highest[page]) highest[page] = standing;
      });
    }
    return values;
  };
  for (const i of groups.keys()) {
    const values = await fill(singles[i], i, parts[i]);
    for (const words of sets[i]) {
      const columns = [];
      for (const list of words) columns.push(await fill(list, i, new Float64Array(size)));
      for (let page = 0; page < size; page++) values[page] = Math.max(values[page], Math.min(...columns.map((column) => column[page])));
    }
    for (let page = 0; page < size; page++) if (values[page]) seen[page] = 1;
  }
  const signatures = query.log ? await signatureScores(top, query.line) : new Map();
  const strongest = Math.max(0, ...signatures.values());
  for (const page of signatures.keys()) if (page < size) seen[page] = 1;
  const shares = groups.map((group) => (!group.content ? 0 : !group.found.length && group.number ? 0.2 : 1));
  const whole = groups.reduce((sum, group, i) => sum + group.weight * rarities[i], 0);
  const asked = shares.reduce((sum, share) => sum + share, 0);
  const least = query.row.length >= 10 ? 0.1 : 0.3;
  const inRow = groups.map((group) => group.word.kind !== "hump");
  const row = inRow.filter(Boolean).length;
  const lost = groups.filter((group) => group.content && !group.found.length && !group.number).length;
  const isDoubtful = lost > 0 && 2 * lost + groups.filter((group) => group.correction).length >= groups.filter((group) => group.content).length;
  const isAside = (group, i) => group.word.neutral || group.number || (!top.proxies.includes(group.word.term) && common(singles[i].filter((each) => each.weight >= FORM)) > size * ASIDE);
  const central = groups.map((group, i) => inRow[i] && !isAside(group, i));
  const totals = new Float64Array(size);
  const pages = [];
  for (let page = 0; page < size; page++) {
    if (!seen[page] || !passes(top, query.filters, page)) continue;
    let [sum, covered, answered, titled, named, coded, outside, bonus] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < groups.length; i++) {
      const value = parts[i][page];
      if (central[i] && fields[i][page] <= TITLE) outside++;
      if (!value) continue;
      sum += value;
      covered += groups[i].weight * rarities[i];
      answered += shares[i];
      if (!inRow[i]) continue;
      if (fields[i][page] > TITLE) titled++;
      if (fields[i][page] > NAME) {
        named++;
        if (groups[i].number) coded++;
      }
    }
    if (signatures.get(page) >= strongest / 2) bonus += (200 * signatures.get(page)) / Math.max(1, strongest);
    if (titled === row && row + query.unasked === digit(top.titleLengths, page)) bonus += 1000;
    if (named === row && (row + query.unasked === 1 || query.row.length === row)) bonus += 500;
    else if (coded && !outside) bonus += 50;
    if (!bonus && isDoubtful && highest[page] <= HEADING) continue;
    if (!bonus && asked > 0 && answered / asked < least) continue;
    totals[page] = sum * (0.4 + 0.6 * (whole > 0 ? covered / whole : 0)) + bonus;
    pages.push(page);
  }
  const found = best(totals, pages, KEPT);
  const content = groups.filter((group) => group.content && group.word.kind !== "hump");
  for (const page of found) if (isAddress(top, page, content)) totals[page] *= ADDRESS;
  const scores = found.map((page) => ({ page, total: totals[page] })).sort((a, b) => b.total - a.total || a.page - b.page);
  // Whether the first page alone knows the line.
  const known = signatures.get(scores[0]?.page) ?? 0;
  const rest = Math.max(0, ...[...signatures].filter(([page]) => page !== scores[0]?.page).map(([, score]) => score));
  return { count: pages.length, scores, isLine: known >= LINE && known - rest >= AHEAD };
};
