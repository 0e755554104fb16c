#!/usr/bin/env bash
# Asks of every package in dist/ whoever judges its format, and packages a second time: the bytes must be the same.
# Installs the judges: lintian, skopeo and mandoc from Debian, the others into .venv-dist.
set -euo pipefail
cd "$(dirname "$0")/../.."

say() { printf '\n%s\n' "$*"; }

missing=()
for program in lintian skopeo mandoc zsh fish; do
  command -v "$program" >/dev/null || missing+=("$program")
done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
if ! cmp -s scripts/dist/tools.txt .venv-dist/installed.txt; then
  python3 -m venv .venv-dist
  .venv-dist/bin/pip install --quiet --disable-pip-version-check --requirement scripts/dist/tools.txt
  cp scripts/dist/tools.txt .venv-dist/installed.txt
fi
judges=$PWD/.venv-dist/bin

say "Checksums"
(cd dist && sha256sum --check --strict SHA256SUMS)

say "Debian package"
lintian --fail-on error,warning dist/*.deb

say "Wheel"
"$judges/twine" check --strict dist/*.whl
"$judges/check-wheel-contents" dist/*.whl
"$judges/auditwheel" show dist/*.whl

say "Bill of materials"
"$judges/python" - dist/*.cdx.json <<'EOF'
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read())
sys.exit(f"not CycloneDX 1.6: {problem}" if problem else 0)
EOF

say "Container images, copied blob by blob"
copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT
for image in dist/*.oci.tar; do
  skopeo copy --quiet --insecure-policy "oci-archive:$image" "dir:$copies/$(basename "$image")"
done
"$judges/hadolint" docker/*.Dockerfile

say "Helm chart"
helm=$(command -v helm || echo .venv/bin/helm)
if [ -x "$helm" ]; then "$helm" lint --strict dist/*.tgz; else echo "skipped: scripts/install-test-tools.sh installs Helm"; fi

say "Manual pages and completions"
tar --extract --xz --file dist/*.tar.xz --directory "$copies" --strip-components 1
mandoc -T lint -W error "$copies"/share/man/man1/*.1
bash -n "$copies/completions/interlude.bash"
zsh -n "$copies/completions/_interlude"
fish --no-execute "$copies/completions/interlude.fish"

say "The same bytes again"
cp dist/SHA256SUMS "$copies/before"
scripts/dist/make-dist.sh "$(swift build --configuration release --static-swift-stdlib --show-bin-path)" >/dev/null
diff "$copies/before" dist/SHA256SUMS
