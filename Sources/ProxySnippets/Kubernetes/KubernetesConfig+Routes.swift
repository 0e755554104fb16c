/// How what routes the traffic is led to the page service.
extension KubernetesConfig {
  var ingress: String {
    """
    # The page service behind ingress-nginx. \(Self.note)
    #
    # ingress-nginx is retired: its maintenance ended in March 2026 and there are no more security fixes. What runs keeps
    # running, so this is here for the time until you have moved; gateway-api-traefik.yaml is one way to go on.
    #
    # Copy:     apply kustomization.yaml first, into the namespace of this Ingress.
    # Include:  add the two annotations to each of your Ingresses. For the whole cluster, set custom-http-errors in the
    #           controller's ConfigMap and start it with --default-backend-service=interlude/interlude-pages instead.
    # Prove it: scale the application to 0, then curl -i -H 'Accept: text/html' http://www.example.com/
    # Undo:     take the annotations away.
    #
    # The controller asks with X-Code and hands on the status that the page service answers with. 401 and 407 are missing
    # on purpose: clients that log in need the original answer. Give an API an Ingress of its own without annotations.

    apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata:
      name: www
      annotations:
        nginx.ingress.kubernetes.io/custom-http-errors: "\(pack.outagePages.map { String($0.code) }.joined(separator: ","))"
        nginx.ingress.kubernetes.io/default-backend: interlude-pages
    spec:
      ingressClassName: nginx
      rules:
      - host: www.example.com
        http:
          paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: app
                port: {number: 8080}

    """
  }

  var gatewayAPI: String {
    """
    # The page service behind Traefik as a Gateway API controller. \(Self.note)
    #
    # The Gateway API itself has no field for error pages; a route names the middleware as a filter of the implementation
    # (ExtensionRef). Needs Traefik 3.7 or 3.6.15 and its provider kubernetesGateway, and its CRDs for the Middleware.
    #
    # Copy:     apply kustomization.yaml first, into the namespace of this route.
    # Include:  apply the Middleware, and add the filter to the rules of your routes.
    # Prove it: scale the application to 0, then curl -i -H 'Accept: text/html' http://www.example.com/
    # Undo:     take the filter away, then delete the Middleware.

    apiVersion: traefik.io/v1alpha1
    kind: Middleware
    metadata:
      name: interlude
    spec:
      errors:
        # 401 and 407 are missing on purpose: clients that log in need the original answer.
        status:
    \(pack.outagePages.map { "    - \"\($0.code)\"" }.lines)
        service: {name: interlude-pages, port: 80}
        query: "/{status}"
        # No cookies, no passwords, no conditions and no ranges for the page service.
        errorRequestHeaders: [Accept, Accept-Language]
    ---
    apiVersion: gateway.networking.k8s.io/v1
    kind: HTTPRoute
    metadata:
      name: www
    spec:
      parentRefs:
      - name: gateway
      hostnames: [www.example.com]
      rules:
      # Programs read the bodies of errors; leave them as they are.
      - matches:
        - path: {type: PathPrefix, value: /api/}
        backendRefs:
        - {name: app, port: 8080}
      - matches:
        - path: {type: PathPrefix, value: /}
        filters:
        - type: ExtensionRef
          extensionRef: {group: traefik.io, kind: Middleware, name: interlude}
        backendRefs:
        - {name: app, port: 8080}

    """
  }

  var nginxGatewayFabric: String {
    """
    # The page service behind NGINX Gateway Fabric 2.4 and later. \(Self.note)
    #
    # Neither the Gateway API nor the fabric has a field for error pages, so this adds lines to the nginx that it writes.
    # Install or upgrade the fabric with nginxGateway.snippets.enable=true; without it the policy does nothing.
    #
    # Copy:     apply kustomization.yaml first, into the namespace interlude, or write another one below.
    # Include:  write the name of your Gateway, and apply this into its namespace.
    # Prove it: scale the application to 0, then curl -i -H 'Accept: text/html' http://www.example.com/
    # Undo:     kubectl delete -f nginx-gateway-fabric.yaml
    # Source:   https://docs.nginx.com/nginx-gateway-fabric/traffic-management/snippets/

    apiVersion: gateway.nginx.org/v1alpha1
    kind: SnippetsPolicy
    metadata:
      name: interlude
    spec:
      targetRefs:
      - {group: gateway.networking.k8s.io, kind: Gateway, name: gateway}
      snippets:
      - context: http.server
        value: |
          # 401 and 407 are missing on purpose: clients that log in need the original answer.
          error_page \(pack.outagePages.map { String($0.code) }.joined(separator: " ")) /_interlude;
          proxy_intercept_errors on;
          location = /_interlude {
            internal;
            proxy_intercept_errors off;
            proxy_pass http://interlude-pages.interlude.svc.cluster.local;
            # Nothing of the request reaches the page service but what it chooses by: no body, cookies or passwords.
            proxy_method GET;
            proxy_pass_request_body off;
            proxy_pass_request_headers off;
            proxy_set_header Host $host;
            proxy_set_header X-Code $status;
            proxy_set_header Accept $http_accept;
            proxy_set_header Accept-Language $http_accept_language;
          }

    """
  }

  var envoyGateway: String {
    let overrides = pack.outagePages.map { page in
      let bytes = pack.contents["\(pack.defaultLanguage)/\(page.code).nano.html"] ?? []
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { "          " + $0 }
      return """
          - match:
              statusCodes:
              - {type: Value, value: \(page.code)}
            response:
              contentType: text/html; charset=utf-8
              body:
                type: Inline
                inline: |
        \(lines.lines)
        """
    }
    return """
      # \(pack.brand)'s short error pages in Envoy Gateway. \(Self.note)
      #
      # The page is part of the policy, in HTML and one language: Envoy takes 4,096 bytes, and there is no choice by
      # Accept. `redirect` in place of `response` would show the visitor a 302.
      #
      # Copy:     nothing; the pages are in here.
      # Include:  name your Gateway or HTTPRoute in targetRefs, and apply it. Give an API a route that no policy names.
      # Prove it: scale the application to 0, then curl -i http://www.example.com/; the status is still 503.
      # Undo:     kubectl delete -f envoy-gateway.yaml
      # Source:   https://gateway.envoyproxy.io/docs/tasks/traffic/response-override/

      apiVersion: gateway.envoyproxy.io/v1alpha1
      kind: BackendTrafficPolicy
      metadata:
        name: interlude
      spec:
        targetRefs:
        - {group: gateway.networking.k8s.io, kind: HTTPRoute, name: www}
        # 401 and 407 are missing on purpose: clients that log in need the original answer.
        responseOverride:
      \(overrides.lines)

      """
  }
}
