#!/bin/sh
# make-dist.sh BUILD   Packages the release build in the folder BUILD into dist/, the same bytes for the same commit and
# machine: a tar.xz, a Debian package, a wheel, container images, a bill of materials and their checksums.
set -eu
cd "$(dirname "$0")/../.."
build=$1
work=.build/dist
mkdir -p "$work"

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

# The oldest Debian whose libc has all that the Swift runtime asks for.
scripts/dist/debian.sh bullseye "$work/libc" libc6-dev libgcc-10-dev
scripts/dist/debian.sh bookworm "$work/base" libc6 busybox-static base-files
scripts/dist/debian.sh bookworm "$work/nginx" nginx-light busybox-static base-files
scripts/dist/link.sh "$build" "$work/libc/root" "$work/interlude"
version=$("$work/interlude" --version | cut -d ' ' -f 2)

# ArgumentParser's own generator of manual pages, at the version that the program is built with.
swift build --package-path .build/checkouts/swift-argument-parser --scratch-path "$work/manual-tool" \
  --product generate-manual >"$work/manual-tool.log" 2>&1 || {
  cat "$work/manual-tool.log" >&2
  exit 1
}
rm -rf "$work/manuals"
mkdir "$work/manuals"
"$work/manual-tool/debug/generate-manual" "$work/interlude" --multi-page --section 1 \
  --authors "The Interlude maintainers" --date "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)" \
  --output-directory "$work/manuals"

# The pages of a page service that nobody gave a brand.
rm -rf "$work/pages"
"$work/interlude" init "$work/pages" >/dev/null
cp scripts/dist/pages/site.yaml "$work/pages/content/site.yaml"
"$work/interlude" build --source "$work/pages" >/dev/null

python3 -B scripts/dist/pack.py --root . --binary "$work/interlude" --manuals "$work/manuals" \
  --base "$work/base/root" --nginx "$work/nginx/root" --pages "$work/pages/public/error-pages" \
  --version "$version" --epoch "$SOURCE_DATE_EPOCH" --output dist
