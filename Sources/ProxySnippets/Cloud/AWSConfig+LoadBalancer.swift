/// The Application Load Balancer: fixed responses, 1,024 characters at most.
extension AWSConfig {
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

  var loadBalancer: String {
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

  var loadBalancerTerraform: String {
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
