/// The service that answers with the pages, and what it is made of.
extension KubernetesConfig {
  var kustomization: String {
    let maps = pack.languages.map { language in
      let files = pageNames.flatMap { code in
        FormatChoice.contentTypes.map { entry in
          let name = "\(code).\(entry.format)"
          // The service fills in what it sends, so it is given the pages with something to fill in.
          let isLive = entry.format == "html" && pack.livePage(language, code) != nil
          return isLive ? "  - \(name)=../../live/ssi/\(language)/\(name)" : "  - ../../\(language)/\(name)"
        }
      }
      return "- name: \(configMap(language))\n  files:\n" + files.lines
    }
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
      \(maps.lines)

      """
  }

  private func configMap(_ language: String) -> String { "interlude-pages-\(language.lowercased())" }

  var service: String {
    let mounts = pack.languages.map {
      "        - {name: \($0.lowercased()), mountPath: \(Pack.folder)/\($0), readOnly: true}"
    }
    let volumes = pack.languages.map {
      "      - {name: \($0.lowercased()), configMap: {name: \(configMap($0))}}"
    }
    return """
      # The page service: a small nginx, without rights, writing nothing. \(Self.note)
      # kustomization.yaml says how to apply it.

      apiVersion: v1
      kind: Service
      metadata:
        name: interlude-pages
      spec:
        selector: {app: interlude-pages}
        ports:
        - {name: http, port: 80, targetPort: http}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: interlude-pages
        labels: {app: interlude-pages}
      spec:
        # It is needed when other things fail, so it does not stand on one leg.
        replicas: 2
        selector:
          matchLabels: {app: interlude-pages}
        template:
          metadata:
            labels: {app: interlude-pages}
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
                matchLabels: {app: interlude-pages}
            containers:
            - name: nginx
              image: nginxinc/nginx-unprivileged:1.28-alpine
              ports:
              - {name: http, containerPort: 8080}
              readinessProbe:
                httpGet: {path: /healthz, port: http}
              livenessProbe:
                httpGet: {path: /healthz, port: http}
              resources:
                requests: {cpu: 10m, memory: 16Mi}
                limits: {memory: 64Mi}
              securityContext:
                allowPrivilegeEscalation: false
                readOnlyRootFilesystem: true
                capabilities: {drop: [ALL]}
              volumeMounts:
              - {name: tmp, mountPath: /tmp}
              - {name: config, mountPath: /etc/nginx/conf.d/default.conf, subPath: default.conf, readOnly: true}
              - name: config
                mountPath: /etc/nginx/interlude/interlude-http.conf
                subPath: interlude-http.conf
                readOnly: true
      \(mounts.lines)
            volumes:
            - {name: tmp, emptyDir: {sizeLimit: 16Mi}}
            - {name: config, configMap: {name: interlude-config}}
      \(volumes.lines)

      """
  }
}
