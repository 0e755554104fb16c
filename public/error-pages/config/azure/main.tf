# Interlude's error pages for Azure Application Gateway v2, as parts of a Terraform configuration. Written by
# `interlude build`.
#
# Copy:     az storage blob upload-batch --account-name ACCOUNT -s error-pages/en \
#             -d '$web/error-pages/en' --pattern '*.html'
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
  error_pages = "https://ACCOUNT.z6.web.core.windows.net/error-pages/en"
}

resource "azurerm_application_gateway" "www" {
  # … what is there already …

  # ►
  custom_error_configuration {
    status_code           = "HttpStatus500"
    custom_error_page_url = "${local.error_pages}/500.html"
  }
  custom_error_configuration {
    status_code           = "HttpStatus502"
    custom_error_page_url = "${local.error_pages}/502.html"
  }
  custom_error_configuration {
    status_code           = "HttpStatus503"
    custom_error_page_url = "${local.error_pages}/503.html"
  }
  custom_error_configuration {
    status_code           = "HttpStatus504"
    custom_error_page_url = "${local.error_pages}/504.html"
  }
}
