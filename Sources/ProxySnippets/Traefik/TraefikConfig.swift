internal import Content

/// The configuration for Traefik 3: a dynamic file, and the same as labels of containers. Traefik hosts no pages itself;
/// it asks the page service.
struct TraefikConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("traefik", [("compose.yaml", compose), ("dynamic.yaml", dynamic)])
  }

  /// The outage codes as Traefik writes them: single codes and ranges.
  private var statuses: [String] {
    var ranges: [ClosedRange<Int>] = []
    for code in pack.outagePages.map(\.code).sorted() {
      if let last = ranges.last, last.upperBound + 1 == code {
        ranges[ranges.count - 1] = last.lowerBound...code
      } else {
        ranges.append(code...code)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
  }

  private static let headers = ["Accept", "Accept-Language"]

  private var dynamic: String {
    """
    # \(pack.brand)'s error pages for Traefik 3.7, 3.6.15, 2.11.44 and later. Written by `interlude build`.
    #
    # Copy:     start the page service of ../page-service where Traefik can reach it, and change its address below.
    # Include:  put this file into the folder of the file provider (providers.file.directory), and add
    #           `interlude@file` to the middlewares of each router, or of an entry point for all of them. Without a router
    #           that matches, Traefik answers "404 page not found" and asks no middleware.
    # Reload:   Traefik sees the change. A mistake in here takes away every router of this file: read its log for ERR.
    # Prove it: stop the application, then
    #             curl -i -H 'Accept: text/html' http://www.example.com/       the page, with status 502
    #             curl -i http://www.example.com/                              the same as text
    # Undo:     take the middleware away from the routers, then the file.

    http:
      middlewares:
        interlude:
          errors:
            # The site cannot answer. To brand a 4xx, add it here; 401 and 407 are missing on purpose: clients that log
            # in need the original answer. A range is written 500-599; "5xx" would take the router away.
            status: [\(statuses.map { "\"\($0)\"" }.joined(separator: ", "))]
            service: interlude-pages
            query: "/{status}"
            # Nothing else of the request reaches the page service. Otherwise it would get cookies and passwords, and a
            # returning browser's If-Modified-Since and Range would blank the page.
            errorRequestHeaders: [\(Self.headers.joined(separator: ", "))]

      routers:
        app:
          rule: "PathPrefix(`/`)"
          service: app
          middlewares: [interlude]
        # Programs read the bodies of errors; leave them as they are.
        api:
          rule: "PathPrefix(`/api/`)"
          service: app

      services:
        interlude-pages:
          loadBalancer:
            servers:
            - url: "http://pages:8080"
        app:
          loadBalancer:
            serversTransport: app
            servers:
            - url: "http://app:8080"

      serversTransports:
        app:
          forwardingTimeouts:
            # Traefik waits for an answer without end. With a limit the visitor gets the page for 504.
            responseHeaderTimeout: 30s

    """
  }

  private var compose: String {
    """
    # \(pack.brand)'s error pages for Traefik 3.7 and later with labels. Written by `interlude build`.
    #
    # Copy:     lay this file beside the folder error-pages. The middleware then is `interlude@docker`.
    # Reload:   docker compose up -d
    # Prove it: docker compose stop app gives Traefik's 404, because the router goes with the container; so let the
    #           application answer 503, or:
    #             docker compose pause app && curl -i -H 'Accept: text/html' http://www.example.com/
    # Undo:     delete the label `…routers.app.middlewares`, then the service pages.

    services:
      traefik:
        image: traefik:v3.7
        command:
        - --providers.docker=true
        - --providers.docker.exposedByDefault=false
        - --entryPoints.web.address=:80
        # The visitor gets the page for 504 after this long.
        - --serversTransport.forwardingTimeouts.responseHeaderTimeout=30s
        ports: ["80:80"]
        volumes: ["/var/run/docker.sock:/var/run/docker.sock:ro"]

      pages:
        image: nginx:1.28-alpine
        restart: unless-stopped
        volumes:
        - ./error-pages:\(Pack.folder):ro
        - ./error-pages/config/nginx:/etc/nginx/interlude:ro
        - ./error-pages/config/page-service/default.conf:/etc/nginx/conf.d/default.conf:ro
        labels:
        - traefik.enable=true
        - traefik.http.services.interlude-pages.loadbalancer.server.port=8080
        # Only middlewares lead here; a rule that never matches keeps Traefik from making one of the container's name.
        - traefik.http.routers.interlude-pages.rule=Host(`pages.invalid`)
        - traefik.http.routers.interlude-pages.service=interlude-pages
        - traefik.http.middlewares.interlude.errors.status=\(statuses.joined(separator: ","))
        - traefik.http.middlewares.interlude.errors.service=interlude-pages
        - traefik.http.middlewares.interlude.errors.query=/{status}
        - traefik.http.middlewares.interlude.errors.errorRequestHeaders=\(Self.headers.joined(separator: ","))

      app:
        image: example/app
        labels:
        - traefik.enable=true
        - traefik.http.services.app.loadbalancer.server.port=8080
        - traefik.http.routers.app.rule=Host(`www.example.com`)
        - traefik.http.routers.app.middlewares=interlude@docker

    """
  }
}
