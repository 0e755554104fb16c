// The box, its list and the page of results: a combobox with a list popup (ARIA Authoring Practices 1.2).
const strings = () => parts.head?.strings ?? {};
const say = (key, values = {}) => Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), strings()[key] ?? "");
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, value);
  element.append(...children.filter((child) => child != null));
  return element;
};
// What is shown waits for its style.
const sheet = document.getElementById("page.style");
const styled = !sheet || sheet.sheet ? Promise.resolve() : new Promise((resolve) => (sheet.onload = sheet.onerror = resolve));
const marks = (pieces) => pieces.map((piece, i) => (i % 2 ? make("mark", {}, piece) : piece));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const pageURL = (path, id) => `${rootURL}${encodeURI(path)}index.html${id ? "#" + encodeURIComponent(id) : ""}`;

// Results of the site's own index, or of the engine that site.yaml names.
const answerTo = async (typed, limit) => {
  if (!form.dataset.endpoint) return search(typed);
  await head();
  return askEndpoint(typed, limit);
};
const hrefOf = (result, id) => pageURL(result.path, id);
const wordsOf = (answer) => [...new Set((answer.groups ?? []).filter((group) => !group.word.neutral && !group.mute).flatMap((group) => group.found.map((each) => each.term)))];

// What the page that is gone to shall mark.
const remember = (answer, url) => {
  try {
    sessionStorage.setItem("interlude-found", JSON.stringify({ url: new URL(url, location.href).href.replace(/#.*/, ""), words: wordsOf(answer) }));
  } catch {}
};
const arrive = () => {
  let found;
  try {
    found = JSON.parse(sessionStorage.getItem("interlude-found"));
    sessionStorage.removeItem("interlude-found");
  } catch {}
  if (!found || found.url !== location.href.replace(/#.*/, "")) return;
  const words = new Set(found.words);
  const walker = document.createTreeWalker(document.getElementById("page.main"), NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("script, style, svg, mark")) nodes.push(walker.currentNode);
  for (const node of nodes.slice(0, 5000)) {
    const hits = tokens(node.data).filter((each) => words.has(each.term));
    let from = node.data.length;
    for (const hit of hits.reverse()) {
      if (hit.end > from) continue;
      const rest = node.splitText(hit.at);
      rest.splitText(hit.end - hit.at);
      rest.replaceWith(make("mark", { class: "found" }, rest.data));
      from = hit.at;
    }
  }
};

// The query as it was read, with the way back to the letters that were typed.
const correction = (answer, typed) => {
  if (!answer.corrected) return null;
  const [before, middle, after] = say("corrected").split(/\{corrected\}|\{query\}/);
  return make("p", { class: "corrected" }, before, make("em", {}, answer.corrected), middle, make("a", { href: `${form.action}?q=${encodeURIComponent(`"${typed}"`)}` }, typed), after);
};
const nothing = (typed) =>
  make(
    "div",
    { class: "nothing" },
    make("p", {}, say("nothing", { query: typed })),
    make(
      "ul",
      {},
      make("li", {}, make("a", { href: form.dataset.codes }, say("allCodes"))),
      form.dataset.questions && make("li", {}, make("a", { href: form.dataset.questions }, form.dataset.questionsName)),
      form.dataset.support && make("li", {}, make("a", { href: form.dataset.support }, say("contact"))),
    ),
  );

const box = () => {
  const input = form.elements.q;
  const list = make("ul", { role: "listbox", id: "page.found", "aria-label": input.getAttribute("aria-label") ?? form.querySelector("label")?.textContent });
  const note = make("div", { class: "note" });
  const panel = make("div", { class: "panel", hidden: "" }, note, list);
  const status = make("p", { class: "visually-hidden", role: "status" });
  form.append(panel, status);
  for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-controls": "page.found", "aria-autocomplete": "list", "aria-haspopup": "listbox" })) input.setAttribute(name, value);
  let run = 0;
  let current = -1;
  let answer;
  const options = () => [...list.children];
  const choose = (index) => {
    options().forEach((option, i) => option.setAttribute("aria-selected", String(i === index)));
    current = index;
    const option = options()[index];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const close = () => {
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };
  const open = () => {
    panel.hidden = false;
    input.setAttribute("aria-expanded", String(list.children.length > 0));
  };
  // As a link would: with the keys and the button for it, in a tab of its own.
  const go = (option, event) => {
    remember(answer, option.dataset.url);
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1) window.open(option.dataset.url, "_blank", "noopener");
    else location.href = option.dataset.url;
  };
  const option = (url, className, ...children) => {
    const item = make("li", { role: "option", id: `page.found.${list.children.length}`, "aria-selected": "false", class: className, "data-url": url }, ...children);
    list.append(item);
    return item;
  };
  const show = async () => {
    const typed = input.value.trim();
    const mine = ++run;
    if (!typed) return close();
    const bare = (result, title) => [result, { title, excerpt: [], sections: [] }];
    const titled = async (result) => bare(result, result.title ?? (await result.name()));
    const detailed = async (result) => [result, await result.details()];
    try {
      const [found] = await Promise.all([answerTo(typed, 6), styled]);
      if (mine !== run) return;
      // Titles are part of a small site's index. In a large one they come with the text; until then the list stands there
      // with addresses.
      const isSmall = parts.head.titles ?? form.dataset.endpoint;
      const first = found.results.slice(0, isSmall ? 6 : 4);
      const few = isSmall ? 2 : 4;
      draw(typed, found, first.map((result) => bare(result, result.title ?? result.address)), mine);
      if (first.some((result) => !result.title)) draw(typed, found, await Promise.all(first.map(titled)), mine);
      // Excerpts are for who stops to read.
      await pause(150);
      if (mine !== run) return;
      draw(typed, found, await Promise.all(first.map((result, i) => (i < few ? detailed(result) : titled(result)))), mine);
      if (mine === run) form.dataset.answered = typed;
      await pause(1500);
      if (mine === run && !found.count) miss(typed);
    } catch {
      // The network is gone; the form still leads to the page.
    }
  };
  const draw = (typed, found, shown, mine) => {
    if (mine !== run) return;
    const selected = answer === found ? options()[current]?.dataset.url : null;
    answer = found;
    list.replaceChildren();
    for (const [i, [result, details]] of shown.entries()) {
      // A line of a log that one article alone explains: Enter leads there.
      if (!i && found.isLine) {
        option(hrefOf(result), "line", make("small", {}, say("lineMeans")), make("b", {}, details.title), details.description ? make("span", {}, details.description) : null);
        continue;
      }
      option(hrefOf(result), "page", make("b", {}, ...marks(marked(found.groups, details.title))), details.excerpt.some(Boolean) ? make("span", {}, ...marks(details.excerpt)) : null);
      for (const section of details.sections.slice(0, 2)) option(hrefOf(result, section.id), "section", ...marks(marked(found.groups, section.heading)));
    }
    if (found.count > shown.length) option(`${form.action}?q=${encodeURIComponent(typed)}`, "all", say("all", { n: found.count }));
    note.replaceChildren(...[correction(found, typed), found.count ? null : nothing(typed)].filter(Boolean));
    status.textContent = found.count ? say(found.count === 1 ? "countOne" : "count", { n: found.count }) : say("nothing", { query: typed });
    choose(selected ? options().findIndex((option) => option.dataset.url === selected) : found.isLine ? 0 : -1);
    open();
  };
  input.addEventListener("input", show);
  input.addEventListener("focus", () => answer && input.value.trim() && list.children.length && open());
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== "Enter")) return;
    const last = list.children.length - 1;
    const moves = { ArrowDown: current >= last ? -1 : current + 1, ArrowUp: current < 0 ? last : current - 1 };
    if (current >= 0) Object.assign(moves, { Home: 0, End: last });
    if (event.key in moves && last >= 0) {
      event.preventDefault();
      if (panel.hidden) open();
      choose(moves[event.key]);
    } else if (event.key === "Enter" && current >= 0 && !panel.hidden) {
      event.preventDefault();
      go(options()[current], event);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (panel.hidden) input.value = "";
      else close();
    }
  });
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const item = event.target.closest("[role=option]");
    if (item) go(item, event);
  });
  list.addEventListener("auxclick", (event) => {
    const item = event.target.closest("[role=option]");
    if (item && event.button === 1) go(item, event);
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) close();
  });
  // Who is about to type will need the head.
  const ready = () => head().catch(() => {});
  input.addEventListener("focus", ready);
  if (input === document.activeElement) {
    ready();
    if (input.value) show();
  }
};

