# Interlude's error pages for CloudFront, as parts of a Terraform configuration. Written by `interlude build`; edit content/ and build again.
#
# Include:  take the parts marked with ► over into your aws_cloudfront_distribution; the bucket and its access
#           control are shown in cloudfront.yaml.
# Copy:     aws s3 sync error-pages s3://BUCKET/error-pages --exclude '*' --include 'en/*.html'
# Prove it: stop the application, then curl -i https://DOMAIN/; the status is still that of the error.
# Undo:     take the custom error responses and the behaviour away, then empty the bucket.
# Source:   https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages.html
#
# The pages lie on S3, because an origin that has failed cannot serve its own error page. The response code is that
# of the error: with another one, such as 200, search engines would index the page. HTML in one language: CloudFront
# cannot choose. It replaces the code for every path, so give an API a distribution of its own. A page can be opened
# directly with status 200; it asks search engines itself not to be listed. 401, 407 and 429 cannot be replaced, and
# neither can the 503 that CloudFront answers beyond its own limits.

resource "aws_cloudfront_distribution" "www" {
  enabled = true

  origin {
    origin_id   = "app"
    domain_name = "app.example.com"
    custom_origin_config {
      http_port              = 80
      https_port             = 443
      origin_protocol_policy = "https-only"
      origin_ssl_protocols   = ["TLSv1.2"]
      # After this long without an answer the visitor gets the page for 504.
      origin_read_timeout = 30
    }
  }

  default_cache_behavior {
    target_origin_id       = "app"
    viewer_protocol_policy = "redirect-to-https"
    allowed_methods        = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"]
    cached_methods         = ["GET", "HEAD"]
    cache_policy_id        = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad" # CachingDisabled
  }

  # ► the pages
  origin {
    origin_id                = "pages"
    domain_name              = aws_s3_bucket.pages.bucket_regional_domain_name
    origin_access_control_id = aws_cloudfront_origin_access_control.pages.id
  }

  # ► without it CloudFront would ask the failed origin for the page
  ordered_cache_behavior {
    path_pattern           = "/error-pages/*"
    target_origin_id       = "pages"
    viewer_protocol_policy = "redirect-to-https"
    allowed_methods        = ["GET", "HEAD"]
    cached_methods         = ["GET", "HEAD"]
    cache_policy_id        = "658327ea-f89d-4fab-a63d-7e88639e58f6" # CachingOptimized
  }

  # ► the errors
  custom_error_response {
    error_code            = 500
    response_code         = 500
    response_page_path    = "/error-pages/en/500.html"
    error_caching_min_ttl = 5
  }
  custom_error_response {
    error_code            = 502
    response_code         = 502
    response_page_path    = "/error-pages/en/502.html"
    error_caching_min_ttl = 5
  }
  custom_error_response {
    error_code            = 503
    response_code         = 503
    response_page_path    = "/error-pages/en/503.html"
    error_caching_min_ttl = 5
  }
  custom_error_response {
    error_code            = 504
    response_code         = 504
    response_page_path    = "/error-pages/en/504.html"
    error_caching_min_ttl = 5
  }

  restrictions {
    geo_restriction {
      restriction_type = "none"
    }
  }

  viewer_certificate {
    cloudfront_default_certificate = true
  }
}
