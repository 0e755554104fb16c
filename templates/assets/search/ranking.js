// Scores pages as Sources/Search/Engine/Ranking.swift does, which has the reasons.
const STEPS = 6;
const TITLE = 4;
const NAME = 5;
const PROMINENCE = [1, 1.3, 1.3, 1.9, 3, 3.5];
const LONG_TITLE = 8;

const hashTerm = (words) => {
  let hash = 2166136261;
  const text = words.join(" ");
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return "~" + ((hash ^ (hash >>> 24)) & 0xffffff).toString(36).padStart(5, "0");
};
const signatureScores = async (top, row) => {
  const scores = new Map();
  const seen = new Set();
  for (let start = 0; start + 1 < row.length; start++) {
    for (let end = start + 2; end <= Math.min(start + 3, row.length); end++) {
      const term = hashTerm(row.slice(start, end));
      if (seen.has(term)) continue;
      seen.add(term);
      const part = await shard(top, shardOf(top, term));
      const at = position(part.list, term);
      if (part.list[at] !== term) continue;
      const weight = (end - start === 3 ? 1.5 : 1) / part.frequency[at];
      part.each(at, (page) => scores.set(page, (scores.get(page) ?? 0) + weight));
    }
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

const rank = async (top, query, groups) => {
  const pages = new Map();
  const rarities = groups.map(({ found }) => {
    const frequency = found.reduce((most, each) => Math.max(most, each.frequency), 1);
    return Math.log(1 + Math.max(0, top.pages - frequency + 0.5) / (frequency + 0.5));
  });
  const prominence = (field, page) => PROMINENCE[field] * (field === TITLE ? Math.sqrt(Math.min(1, LONG_TITLE / Math.max(1, digit(top.titleLengths, page)))) : 1);
  const blank = () => ({ parts: groups.map(() => 0), fields: groups.map(() => -1) });
  for (const [i, group] of groups.entries()) {
    for (const { number, at, weight } of group.found) {
      const part = await shard(top, number);
      part.each(at, (page, payload) => {
        if (page >= top.pages) return;
        if (!pages.has(page)) pages.set(page, blank());
        const own = pages.get(page);
        const field = Math.floor(payload / STEPS);
        const value = ((weight * group.weight * rarities[i] * ((payload % STEPS) + 1)) / STEPS) * prominence(field, page);
        if (value > own.parts[i]) own.parts[i] = value;
        if (weight >= FORM && field > own.fields[i]) own.fields[i] = field;
      });
    }
  }
  const signatures = query.log ? await signatureScores(top, query.line) : new Map();
  const strongest = Math.max(0, ...signatures.values());
  for (const page of signatures.keys()) if (!pages.has(page)) pages.set(page, blank());
  const share = (group) => (!group.content ? 0 : !group.found.length && group.number ? 0.2 : 1);
  const whole = groups.reduce((sum, group, i) => sum + group.weight * rarities[i], 0);
  const asked = groups.reduce((sum, group) => sum + share(group), 0);
  const least = query.row.length >= 10 ? 0.1 : 0.3;
  const row = groups.filter((group) => group.word.kind !== "hump").length;
  const scores = [];
  for (const [page, own] of pages) {
    if (!passes(top, query.filters, page)) continue;
    let [sum, covered, answered, titled, named, bonus] = [0, 0, 0, 0, 0, 0];
    groups.forEach((group, i) => {
      if (!own.parts[i]) return;
      sum += own.parts[i];
      covered += group.weight * rarities[i];
      answered += share(group);
      if (group.word.kind === "hump") return;
      if (own.fields[i] >= TITLE) titled++;
      if (own.fields[i] === NAME) named++;
    });
    if (signatures.has(page) && signatures.get(page) >= strongest / 2) bonus += (200 * signatures.get(page)) / strongest;
    if (titled === row && row === digit(top.titleLengths, page)) bonus += 1000;
    if (named === row && (row === 1 || query.row.length === row)) bonus += 500;
    if (!bonus && asked > 0 && answered / asked < least) continue;
    const coverage = whole > 0 ? covered / whole : 0;
    scores.push({ page, total: sum * (0.4 + 0.6 * coverage) + bonus });
  }
  return scores.sort((a, b) => b.total - a.total || a.page - b.page);
};