// What nobody found is told to the operator's own address, if there is one: each search once, without anything about who
// asked.
const missed = new Set();
const miss = (query) => {
  if (!form.dataset.misses || missed.has(query)) return;
  missed.add(query);
  navigator.sendBeacon(form.dataset.misses, new URLSearchParams({ query, lang: document.documentElement.lang }));
};

// Pages whose names are like an address that leads nowhere.
const near = async () => {
  const place = document.getElementById("page.near");
  if (!place) return;
  let path = location.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {}
  const words = path.replace(/\.[a-z0-9]{2,5}$/i, "").split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word && word !== "index");
  const typed = words.slice(-8).join(" ");
  if (!typed) return;
  const answer = await answerTo(typed, 3);
  const shown = await Promise.all(answer.results.slice(0, 3).map(async (result) => [result, await result.details()]));
  await styled;
  if (!shown.length) return;
  form.elements.q.value ||= typed;
  place.className = "near";
  place.append(
    make("h2", {}, say("near")),
    make("ul", {}, ...shown.map(([result, details]) => make("li", {}, make("a", { href: hrefOf(result) }, details.title), details.description ? make("p", {}, details.description) : null))),
  );
  place.hidden = false;
};

// The page of results: all that was found, with filters, and the switch of the key.
const slashSwitch = (place) => {
  const box = make("input", { type: "checkbox" });
  box.checked = form.classList.contains("keyed");
  box.addEventListener("change", () => {
    form.classList.toggle("keyed", box.checked);
    try {
      localStorage.setItem("interlude:slash", box.checked ? "on" : "off");
    } catch {}
  });
  place.append(make("label", {}, box, form.dataset.slash));
};
const resultsPage = async () => {
  const main = document.getElementById("page.results");
  const place = document.getElementById("page.slash");
  if (place) slashSwitch(place);
  const parameters = new URLSearchParams(location.search);
  const typed = parameters.get("q")?.trim();
  if (!main || !typed) return;
  form.elements.q.value = typed;
  const top = await head();
  const named = (values, names) => values.map((value, i) => [value, names?.[i] ?? value]).filter(([value]) => value);
  const names = {
    topic: named(top.topics, top.topicNames),
    proxy: named(top.proxies, top.proxyNames),
    audience: named(["visitor", "owner", "developer"], top.audienceNames),
  };
  const chosen = Object.keys(names).filter((name) => parameters.get(name));
  const full = [...chosen.map((name) => `${name}:${parameters.get(name)}`), typed].join(" ");
  const answer = await answerTo(full, 30);
  const filters = make("form", { class: "filters", action: form.action }, make("input", { type: "hidden", name: "q", value: typed }));
  if (!form.dataset.endpoint) {
    for (const [name, values] of Object.entries(names)) {
      const select = make("select", { name }, make("option", { value: "" }, say("any")), ...values.map(([value, text]) => make("option", { value, dir: "auto", selected: parameters.get(name) === value ? "" : null }, text)));
      filters.append(make("label", {}, say(name), " ", select));
    }
    filters.addEventListener("change", () => filters.submit());
  }
  const shown = await Promise.all(answer.results.slice(0, 20).map(async (result) => [result, await result.details()]));
  await styled;
  const items = shown.map(([result, details]) => {
    const link = (section, pieces) => {
      const url = hrefOf(result, section?.id);
      const anchor = make("a", { href: url }, ...marks(pieces));
      anchor.addEventListener("click", () => remember(answer, url));
      return anchor;
    };
    return make(
      "li",
      {},
      result === shown[0][0] && answer.isLine ? make("small", {}, say("lineMeans")) : null,
      make("h2", {}, link(null, marked(answer.groups, details.title))),
      result.topic ? make("small", {}, result.topic) : null,
      details.excerpt.some(Boolean) ? make("p", {}, ...marks(details.excerpt)) : null,
      details.sections.length ? make("ul", {}, ...details.sections.map((section) => make("li", {}, link(section, marked(answer.groups, section.heading))))) : null,
    );
  });
  const status = make("p", { class: "count", role: "status" });
  main.replaceChildren(...[filters, status, correction(answer, typed), answer.count ? make("ol", { class: "hits" }, ...items) : nothing(typed)].filter(Boolean));
  main.hidden = false;
  status.textContent = answer.count ? say(answer.count === 1 ? "countOne" : "count", { n: answer.count }) : "";
  if (!answer.count) miss(typed);
};

box();
arrive();
resultsPage().catch(() => {});
near().catch(() => {});
