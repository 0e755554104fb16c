// worker.mjs WORKER PACK PORT ORIGIN   Runs a Worker on PORT before the origin on port ORIGIN, with the folder PACK as its
// static assets. An origin that does not answer gets Cloudflare's numbers: 521 refused, 524 no answer in time, 520 no HTTP.
import { createServer, request as ask } from "node:http";
import { readFile } from "node:fs/promises";

const [worker, pack, port, origin] = process.argv.slice(2);
const program = (await import(worker)).default;

function body(stream) {
  return new Promise((resolve, reject) => {
    const parts = [];
    stream.on("data", (part) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts))).on("error", reject);
  });
}

// What a Worker means by fetch().
globalThis.fetch = async (request) => {
  const content = Buffer.from(await request.arrayBuffer());
  const address = new URL(request.url);
  return new Promise((resolve) => {
    const fail = (status) => resolve(new Response("Cloudflare's own page", { status }));
    const sent = ask(
      {
        host: "127.0.0.1", port: origin, method: request.method, path: address.pathname + address.search,
        headers: { ...Object.fromEntries(request.headers), "content-length": content.length }, agent: false,
      },
      (answer) => {
        body(answer).then(
          (bytes) => {
            const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
            resolve(new Response(bytes.length ? bytes : null, { status: answer.statusCode, headers }));
          },
          () => fail(520),
        );
      },
    );
    const limit = setTimeout(() => { fail(524); sent.destroy(); }, 1000);
    sent.on("error", (error) => fail(error.code === "ECONNREFUSED" ? 521 : 520)).on("close", () => clearTimeout(limit));
    sent.end(content);
  });
};

const assets = {
  async fetch(address) {
    try {
      return new Response(await readFile(pack + new URL(address).pathname));
    } catch {
      return new Response(null, { status: 404 });
    }
  },
};

createServer(async (incoming, outgoing) => {
  const content = await body(incoming);
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at], incoming.rawHeaders[at + 1]);
  }
  const answer = await program.fetch(
    new Request(new URL(incoming.url, `http://127.0.0.1:${port}`), {
      method: incoming.method, headers, body: content.length ? content : undefined,
    }),
    { PAGES: assets },
    { passThroughOnException() {} },
  );
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
}).listen(Number(port), "127.0.0.1");
