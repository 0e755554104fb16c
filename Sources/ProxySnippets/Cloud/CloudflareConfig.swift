internal import Content

/// Cloudflare: custom error rules and error pages, for the dashboard and for Terraform.
struct CloudflareConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files(
      "cloudflare",
      [
        ("1000-errors.html", page(token: "::CLOUDFLARE_ERROR_1000S_BOX::")),
        ("500-errors.html", page(token: "::CLOUDFLARE_ERROR_500S_BOX::")), ("main.tf", terraform),
      ] + CloudflareWorker(pack).files)
  }

  /// What an inline response of a custom error rule may have.
  private static let inlineLimit = 10_240

  /// An error page of Cloudflare's own errors, which it takes only with its token in it.
  private func page(token: String) -> String {
    // A site without a definition of 500 has no page for the whole class.
    let names = ["5xx"] + (pack.outagePages + pack.pages).map { String($0.code) }
    guard let name = names.first(where: { pack.contents["\(pack.defaultLanguage)/\($0).html"] != nil }) else {
      return ""
    }
    var page = String(decoding: pack.contents["\(pack.defaultLanguage)/\(name).html"] ?? [], as: UTF8.self)
    if let live = pack.livePage(pack.defaultLanguage, name) {
      // Cloudflare's own reference, which it fills in itself.
      page = live.before + live.reference + "::RAY_ID::" + live.end + live.after
    }
    return page.replacing("</main>", with: "<div>\(token)</div>\n</main>")
  }

  /// The page where it fits, otherwise its short form.
  private func inline(_ page: Pack.Page) -> String {
    let full = "\(pack.defaultLanguage)/\(page.code).html"
    let fits = (pack.contents[full]?.count ?? 0) <= Self.inlineLimit
    return fits ? full : "\(pack.defaultLanguage)/\(page.code).nano.html"
  }

  private var terraform: String {
    let rules = pack.outagePages.map { page in
      """
          {
            description = "\(page.code) \(page.reason)"
            expression  = "http.response.code eq \(page.code) and not starts_with(http.request.uri.path, \\"/api/\\")"
            action      = "serve_error"
            action_parameters = {
              status_code  = \(page.code)
              content_type = "text/html"
              content      = file("${path.module}/error-pages/\(inline(page))")
            }
          },
      """
    }
    return """
      # \(pack.brand)'s error pages for Cloudflare, provider 5. Written by `interlude build`; edit content/ and build again.
      #
      # Copy:     the folder error-pages beside this file, and 500-errors.html and 1000-errors.html to a public address
      #           that answers 200; Cloudflare fetches them once, and again only when you ask it to.
      # Include:  terraform apply -var zone_id=… -var pages=https://static.example.com/cloudflare
      #           In the dashboard: Rules > Custom Error Rule with the expressions below; Error Pages > 500 class errors.
      # Prove it: stop the application, then curl -i --compressed https://www.example.com/
      # Undo:     terraform destroy
      # Sources:  https://developers.cloudflare.com/rules/custom-errors/
      #
      # Behind Cloudflare a visitor never sees the page that your own proxy makes for 502 and 504: Cloudflare puts its own
      # in its place. The rules bring yours back. They need a paid plan, take 10 kB, and are in HTML and one language; the
      # first that matches counts. 401 and 407 are missing on purpose: clients that log in need the original answer.
      # Programs behind /api/ keep their own bodies. Error pages do not apply to 500, 501, 503 and 505.

      terraform {
        required_providers {
          cloudflare = {
            source  = "cloudflare/cloudflare"
            version = "~> 5.0"
          }
        }
      }

      variable "zone_id" {
        type = string
      }

      variable "pages" {
        type        = string
        description = "The address of the folder with 500-errors.html and 1000-errors.html, without a slash at the end"
      }

      resource "cloudflare_ruleset" "error_pages" {
        zone_id = var.zone_id
        name    = "Error pages"
        kind    = "zone"
        phase   = "http_custom_errors"
        rules = [
      \(rules.lines)
        ]
      }

      # Errors that Cloudflare makes itself, such as 521 for an origin that is down. They come with its reference number.
      resource "cloudflare_custom_pages" "server_errors" {
        zone_id    = var.zone_id
        identifier = "500_errors"
        state      = "customized"
        url        = "${var.pages}/500-errors.html"
      }

      resource "cloudflare_custom_pages" "cloudflare_errors" {
        zone_id    = var.zone_id
        identifier = "1000_errors"
        state      = "customized"
        url        = "${var.pages}/1000-errors.html"
      }

      """
  }
}
