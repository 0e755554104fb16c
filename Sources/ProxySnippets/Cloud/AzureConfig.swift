internal import Content

/// The custom error pages of Azure's Application Gateway.
struct AzureConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("azure", [("main.tf", terraform)])
  }

  /// The codes that the gateway takes a page for.
  private static let known: Set = [400, 403, 405, 408, 500, 502, 503, 504]

  private var terraform: String {
    let pages = pack.outagePages.filter { Self.known.contains($0.code) }.map { page in
      """
        custom_error_configuration {
          status_code           = "HttpStatus\(page.code)"
          custom_error_page_url = "${local.error_pages}/\(page.code).html"
        }
      """
    }
    return """
      # \(pack.brand)'s error pages for Azure Application Gateway v2, as parts of a Terraform configuration. Written by
      # `interlude build`.
      #
      # Copy:     az storage blob upload-batch --account-name ACCOUNT -s error-pages/\(pack.defaultLanguage) \\
      #             -d '$web/error-pages/\(pack.defaultLanguage)' --pattern '*.html'
      #           The address must be public, answer 200 and end in .html; the gateway fetches the page when it is
      #           configured and keeps it, so apply again after a new build.
      # Include:  take the parts marked with ► over into your azurerm_application_gateway. At a listener they take the
      #           place of all global ones.
      # Prove it: stop the application, then curl -i https://www.example.com/
      # Undo:     take them away.
      # Source:   https://learn.microsoft.com/azure/application-gateway/custom-error
      #
      # Only errors that the gateway makes itself: what the application answers passes, so that API clients keep their
      # bodies. HTML in one language. There is no page for 404 and 429.

      locals {
        # ►
        error_pages = "https://ACCOUNT.z6.web.core.windows.net/error-pages/\(pack.defaultLanguage)"
      }

      resource "azurerm_application_gateway" "www" {
        # … what is there already …

        # ►
      \(pages.lines)
      }

      """
  }
}
