# The page service: docker build --file docker/interlude-pages.Dockerfile .
# The context is the repository after `make dist`, which also writes this image, smaller and without a container engine.
FROM debian:12-slim
# hadolint ignore=DL3008 # the release's own nginx, with its security updates
RUN apt-get update \
  && apt-get install --yes --no-install-recommends curl nginx-light \
  && rm -rf /var/lib/apt/lists/*
COPY dist/interlude_*_amd64.deb /tmp/interlude.deb
RUN dpkg --install /tmp/interlude.deb && rm /tmp/interlude.deb
COPY scripts/dist/pages /etc/interlude-pages
RUN ln -s /etc/interlude-pages/start.sh /bin/error-pages
COPY .build/dist/pages/public/error-pages /var/www/error-pages
EXPOSE 8080
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=2s CMD ["sh", "-c", "curl --fail --silent http://127.0.0.1:${HTTP_PORT:-8080}/healthz"]
ENTRYPOINT ["/etc/interlude-pages/start.sh"]
