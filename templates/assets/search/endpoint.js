// Asks the search engine that site.yaml names, for documents that `interlude build --search-export` made: one a section.
// They are asked in the ways that browsers may use across origins and that a key for searching is enough for.
const OPEN = "\u0001";
const CLOSE = "\u0002";
const engines = {
  // https://www.meilisearch.com/docs/reference/api/search
  meilisearch: {
    ask: (q, n, lang) => ({ q, limit: n, distinct: "page", filter: `language = "${lang}"`, attributesToHighlight: "*", attributesToCrop: "text", cropLength: 25, highlightPreTag: OPEN, highlightPostTag: CLOSE }),
    read: (answer) => [answer.estimatedTotalHits ?? answer.totalHits, answer.hits.map((hit) => [hit, hit._formatted ?? {}])],
  },
  // https://typesense.org/docs/latest/api/search.html
  typesense: {
    ask: (q, n, lang, key) => ({ q, per_page: n, filter_by: `language:=${lang}`, query_by: "names,title,keywords,heading,description,text,code", highlight_start_tag: OPEN, highlight_end_tag: CLOSE, exclude_fields: "code", group_by: "page", group_limit: 3, "x-typesense-api-key": key }),
    read: (answer) => [answer.found, answer.grouped_hits.flatMap((group) => group.hits).map((hit) => [hit.document, Object.fromEntries((hit.highlights ?? []).map((each) => [each.field, each.snippet]))])],
  },
  // https://www.algolia.com/doc/rest-api/search/search-single-index; the application's id stands in the address.
  algolia: {
    posts: true,
    ask: (query, n, lang) => ({ query, hitsPerPage: n, filters: `language:${lang}`, attributesToSnippet: "text:25", highlightPreTag: OPEN, highlightPostTag: CLOSE }),
    read: (answer) => [
      answer.nbHits,
      answer.hits.map((hit) => [hit, Object.fromEntries(Object.entries({ ...hit._highlightResult, ...hit._snippetResult }).map(([name, each]) => [name, each.value]))]),
    ],
  },
  // https://docs.opensearch.org/latest/api-reference/search-apis/search/
  opensearch: {
    ask: (query, size, lang) => ({
      source_content_type: "application/json",
      source: JSON.stringify({
        size,
        query: { bool: { filter: { term: { language: lang } }, must: { multi_match: { query, fuzziness: "AUTO", fields: ["names^8", "title^5", "keywords^3", "heading^2.5", "description^2", "text", "code"] } } } },
        collapse: { field: "page" },
        aggs: { pages: { cardinality: { field: "page" } } },
        highlight: { pre_tags: [OPEN], post_tags: [CLOSE], fields: { title: { number_of_fragments: 0 }, heading: { number_of_fragments: 0 }, text: { number_of_fragments: 1 } } },
      }),
    }),
    read: (answer) => [answer.aggregations?.pages.value ?? answer.hits.total.value, answer.hits.hits.map((hit) => [hit._source, Object.fromEntries(Object.entries(hit.highlight ?? {}).map(([name, [first]]) => [name, first]))])],
  },
};

const askEndpoint = async (typed, limit) => {
  const { endpoint, kind, key } = form.dataset;
  const engine = engines[kind];
  const url = new URL(endpoint);
  const parameters = engine.ask(typed, limit, parts.head.language, key);
  const options = {};
  if (engine.posts) {
    if (key) url.searchParams.set("x-algolia-api-key", key);
    Object.assign(options, { method: "POST", body: JSON.stringify(parameters) });
  } else for (const [name, value] of Object.entries(parameters)) if (value != null) url.searchParams.set(name, value);
  if (kind === "meilisearch" && key) options.headers = { authorization: `Bearer ${key}` };
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(response.status);
  const [count, hits] = engine.read(await response.json());
  const pages = new Map();
  for (const [hit, found] of hits) {
    if (!pages.has(hit.page)) pages.set(hit.page, []);
    pages.get(hit.page).push({ hit, found });
  }
  const results = [...pages].slice(0, limit).map(([path, all]) => {
    const [{ hit, found }] = all;
    // A page may come with several of its sections.
    const sections = all.filter((each) => each.hit.fragment).map((each) => ({ id: each.hit.fragment, heading: each.hit.heading }));
    return { path, title: hit.title, details: async () => ({ title: hit.title, excerpt: (found.text ?? hit.description ?? "").split(/[\u0001\u0002]/), sections: sections.slice(0, 3) }) };
  });
  return { corrected: null, groups: [], count: Math.max(count ?? 0, results.length), results };
};
