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

  static let written = "Written by `interlude build`; edit content/ and build again."

  var language: String { pack.defaultLanguage }
}
