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
    document.head.append(engine);
  };
  input.addEventListener("focus", start);
  if (input === document.activeElement) start();
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const opens = key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (opens || (key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey)) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
  let arrived;
  try {
    arrived = sessionStorage.getItem("interlude-found");
  } catch {}
  if (arrived || document.getElementById("page.results")) start();
})();
