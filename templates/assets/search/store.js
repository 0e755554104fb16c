// Fetches the parts of an index, from file:// as the scripts they are, and takes them apart.
// docs/search-format.md describes them.
const form = document.querySelector("form.search");
const rootURL = form.dataset.engine.replace(/assets\/search\.js.*/, "");
const indexURL = form.getAttribute("action").replace(/[^/]*$/, "");
const parts = {};
self.interludeSearch = (name, value) => (parts[name] = value);

const isFile = location.protocol === "file:";
const scripted = (name, file) =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${indexURL}${file}.js`;
    script.onload = () => resolve(parts[name]);
    script.onerror = () => reject(new Error(file));
    document.head.append(script);
  });
// Over HTTP the value is read out of the script, which is quicker than to run it.
const fetched = async (file) => {
  const response = await fetch(`${indexURL}${file}.js`);
  if (!response.ok) throw new Error(file);
  const text = await response.text();
  return JSON.parse(text.slice(text.indexOf(",") + 1, text.lastIndexOf(")")));
};
const loading = {};
const load = (name, file = name) => {
  if (parts[name]) return Promise.resolve(parts[name]);
  return (loading[name] ??= (isFile ? scripted(name, file) : fetched(file).catch(() => scripted(name, file))).then(
    (value) => (parts[name] = value),
    (error) => {
      delete loading[name];
      throw error;
    },
  ));
};

const digit = (text, at) => {
  const code = text.charCodeAt(at);
  return code - (code < 60 ? 35 : code < 92 ? 36 : 37);
};
const numbers = (text) => {
  const found = new Int32Array(text.length);
  let count = 0;
  let factor = 1;
  for (let at = 0; at < text.length; at++) {
    const value = digit(text, at);
    found[count] += factor * (value % 45);
    factor *= 45;
    if (value >= 45) continue;
    count++;
    factor = 1;
  }
  return found.subarray(0, count);
};
const unfront = (coded, separator) => {
  let previous = "";
  if (!coded) return [];
  return coded.split(separator).map((record) => (previous = previous.slice(0, record.charCodeAt(0) - 48) + record.slice(1)));
};

const head = async () => {
  const value = await load("head", "index");
  if (!value.path) {
    value.path = unfront(value.paths, "\n");
    value.title = value.titles?.split("\n") ?? [];
    value.neutral = new Set(value.questionWords.split(" "));
  }
  return value;
};

// Where `term` is in sorted `terms`, or would be.
const position = (terms, term) => {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (terms[middle] < term) low = middle + 1;
    else high = middle;
  }
  return low;
};
const shardOf = (top, term) => {
  let low = 0;
  let high = top.shards.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (term < top.shards[middle][0]) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low - 1);
};
const shard = async (top, number) => {
  const value = top.shards[number] ? await load(top.shards[number][1]) : { terms: "", strips: "", counts: "", gaps: "", payloads: "" };
  if (value.list) return value;
  value.list = unfront(value.terms, " ");
  const counts = numbers(value.counts);
  value.gap = numbers(value.gaps);
  value.start = [0];
  value.frequency = [];
  let start = 0;
  for (let at = 0; at < counts.length; at++) {
    const kept = counts[at] >> 1;
    value.start.push((start += kept));
    value.frequency.push(kept + (counts[at] & 1 ? counts[++at] : 0));
  }
  value.key = (at) => value.list[at].slice(0, value.list[at].length - (value.strips.charCodeAt(at) - 48));
  value.each = (at, body) => {
    let page = -1;
    for (let i = value.start[at]; i < value.start[at + 1]; i++) body((page += value.gap[i] + 1), digit(value.payloads, i));
  };
  return value;
};

// A page's text: its Markdown twin, or from file:// its part of the index.
const texts = new Map();
const textOf = (top, page) => {
  if (!texts.has(page)) texts.set(page, (isFile ? storedText(top, page) : twin(top.path[page])).catch(() => ({ title: "", description: "", sections: [] })));
  return texts.get(page);
};
const storedText = async (top, page) => {
  const [first, name] = top.texts.findLast((text) => text[0] <= page);
  const [title, description, sections] = (await load(name))[page - first];
  return { title, description, sections: sections.map(([id, heading, text]) => ({ id, heading, text })) };
};
const plain = (line) =>
  line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<(https?:[^>]*)>/g, "$1")
    .replace(/^\s*(?:>\s?)*(?:\[![A-Za-z]+\])?\s*(?:[-*+]|\d+[.)])?\s+/, "")
    .replace(/^\|?[\s:|-]+\|?$/, "")
    .replace(/\*\*|`|^> ?|\[\^[^\]]*\]:?/g, "")
    .replace(/\s*\|\s*/g, " ")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
const slugs = () => {
  const seen = {};
  return (heading) => {
    const base = heading.toLowerCase().replace(/[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc} -]/gu, "").replace(/ /g, "-") || "section";
    let id = base;
    while (id in seen) id = `${base}-${++seen[base]}`;
    seen[id] = 0;
    return id;
  };
};
const twin = async (path) => {
  const response = await fetch(`${rootURL}${encodeURI(path)}index.md`);
  if (!response.ok) throw new Error(path);
  const text = await response.text();
  let page;
  const whole = () => (page ??= sectioned(text));
  // A list needs the title first, and all else only if somebody stops to read.
  return {
    title: plain(/^#{1,6} +(.*?)[ #]*$/m.exec(text)?.[1] ?? ""),
    get description() {
      return whole().description;
    },
    get sections() {
      return whole().sections;
    },
  };
};
const sectioned = (text) => {
  const page = { title: "", description: "", sections: [{ id: "", heading: "", text: "" }] };
  const slug = slugs();
  let fence = null;
  for (const line of text.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const heading = !fence && /^(#{1,6}) +(.*?)[ #]*$/.exec(line);
    if (mark && (!fence || (line.trim().startsWith(fence) && !/[^`~\s]/.test(line)))) fence = fence ? null : mark;
    else if (heading && !page.title) page.title = plain(heading[2]);
    else if (heading) page.sections.push({ id: slug(plain(heading[2])), heading: plain(heading[2]), text: "" });
    else if (!page.description && line.startsWith("> ") && page.sections.length === 1 && !page.sections[0].text) page.description = plain(line.slice(2));
    else if (line.trim()) page.sections.at(-1).text += (fence ? line : plain(line)) + "\n";
  }
  return page;
};
