internal import Content

/// What a folder of configuration is made for: the one list of them. A new one is a folder beside the others and a line here.
struct ConfigTarget {
  let folder: String
  let purpose: String
  /// Who chooses language and format.
  let choice: String
  let tested: String
  let files: @Sendable (Pack) -> [OutputFile]

  private static let run = "run on the real server"
  private static let schema = "held against its schema, not applied"
  private static let worker = "the Worker run on Node.js, the rest parsed; not applied"
  private static let grammar = "parsed, not applied"

  static let all: [Self] = [
    .init("apache", "Apache 2.4, also as `.htaccess`", "the visitor", run) { ApacheConfig($0).files },
    .init("aws", "CloudFront and ALB: CloudFormation and Terraform", "you", schema) { AWSConfig($0).files },
    .init("azure", "Application Gateway: Terraform", "you", grammar) { AzureConfig($0).files },
    .init("caddy", "Caddy 2.6 and later", "the visitor", run) { CaddyConfig($0).files },
    .init(
      "cloudflare", "A Worker (free plan); custom error rules and error pages: Terraform", "the visitor, or you", worker
    ) { CloudflareConfig($0).files },
    .init("envoy", "Envoy 1.22 and later", "the visitor", run) { EnvoyConfig($0).files },
    .init("fastly", "Fastly: VCL snippets", "you", "read only") { FastlyConfig($0).files },
    .init(
      "gateway-api", "An nginx between route and application: Istio, Contour, kgateway", "the visitor",
      "run on the real nginx, manifests held against their schema"
    ) { GatewayConfig($0).files },
    .init("google-cloud", "Global external load balancer: Terraform, URL map", "you", grammar) {
      GoogleCloudConfig($0).files
    },
    .init("haproxy", "HAProxy 2.6 and later", "the visitor", run) { HAProxyConfig($0).files },
    .init("iis", "IIS 8 and later", "you", grammar) { IISConfig($0).files },
    .init(
      "kubernetes", "Page service; Traefik, Envoy Gateway, NGINX Gateway Fabric, ingress-nginx", "the visitor, or you",
      schema
    ) {
      KubernetesConfig($0).files
    },
    .init("lighttpd", "lighttpd 1.4.60 and later", "the visitor", run) { LighttpdConfig($0).files },
    .init("lua", "APISIX, Kong: a Lua module", "the visitor", "run on nginx with its Lua module") {
      LuaConfig($0).files
    },
    .init("nginx", "nginx, OpenResty, Angie", "the visitor", "run on the real nginx") { NginxConfig($0).files },
    .init("page-service", "A small nginx for proxies that fetch their pages", "the visitor", run) {
      PageServiceConfig($0).files
    },
    .init("traefik", "Traefik 3: file provider and labels", "the visitor", run) { TraefikConfig($0).files },
    .init("varnish", "Varnish 6 and later", "the visitor", run) { VarnishConfig($0).files },
  ]

  private init(
    _ folder: String, _ purpose: String, _ choice: String, _ tested: String,
    files: @escaping @Sendable (Pack) -> [OutputFile]
  ) {
    (self.folder, self.purpose, self.choice, self.tested, self.files) = (folder, purpose, choice, tested, files)
  }
}
