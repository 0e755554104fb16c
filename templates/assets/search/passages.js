// Finds in a page's text what the query asked for: phrases, headings, excerpts.
const stands = (phrase, row) => row.some((_, start) => phrase.every((term, i) => row[start + i] === term));
const hasPhrases = (phrases, page) => {
  const rows = [page.title, page.description, ...page.sections.flatMap(({ heading, text }) => [heading, text])].map((text) => rowOf(tokens(text)));
  return phrases.every((phrase) => rows.some((row) => stands(phrase, row)));
};
// In a line of a log, dates, addresses and sizes are not what it says.
const asked = (groups) => groups.filter((group) => !group.word.neutral && !group.mute).map((group) => ({ weight: group.weight, terms: new Set(group.found.map((each) => each.term)) }));

// The sections that say most, best first.
const sectionsOf = (groups, page) => {
  const wanted = asked(groups);
  const count = (text, times) => {
    const terms = tokens(text).map((each) => each.term);
    return wanted.reduce((sum, group) => sum + (terms.some((term) => group.terms.has(term)) ? times * group.weight : 0), 0);
  };
  return page.sections
    .map((section, i) => ({ section, i, score: count(section.heading, 2) + count(section.text, 1) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score || a.i - b.i);
};
// A text in pieces, every second one a match.
const marked = (groups, text) => {
  const wanted = asked(groups);
  const pieces = [""];
  let from = 0;
  for (const each of tokens(text)) {
    if (each.at < from || !wanted.some((group) => group.terms.has(each.term))) continue;
    pieces[pieces.length - 1] += text.slice(from, each.at);
    pieces.push(text.slice(each.at, each.end), "");
    from = each.end;
  }
  pieces[pieces.length - 1] += text.slice(from);
  return pieces;
};
// The stretch of a text with most of what was asked for.
const excerpt = (groups, text, length = 150) => {
  const wanted = asked(groups);
  const hits = tokens(text).flatMap((each) => {
    const group = wanted.findIndex((one) => one.terms.has(each.term));
    return group < 0 ? [] : [{ at: each.at, group }];
  });
  let best = 0;
  let most = 0;
  hits.forEach((hit, i) => {
    const here = new Set();
    for (let j = i; j < hits.length && hits[j].at < hit.at + length; j++) here.add(hits[j].group);
    const score = [...here].reduce((sum, group) => sum + wanted[group].weight, 0);
    if (score > most) [best, most] = [hit.at, score];
  });
  let start = Math.max(0, best - 40);
  if (start > 0) start = text.indexOf(" ", start) + 1;
  let end = Math.min(text.length, start + length);
  if (end < text.length) end = Math.max(text.lastIndexOf(" ", end), start + 1);
  const cut = text.slice(start, end).replace(/\s+/g, " ").trim();
  return marked(groups, (start > 0 ? "… " : "") + cut + (end < text.length ? " …" : ""));
};

// What a page is called until its title is there: the last words of its address.
const called = (path) => {
  const words = path.split("/").at(-2)?.replace(/[-_]/g, " ") ?? path;
  return words.charAt(0).toUpperCase() + words.slice(1);
};

// Answers a query: pages in order, each with a promise of its details.
const search = async (typed) => {
  const text = [...typed].slice(0, 600).join("");
  const top = await head();
  const query = parse(text, top);
  if (!query.words.length) return { query, corrected: null, count: 0, results: [] };
  const groups = await groupsOf(top, query);
  if (query.log) for (const group of groups) group.mute = group.number;
  let { count, scores, isLine } = await rank(top, query, groups);
  if (query.phrases.length) {
    const pages = await Promise.all(scores.slice(0, 30).map(async (score) => [score, await textOf(top, score.page)]));
    scores = pages.filter(([, page]) => hasPhrases(query.phrases, page)).map(([score]) => score);
    count = scores.length;
  }
  let corrected = text.toLowerCase();
  for (const { correction, word } of groups) if (correction) corrected = corrected.replace(word.exact ?? word.term, () => correction);
  const results = scores.map(({ page, total }) => ({
    path: top.path[page],
    title: top.title[page],
    score: total,
    topic: top.topicNames?.[digit(top.topicOf, page)],
    address: called(top.path[page]),
    name: async () => (top.title[page] = (await textOf(top, page)).title || called(top.path[page])),
    details: async () => {
      const content = await textOf(top, page);
      const sections = sectionsOf(groups, content);
      const best = sections[0]?.section;
      return {
        description: content.description,
        title: top.title[page] ?? (content.title || called(top.path[page])),
        excerpt: excerpt(groups, best?.text || content.description || content.sections.find((each) => each.text)?.text || ""),
        sections: sections.filter((each) => each.section.id).slice(0, 3).map((each) => each.section),
      };
    },
  }));
  return {
    query,
    groups,
    corrected: scores.length && groups.some((group) => group.correction) ? corrected : null,
    count,
    isLine,
    results,
  };
};
self.interludeSearch.search = search;
self.interludeSearch.tokens = tokens;
