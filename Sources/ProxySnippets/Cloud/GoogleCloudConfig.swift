internal import Content

/// The custom error response policy of Google Cloud's global external Application Load Balancer.
struct GoogleCloudConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("google-cloud", [("main.tf", terraform), ("url-map.yaml", urlMap)])
  }

  private var language: String { pack.defaultLanguage }

  private var notes: String {
    """
    # Copy:     gcloud storage cp -r error-pages/\(language)/*.html gs://BUCKET/error-pages/\(language)/
    # Prove it: stop the application, then curl -i https://www.example.com/; the status is still that of the error.
    # Undo:     take the policy away.
    # Source:   https://cloud.google.com/load-balancing/docs/https/custom-error-response
    #
    # Only for the global external Application Load Balancer. The policy covers the load balancer's own errors, those of
    # the backends and those of Cloud Armor; the status stays, because no other one is named. HTML in one language. A
    # policy of a path matcher takes the place of this one: give /api/ one without these codes, so that programs keep
    # the bodies they read. 401 and 407 are missing on purpose: clients that log in need the original answer.
    """
  }

  private var terraform: String {
    let rules = pack.outagePages.map { page in
      """
          error_response_rule {
            match_response_codes = ["\(page.code)"]
            path                 = "/error-pages/\(language)/\(page.code).html"
          }
      """
    }
    return """
      # \(pack.brand)'s error pages for Google Cloud, as parts of a Terraform configuration. Written by `interlude build`.
      #
      # Include:  take default_custom_error_response_policy over into your URL map.
      \(notes)

      variable "bucket" {
        type        = string
        description = "A bucket that the load balancer may read"
      }

      variable "backend" {
        type        = string
        description = "The id of the application's backend service"
      }

      resource "google_compute_backend_bucket" "error_pages" {
        name        = "error-pages"
        bucket_name = var.bucket
      }

      resource "google_compute_url_map" "www" {
        name            = "www"
        default_service = var.backend

        default_custom_error_response_policy {
      \(rules.lines)
          error_service = google_compute_backend_bucket.error_pages.id
        }
      }

      """
  }

  private var urlMap: String {
    let rules = pack.outagePages.map { page in
      "  - matchResponseCodes: [\"\(page.code)\"]\n    path: /error-pages/\(language)/\(page.code).html"
    }
    return """
      # \(pack.brand)'s error pages for Google Cloud, as a part of a URL map. Written by `interlude build`.
      #
      # Include:  gcloud compute url-maps export www --destination=www.yaml --global, add these lines with your project's
      #           name, and gcloud compute url-maps import www --source=www.yaml --global
      \(notes)

      defaultCustomErrorResponsePolicy:
        errorService: projects/PROJECT/global/backendBuckets/error-pages
        errorResponseRules:
      \(rules.lines)

      """
  }
}
