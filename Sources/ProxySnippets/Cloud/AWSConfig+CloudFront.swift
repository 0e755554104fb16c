/// CloudFront: error responses by code, the pages on S3.
extension AWSConfig {
  /// CloudFront replaces these; all four outage codes are among them (`CustomErrorResponse`, `ErrorCode`).
  private static let replaceable: Set = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

  private var replaced: [Pack.Page] { pack.outagePages.filter { Self.replaceable.contains($0.code) } }

  private var cloudFrontNotes: String {
    """
    # Copy:     aws s3 sync error-pages s3://BUCKET/error-pages --exclude '*' --include '\(language)/*.html'
    # Prove it: stop the application, then curl -i https://DOMAIN/; the status is still that of the error.
    # Undo:     take the custom error responses and the behaviour away, then empty the bucket.
    # Source:   https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages.html
    #
    # The pages lie on S3, because an origin that has failed cannot serve its own error page. The response code is that
    # of the error: with another one, such as 200, search engines would index the page. HTML in one language: CloudFront
    # cannot choose. It replaces the code for every path, so give an API a distribution of its own. A page can be opened
    # directly with status 200; it asks search engines itself not to be listed. 401, 407 and 429 cannot be replaced, and
    # neither can the 503 that CloudFront answers beyond its own limits.
    """
  }

  var cloudFront: String {
    let errors = replaced.map { page in
      """
              - ErrorCode: \(page.code)
                ResponseCode: \(page.code)
                ResponsePagePath: /error-pages/\(language)/\(page.code).html
                ErrorCachingMinTTL: 5
      """
    }
    return """
      # \(pack.brand)'s error pages for CloudFront, as a CloudFormation template. \(Self.written)
      #
      # Include:  aws cloudformation deploy --template-file cloudfront.yaml --stack-name www \\
      #             --parameter-overrides Origin=app.example.com
      \(cloudFrontNotes)

      AWSTemplateFormatVersion: "2010-09-09"
      Description: A CloudFront distribution with error pages on S3
      Parameters:
        Origin:
          Type: String
          Description: The application's host name
      Resources:
        Pages:
          Type: AWS::S3::Bucket
          Properties:
            PublicAccessBlockConfiguration:
              BlockPublicAcls: true
              BlockPublicPolicy: true
              IgnorePublicAcls: true
              RestrictPublicBuckets: true
        PagesPolicy:
          Type: AWS::S3::BucketPolicy
          Properties:
            Bucket: !Ref Pages
            PolicyDocument:
              Version: "2012-10-17"
              Statement:
              - Effect: Allow
                Principal: {Service: cloudfront.amazonaws.com}
                Action: s3:GetObject
                Resource: !Sub "${Pages.Arn}/error-pages/*"
                Condition:
                  StringEquals:
                    AWS:SourceArn: !Sub "arn:${AWS::Partition}:cloudfront::${AWS::AccountId}:distribution/${Distribution}"
              # Without the right to list, a page that is missing would be a 403 in place of a 404.
              - Effect: Allow
                Principal: {Service: cloudfront.amazonaws.com}
                Action: s3:ListBucket
                Resource: !GetAtt Pages.Arn
                Condition:
                  StringEquals:
                    AWS:SourceArn: !Sub "arn:${AWS::Partition}:cloudfront::${AWS::AccountId}:distribution/${Distribution}"
        PagesAccess:
          Type: AWS::CloudFront::OriginAccessControl
          Properties:
            OriginAccessControlConfig:
              Name: !Sub "${AWS::StackName}-error-pages"
              OriginAccessControlOriginType: s3
              SigningBehavior: always
              SigningProtocol: sigv4
        Distribution:
          Type: AWS::CloudFront::Distribution
          Properties:
            DistributionConfig:
              Enabled: true
              Origins:
              - Id: app
                DomainName: !Ref Origin
                CustomOriginConfig:
                  OriginProtocolPolicy: https-only
                  # After this long without an answer the visitor gets the page for 504.
                  OriginReadTimeout: 30
              - Id: pages
                DomainName: !GetAtt Pages.RegionalDomainName
                OriginAccessControlId: !Ref PagesAccess
                S3OriginConfig: {}
              DefaultCacheBehavior:
                TargetOriginId: app
                ViewerProtocolPolicy: redirect-to-https
                AllowedMethods: [GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE]
                # CachingDisabled and AllViewer, which AWS manages.
                CachePolicyId: 4135ea2d-6df8-44a3-9df3-4b5a84be39ad
                OriginRequestPolicyId: 216adef6-5c7f-47e4-b989-5492eafa07d3
              CacheBehaviors:
              # Without it CloudFront would ask the failed origin for the page.
              - PathPattern: /error-pages/*
                TargetOriginId: pages
                ViewerProtocolPolicy: redirect-to-https
                # CachingOptimized
                CachePolicyId: 658327ea-f89d-4fab-a63d-7e88639e58f6
              CustomErrorResponses:
      \(errors.lines)
      Outputs:
        Bucket:
          Value: !Ref Pages
        Domain:
          Value: !GetAtt Distribution.DomainName

      """
  }

  var cloudFrontTerraform: String {
    let errors = replaced.map { page in
      """
        custom_error_response {
          error_code            = \(page.code)
          response_code         = \(page.code)
          response_page_path    = "/error-pages/\(language)/\(page.code).html"
          error_caching_min_ttl = 5
        }
      """
    }
    return """
      # \(pack.brand)'s error pages for CloudFront, as parts of a Terraform configuration. \(Self.written)
      #
      # Include:  take the parts marked with ► over into your aws_cloudfront_distribution; the bucket and its access
      #           control are shown in cloudfront.yaml.
      \(cloudFrontNotes)

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
      \(errors.lines)

        restrictions {
          geo_restriction {
            restriction_type = "none"
          }
        }

        viewer_certificate {
          cloudfront_default_certificate = true
        }
      }

      """
  }
}
