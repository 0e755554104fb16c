// On every page: fetches the search when a reader touches it, and nothing before.
(() => {
  "use strict";
  const form = document.querySelector("form.search");
  if (!form) return;
  const input = form.elements.q;
  let engine;
  const start = () => {
    if (engine) return;
    engine = document.createElement("script");
    engine.src = form.dataset.engine;
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.id = "page.style";
    sheet.href = form.dataset.engine.replace(/\.js(?=\?|$)/, ".css");
    document.head.append(sheet, engine);
  };
  // The engine will ask for the head of the index, which comes at the same time.
  const touch = () => {
    if (!engine && location.protocol !== "file:") {
      const link = document.createElement("link");
      Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: form.getAttribute("action").replace(/[^/]*$/, "index.js") });
      document.head.append(link);
    }
    start();
  };
  input.addEventListener("focus", touch);
  if (input === document.activeElement) touch();
  // A key alone may be struck by accident, or by a voice; whoever does not want it switches it off (WCAG 2.1.4).
  let slash = "slash" in form.dataset;
  try {
    slash &&= localStorage.getItem("interlude:slash") !== "off";
  } catch {}
  form.classList.toggle("keyed", slash);
  addEventListener("keydown", (event) => {
    const key = event.key?.toLowerCase();
    const opens = key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (opens || (key === "/" && form.classList.contains("keyed") && !typing && !event.ctrlKey && !event.metaKey && !event.altKey)) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
  let arrived;
  try {
    arrived = sessionStorage.getItem("interlude-found");
  } catch {}
  if (arrived || document.getElementById("page.results") || document.getElementById("page.near")) start();
})();
