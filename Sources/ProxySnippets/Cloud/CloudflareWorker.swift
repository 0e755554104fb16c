internal import Content
internal import Escaping

/// A Worker that stands before the origin and puts a page in the place of its errors. It chooses language and format, and
/// Cloudflare's free plan includes it, which its custom error rules are not in.
struct CloudflareWorker {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [(name: String, text: String)] { [("worker.js", script), ("wrangler.jsonc", settings)] }

  /// The brand as a part of a comment, which ends with its line.
  private var brand: String { YAMLText.comment(pack.brand) }

  /// What Cloudflare says of an origin that does not answer.
  private static let own = 520...530

  private var pages: [Pack.Page] {
    pack.outagePages + pack.pages.filter { Self.own.contains($0.code) }
  }

  private static func array(_ patterns: [String]) -> String {
    patterns.map { "  new RegExp(\"\($0)\", \"i\")," }.lines
  }

  private var script: String {
    let choice = LanguageChoice(languages: pack.languages)
    let waits = pages.compactMap { page in page.retryAfter.map { "\(page.code): \"\($0)\"" } }
    return """
      // \(brand)'s error pages as a Cloudflare Worker. Written by `interlude build`; edit content/ and build again.
      // wrangler.jsonc says how to put it in place.

      // The site cannot answer. To brand a 4xx, add it here; 401 and 407 are missing on purpose: clients that log in need
      // the original answer.
      const replaced = new Set([\(pages.map { String($0.code) }.joined(separator: ", "))]);
      const retryAfter = { \(waits.joined(separator: ", ")) };
      const types = {
      \(FormatChoice.contentTypes.map { "  \($0.format): \"\(FormatChoice.contentType($0.format))\"," }.lines)
      };

      // What may be written for a language, and the folder of its pages.
      const folders = {
      \(choice.ranges.map { "  \"\($0.range)\": \"\($0.language)\"," }.lines)
      };
      // One expression for each tenth of the quality value, so that the language that is wanted most is found first.
      const languages = [
      \(Self.array(choice.patterns(group: "(")))
      ];
      // The media type that is wanted without reservation, or at all.
      const formats = [
      \(Self.array(FormatChoice.patterns(group: "(")))
      ];

      function first(expressions, field) {
        for (const expression of expressions) {
          const found = expression.exec(field ?? "");
          if (found) return found[1].toLowerCase();
        }
        return "";
      }

      function formatOf(type) {
      \(FormatChoice.types.map { "  if (type.includes(\"\($0.pattern)\")) return \"\($0.format)\";" }.lines)
        return "\(FormatChoice.fallback)";
      }

      async function page(status, request, env) {
        const language = folders[first(languages, request.headers.get("Accept-Language"))] ?? "\(pack.defaultLanguage)";
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
      \(pack.retries ? "    if (request.method === \"GET\") headers.set(\"Server-Timing\", \"\(Pack.safeMethod)\");" : "    // Pages do not try again by themselves.")
          return new Response(request.method === "HEAD" ? null : found.body, { status: answer.status, headers });
        },
      };

      """
  }

  private var settings: String {
    """
    // \(brand)'s error pages as a Cloudflare Worker, on the free plan, too. Written by `interlude build`.
    //
    // Copy:     nothing; wrangler uploads the pages from the folder two above this one, as static assets.
    // Include:  write your zone's pattern into `routes`, then, in this folder:  npx wrangler deploy
    //           On the free plan a Worker answers 100,000 requests a day. In the dashboard, Workers Routes > Edit, choose
    //           "Fail open" for the request limit: beyond it visitors get what they would get without the Worker.
    // Reload:   the same command.
    // Prove it: stop the application, then curl -i -H 'Accept: text/html' https://www.example.com/
    // Undo:     npx wrangler delete
    // Source:   https://developers.cloudflare.com/workers/static-assets/binding/
    {
      "name": "interlude",
      "main": "worker.js",
      "compatibility_date": "2026-11-01",
      "routes": [{ "pattern": "www.example.com/*", "zone_name": "example.com" }],
      "assets": {
        "directory": "../..",
        "binding": "PAGES",
        // Addresses are those of the files, and nobody outside can ask for one: the Worker comes first.
        "html_handling": "none",
        "not_found_handling": "none",
        "run_worker_first": true
      }
    }

    """
  }
}
