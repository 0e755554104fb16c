// Interlude's error pages as a Cloudflare Worker. Written by `interlude build`; edit content/ and build again.
// wrangler.jsonc says how to put it in place.

// The site cannot answer. To brand a 4xx, add it here; 401 and 407 are missing on purpose: clients that log in need
// the original answer.
const replaced = new Set([500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530]);
const retryAfter = { 502: "30", 503: "60", 504: "60" };
const types = {
  html: "text/html; charset=utf-8",
  json: "application/problem+json",
  xml: "application/problem+xml",
  txt: "text/plain; charset=utf-8",
};

// What may be written for a language, and the folder of its pages.
const folders = {
  "en": "en",
};
// One expression for each tenth of the quality value, so that the language that is wanted most is found first.
const languages = [
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *(?:; *q=1(?:[.]0*)? *)?(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]9[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]8[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]7[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]6[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]5[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]4[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]3[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]2[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]1[0-9]* *(?:,|$)", "i"),
  new RegExp("(?:^|,) *(en)(?:-[a-z0-9]+)* *; *q=0?[.]0[0-9]*[1-9][0-9]* *(?:,|$)", "i"),
];
// The media type that is wanted without reservation, or at all.
const formats = [
  new RegExp("(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=1[.0]*) *)*(?:,|$)", "i"),
  new RegExp("(?:^|,) *(text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain) *(?:; *(?:[a-pr-z][^,;]*|q=0?[.][0-9]*[1-9][0-9]*) *)*(?:,|$)", "i"),
];

function first(expressions, field) {
  for (const expression of expressions) {
    const found = expression.exec(field ?? "");
    if (found) return found[1].toLowerCase();
  }
  return "";
}

function formatOf(type) {
  if (type.includes("html")) return "html";
  if (type.includes("json")) return "json";
  if (type.includes("xml")) return "xml";
  if (type.includes("plain")) return "txt";
  return "txt";
}

async function page(status, request, env) {
  const language = folders[first(languages, request.headers.get("Accept-Language"))] ?? "en";
  const format = formatOf(first(formats, request.headers.get("Accept")));
  const file = await env.PAGES.fetch(new URL(`/${language}/${status}.${format}`, request.url));
  return file.ok ? { language, format, body: await file.arrayBuffer() } : null;
}

export default {
  async fetch(request, env, context) {
    // If this program fails, the visitor gets what the origin says.
    context.passThroughOnException();
    const answer = await fetch(request);
    // Programs read the bodies of errors; leave them as they are.
    if (!replaced.has(answer.status) || new URL(request.url).pathname.startsWith("/api/")) return answer;
    const found = await page(answer.status, request, env);
    if (!found) return answer;
    const headers = new Headers({
      "Content-Type": types[found.format],
      "Content-Language": found.language,
      "Cache-Control": "no-store",
      "Vary": "Accept, Accept-Language",
      "X-Robots-Tag": "noindex",
    });
    const wait = answer.headers.get("Retry-After") ?? retryAfter[answer.status];
    if (wait) headers.set("Retry-After", wait);
    if (request.method === "GET") headers.set("Server-Timing", "method;desc=GET");
    return new Response(request.method === "HEAD" ? null : found.body, { status: answer.status, headers });
  },
};
