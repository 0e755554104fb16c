/// The service that answers with the pages, and what it is made of.
extension KubernetesConfig {
  /// One ConfigMap for each language, as `configMapGenerator` has them.
  var configMaps: String {
    pack.languages.map { language in
      let files = pageNames.flatMap { code in
        FormatChoice.contentTypes.map { entry in
          let name = "\(code).\(entry.format)"
          // nginx fills in what it sends, so it is given the pages with something to fill in.
          let isLive = entry.format == "html" && pack.livePage(language, code) != nil
          return isLive ? "  - \(name)=../../live/ssi/\(language)/\(name)" : "  - ../../\(language)/\(name)"
        }
      }
      return "- name: \(configMap(language))\n  files:\n" + files.lines
    }.lines
  }

  var kustomization: String {
    return """
      # \(pack.brand)'s error pages as a service in a Kubernetes cluster. \(Self.note)
      #
      # Copy:     nothing; run it from the folder error-pages, where it finds the pages:
      #             kubectl kustomize --load-restrictor LoadRestrictionsNone config/kubernetes | \\
      #               kubectl apply --server-side -n interlude -f -
      #           On the server's side, because what kubectl remembers in an annotation is limited to 256 KiB. A language
      #           is one ConfigMap, which holds 1 MiB at most.
      # Include:  ingress-nginx.yaml, gateway-api-traefik.yaml or envoy-gateway.yaml.
      # Reload:   the same command. The names of the ConfigMaps carry a digest, so that the pods are replaced.
      # Prove it: kubectl -n interlude run try --rm -it --image=curlimages/curl --restart=Never -- \\
      #             curl -i -H 'X-Code: 503' http://interlude-pages/
      # Undo:     the same with kubectl delete -f -

      apiVersion: kustomize.config.k8s.io/v1beta1
      kind: Kustomization
      resources:
      - page-service.yaml
      configMapGenerator:
      - name: interlude-config
        files:
        - ../nginx/interlude-http.conf
        - ../page-service/default.conf
      \(configMaps)

      """
  }

  private func configMap(_ language: String) -> String { "interlude-pages-\(language.lowercased())" }

  var service: String {
    """
    # The page service: a small nginx, without rights, writing nothing. \(Self.note)
    # kustomization.yaml says how to apply it.

    \(deployment(
      name: "interlude-pages", config: "interlude-config", files: ["default.conf", "interlude-http.conf"],
      pages: pack.languages, readiness: "httpGet: {path: /healthz, port: http}"))
    """
  }

  /// A Service and a Deployment of nginx with the pages.
  ///
  /// - Parameters:
  ///   - config: the ConfigMap with `files`, of which the first is the server and the others what it includes.
  ///   - readiness: how the cluster asks whether it answers.
  func deployment(name: String, config: String, files: [String], pages: [String], readiness: String) -> String {
    let server = files.first ?? ""
    let includes = files.dropFirst().flatMap { file in
      [
        "        - name: config", "          mountPath: /etc/nginx/interlude/\(file)", "          subPath: \(file)",
        "          readOnly: true",
      ]
    }
    let mounts = pages.map {
      "        - {name: \($0.lowercased()), mountPath: \(Pack.folder)/\($0), readOnly: true}"
    }
    let volumes = pages.map { "      - {name: \($0.lowercased()), configMap: {name: \(configMap($0))}}" }
    return """
      apiVersion: v1
      kind: Service
      metadata:
        name: \(name)
      spec:
        selector: {app: \(name)}
        ports:
        - {name: http, port: 80, targetPort: http}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: \(name)
        labels: {app: \(name)}
      spec:
        # It is needed when other things fail, so it does not stand on one leg.
        replicas: 2
        selector:
          matchLabels: {app: \(name)}
        template:
          metadata:
            labels: {app: \(name)}
          spec:
            automountServiceAccountToken: false
            securityContext:
              runAsNonRoot: true
              runAsUser: 101
              seccompProfile: {type: RuntimeDefault}
            topologySpreadConstraints:
            - maxSkew: 1
              topologyKey: kubernetes.io/hostname
              whenUnsatisfiable: ScheduleAnyway
              labelSelector:
                matchLabels: {app: \(name)}
            containers:
            - name: nginx
              image: nginxinc/nginx-unprivileged:1.28-alpine
              ports:
              - {name: http, containerPort: 8080}
              readinessProbe:
                \(readiness)
              livenessProbe:
                \(readiness)
              resources:
                requests: {cpu: 10m, memory: 16Mi}
                limits: {memory: 64Mi}
              securityContext:
                allowPrivilegeEscalation: false
                readOnlyRootFilesystem: true
                capabilities: {drop: [ALL]}
              volumeMounts:
              - {name: tmp, mountPath: /tmp}
              - {name: config, mountPath: /etc/nginx/conf.d/default.conf, subPath: \(server), readOnly: true}
      \(includes.lines)
      \(mounts.lines)
            volumes:
            - {name: tmp, emptyDir: {sizeLimit: 16Mi}}
            - {name: config, configMap: {name: \(config)}}
      \(volumes.lines)

      """
  }
}
