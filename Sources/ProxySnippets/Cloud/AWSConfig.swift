internal import Content
internal import Escaping

/// CloudFront and the Application Load Balancer, each for CloudFormation and Terraform.
struct AWSConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files(
      "aws",
      [
        ("alb.tf", loadBalancerTerraform), ("alb.yaml", loadBalancer), ("cloudfront.tf", cloudFrontTerraform),
        ("cloudfront.yaml", cloudFront),
      ])
  }

  private static let written = "Written by `interlude build`; edit content/ and build again."

  private var language: String { pack.defaultLanguage }

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

  private var cloudFront: String {
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

  private var cloudFrontTerraform: String {
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

  private var loadBalancerNotes: String {
    """
    # The load balancer's own 502, 503 and 504 cannot be replaced; for those, put CloudFront in front (cloudfront.yaml).
    # What it can do is answer in place of the application while you work on it, in HTML of at most 1,024 characters and
    # one language.
    #
    # Prove it: curl -i http://LISTENER/      503, and the page
    # Undo:     delete the rule.
    # Source:   https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_FixedResponseActionConfig.html
    """
  }

  private var maintenance: [Substring] {
    String(decoding: pack.contents["\(language)/maintenance.nano.html"] ?? [], as: UTF8.self).split(separator: "\n")
  }

  private var loadBalancer: String {
    """
    # \(pack.brand)'s page for planned work, for an Application Load Balancer and CloudFormation. \(Self.written)
    #
    \(loadBalancerNotes)
    # Include:  aws cloudformation deploy --template-file alb.yaml --stack-name maintenance \\
    #             --parameter-overrides Listener=arn:aws:elasticloadbalancing:…

    AWSTemplateFormatVersion: "2010-09-09"
    Description: Answers every request of a listener with the page for planned work
    Parameters:
      Listener:
        Type: String
        Description: The listener's ARN
    Resources:
      Maintenance:
        Type: AWS::ElasticLoadBalancingV2::ListenerRule
        Properties:
          ListenerArn: !Ref Listener
          # Before every other rule.
          Priority: 1
          Conditions:
          - Field: path-pattern
            PathPatternConfig:
              Values: ["/*"]
          Actions:
          - Type: fixed-response
            FixedResponseConfig:
              StatusCode: "503"
              ContentType: text/html
              MessageBody: |
    \(maintenance.map { "            " + $0 }.lines)

    """
  }

  private var loadBalancerTerraform: String {
    """
    # \(pack.brand)'s page for planned work, for an Application Load Balancer and Terraform. \(Self.written)
    #
    \(loadBalancerNotes)
    # Copy:     the folder error-pages beside this file.
    # Include:  terraform apply -var listener=arn:aws:elasticloadbalancing:…

    variable "listener" {
      type        = string
      description = "The listener's ARN"
    }

    resource "aws_lb_listener_rule" "maintenance" {
      listener_arn = var.listener
      # Before every other rule.
      priority = 1

      condition {
        path_pattern {
          values = ["/*"]
        }
      }

      action {
        type = "fixed-response"
        fixed_response {
          status_code  = "503"
          content_type = "text/html"
          message_body = file("${path.module}/error-pages/\(language)/maintenance.nano.html")
        }
      }
    }

    """
  }
}
