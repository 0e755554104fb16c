// Scores pages as Sources/Search/Engine/Ranking.swift does, which has the reasons.
const STEPS = 6;
const FIELDS = ["text", "description", "heading", "keyword", "title", "name"];
const TITLE = FIELDS.indexOf("title");
const NAME = FIELDS.indexOf("name");
const ASIDE = 0.3;
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

// So many pages are looked at once more.
const KEPT = 200;
// How much of what two say is said by both: 1 if they say the same.
const likeness = (common, one, other) => (common ? (2 * common) / (one + Math.max(other, common)) : 0);
// How much the words of a page's address are those of the query.
const addressed = (top, page, content) => {
  top.names ??= [];
  const words = (top.names[page] ??= (top.path[page].split("/").at(-2) ?? "").split("-").filter((word) => !top.neutral.has(word)));
  const common = content.filter((terms) => words.some((word) => terms.has(word)));
  return likeness(common.length, content.length, words.length);
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
  const { features, kinds, rarity, least } = top.weights;
  const prominence = FIELDS.map((field) => features[field]);
  const common = (list) => list.reduce((most, each) => Math.max(most, each.frequency), 1);
  const singles = groups.map(({ found }) => found.filter((each) => !each.set));
  const sets = groups.map(({ found }) => setsOf(found));
  const masses = groups.map((group, i) => {
    const frequency = Math.max(common(singles[i]), ...sets[i].map((words) => Math.min(...words.map(common))));
    return group.weight * Math.log(1 + Math.max(0, size - frequency + 0.5) / (frequency + 0.5)) ** rarity;
  });
  const whole = masses.reduce((sum, mass) => sum + mass, 0);
  // Of pages that a line's signatures alone tell of.
  const seen = new Uint8Array(size);
  // By group and page: the best match, and the most prominent field of the word itself, from 1 on.
  const columns = groups.map(() => ({ values: new Float64Array(size), places: new Uint8Array(size) }));
  const fill = async (list, { values, places }) => {
    for (const { number, at, weight, own, set } of list) {
      const part = await shard(top, number);
      part.each(at, (page, payload) => {
        if (page >= size) return;
        const field = (payload / STEPS) | 0;
        const value = (weight * ((payload % STEPS) + 1) * prominence[field]) / STEPS;
        if (value > values[page]) values[page] = value;
        if (own && !set && field >= places[page]) places[page] = field + 1;
      });
    }
    return values;
  };
  for (const [i, both] of columns.entries()) {
    const { values, places } = both;
    await fill(singles[i], both);
    for (const words of sets[i]) {
      const each = [];
      for (const list of words) each.push(await fill(list, { values: new Float64Array(size), places }));
      for (let page = 0; page < size; page++) {
        // Of words that mean it together, the one that says least.
        let least = each[0][page];
        for (const other of each) if (other[page] < least) least = other[page];
        if (least > values[page]) values[page] = least;
      }
    }
  }
  const signatures = query.log ? await signatureScores(top, query.line) : new Map();
  const strongest = Math.max(0, ...signatures.values());
  for (const page of signatures.keys()) if (page < size) seen[page] = 1;
  const inRow = groups.map((group) => group.word.kind !== "hump");
  const row = inRow.filter(Boolean).length;
  const isAside = (group, i) => group.word.neutral || group.number || (!top.proxies.includes(group.word.term) && common(singles[i].filter((each) => each.own)) > size * ASIDE);
  const central = groups.map((group, i) => inRow[i] && !isAside(group, i));
  // Where words are unknown, a word that is merely mentioned somewhere is no answer, unless it is a code.
  const content = groups.filter((group, i) => group.content && inRow[i]);
  const words = content.filter((group) => !group.number);
  const lost = words.filter((group) => !group.found.length).length;
  const doubt = lost ? (lost + words.filter((group) => group.correction).length / 2) / words.length : 0;
  const kindOf = top.topics.map((topic) => kinds[topic] ?? 0);
  const scores = [];
  for (let page = 0; page < size; page++) {
    if (!(seen[page] || columns.some(({ values }) => values[page])) || !passes(top, query.filters, page)) continue;
    let matched = 0;
    let covered = 0;
    let titled = 0;
    let named = 0;
    let coded = 0;
    let outside = 0;
    for (let i = 0; i < columns.length; i++) {
      const { values, places } = columns[i];
      if (central[i] && places[page] <= TITLE) outside++;
      if (!values[page]) continue;
      // A match counts as much as the field it stands in, which is part of its value.
      matched += (masses[i] / whole) * values[page];
      covered += masses[i];
      if (!inRow[i]) continue;
      if (places[page] > TITLE) titled++;
      if (places[page] <= NAME) continue;
      named++;
      if (groups[i].number) coded++;
    }
    const length = digit(top.titleLengths, page);
    const alone = named === row && (row + query.unasked === 1 || query.row.length === row);
    const signature = (signatures.get(page) ?? 0) / (strongest || 1);
    const total =
      matched +
      features.coverage * (covered / whole || 0) +
      features.titleMatch * likeness(titled, row, length) +
      features.exactTitle * (titled === row && row + query.unasked === length) +
      features.nameAlone * alone +
      features.code * (!alone && coded > 0 && !outside) +
      features.signature * signature ** 2;
    if (coded || total >= least * doubt) scores.push({ page, total: total + kindOf[digit(top.topicOf, page)] });
  }
  const byTotal = (a, b) => b.total - a.total || a.page - b.page;
  const found = scores.sort(byTotal).slice(0, KEPT);
  const own = content.map(({ found }) => new Set(found.flatMap((each) => (each.own ? each.term : []))));
  for (const score of found) score.total += features.address * addressed(top, score.page, own);
  found.sort(byTotal);
  // Whether the first page alone knows the line.
  const known = signatures.get(found[0]?.page) ?? 0;
  const rest = Math.max(0, ...[...signatures].filter(([page]) => page !== found[0]?.page).map(([, score]) => score));
  return { count: scores.length, scores: found, isLine: known >= LINE && known - rest >= AHEAD };
};
