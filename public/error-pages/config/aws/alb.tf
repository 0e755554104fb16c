# Interlude's page for planned work, for an Application Load Balancer and Terraform. Written by `interlude build`; edit content/ and build again.
#
# The load balancer's own 502, 503 and 504 cannot be replaced; for those, put CloudFront in front (cloudfront.yaml).
# What it can do is answer in place of the application while you work on it, in HTML of at most 1,024 characters and
# one language.
#
# Prove it: curl -i http://LISTENER/      503, and the page
# Undo:     delete the rule.
# Source:   https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_FixedResponseActionConfig.html
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
      message_body = file("${path.module}/error-pages/en/maintenance.nano.html")
    }
  }
}
