# For continuous integration: docker build --file docker/interlude.Dockerfile dist
# dist/ comes from `make dist`, which also writes this image, smaller and without a container engine.
FROM debian:12-slim
COPY interlude_*_amd64.deb /tmp/interlude.deb
RUN dpkg --install /tmp/interlude.deb && rm /tmp/interlude.deb
WORKDIR /work
CMD ["interlude", "--help"]
