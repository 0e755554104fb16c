# Interlude's error pages for Google Cloud, as parts of a Terraform configuration. Written by `interlude build`.
#
# Include:  take default_custom_error_response_policy over into your URL map.
# Copy:     gcloud storage cp -r error-pages/en/*.html gs://BUCKET/error-pages/en/
# Prove it: stop the application, then curl -i https://www.example.com/; the status is still that of the error.
# Undo:     take the policy away.
# Source:   https://cloud.google.com/load-balancing/docs/https/custom-error-response
#
# Only for the global external Application Load Balancer. The policy covers the load balancer's own errors, those of
# the backends and those of Cloud Armor; the status stays, because no other one is named. HTML in one language. A
# policy of a path matcher takes the place of this one: give /api/ one without these codes, so that programs keep
# the bodies they read. 401 and 407 are missing on purpose: clients that log in need the original answer.

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
    error_response_rule {
      match_response_codes = ["500"]
      path                 = "/error-pages/en/500.html"
    }
    error_response_rule {
      match_response_codes = ["502"]
      path                 = "/error-pages/en/502.html"
    }
    error_response_rule {
      match_response_codes = ["503"]
      path                 = "/error-pages/en/503.html"
    }
    error_response_rule {
      match_response_codes = ["504"]
      path                 = "/error-pages/en/504.html"
    }
    error_service = google_compute_backend_bucket.error_pages.id
  }
}
