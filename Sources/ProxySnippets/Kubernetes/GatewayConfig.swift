internal import Content

/// For controllers of the Gateway API that have no way to show a page of yours, such as Istio's, Contour and kgateway: an
/// nginx with the pages between the route and the application.
struct GatewayConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files(
      "gateway-api", [("front.conf", server), ("front.yaml", resources), ("kustomization.yaml", kustomization)])
  }

  private var server: String {
    """
    # \(pack.brand)'s error pages between a route and the application. \(KubernetesConfig.note)
    # front.yaml says how to use it; write the Service of your application in the two lines proxy_pass.

    include /etc/nginx/interlude/interlude-http.conf;

    # A connection is upgraded if the visitor asks for it.
    map $http_upgrade $interlude_connection {
        default upgrade;
        "" "";
    }

    server {
        listen 8080 default_server;
        server_name _;
        access_log off;

        include /etc/nginx/interlude/interlude.conf;

        # What the controller has said of the visitor is handed on as it is.
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $interlude_connection;
        # After this long without an answer the visitor gets the page for 504. The route's own limit must be longer.
        proxy_read_timeout 30s;
        # How large a request may be is the application's to say, and it gets the body as it comes.
        client_max_body_size 0;
        proxy_request_buffering off;

        location / {
            proxy_pass http://app:8080;
        }

        # Programs read the bodies of errors; leave them as they are.
        location /api/ {
            proxy_pass http://app:8080;
            proxy_intercept_errors off;
        }
    }

    """
  }

  private var kustomization: String {
    """
    # An nginx with \(pack.brand)'s error pages for any controller of the Gateway API. \(KubernetesConfig.note)
    #
    # Copy:     nothing; run it from the folder error-pages, into the namespace of the application and its route:
    #             kubectl kustomize --load-restrictor LoadRestrictionsNone config/gateway-api | \\
    #               kubectl apply --server-side -n default -f -
    # Include:  write your Service into front.conf, and name interlude-front in the backendRefs of your routes, as the
    #           route in front.yaml does.
    # Reload:   the same command. The names of the ConfigMaps carry a digest, so that the pods are replaced.
    # Prove it: scale the application to 0, then curl -i -H 'Accept: text/html' http://www.example.com/
    # Undo:     name your own Service in the routes again, then the same command with kubectl delete -f -

    apiVersion: kustomize.config.k8s.io/v1beta1
    kind: Kustomization
    resources:
    - front.yaml
    configMapGenerator:
    - name: interlude-front
      files:
      - front.conf
      - ../nginx/interlude-http.conf
      - ../nginx/interlude.conf
    \(KubernetesConfig(pack).configMaps)

    """
  }

  private var resources: String {
    let kubernetes = KubernetesConfig(pack)
    return """
      # An nginx with the pages before the application, and a route that leads to it. \(KubernetesConfig.note)
      # kustomization.yaml says how to apply it.
      #
      # The pages are shown for everything that the application does and for an application that is gone. What the
      # controller says before it asks anybody (a path without a route, a gateway that is overloaded) is its own.

      apiVersion: gateway.networking.k8s.io/v1
      kind: HTTPRoute
      metadata:
        name: www
      spec:
        parentRefs:
        - name: gateway
        hostnames: [www.example.com]
        rules:
        - backendRefs:
          - {name: interlude-front, port: 80}
      ---
      \(kubernetes.deployment(name: "interlude-front", config: "interlude-front", files: ["front.conf", "interlude-http.conf", "interlude.conf"], pages: pack.languages, readiness: "tcpSocket: {port: http}"))
      """
  }
}
