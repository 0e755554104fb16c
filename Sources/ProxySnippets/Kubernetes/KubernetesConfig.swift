internal import Content

/// Manifests of the page service for Kubernetes, and what makes ingress-nginx, Traefik, NGINX Gateway Fabric and Envoy Gateway
/// use the pages.
struct KubernetesConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files(
      "kubernetes",
      [
        ("envoy-gateway.yaml", envoyGateway), ("gateway-api-traefik.yaml", gatewayAPI),
        ("ingress-nginx.yaml", ingress), ("kustomization.yaml", kustomization),
        ("nginx-gateway-fabric.yaml", nginxGatewayFabric),
        ("page-service.yaml", service),
      ])
  }

  static let note = "Written by `interlude build`; edit content/ and build again."

  /// The pages that the service sends, by the names of their files.
  var pageNames: [String] { PageServiceConfig(pack).pageNames }
}
