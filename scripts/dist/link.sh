#!/bin/sh
# link.sh BUILD LIBC OUTPUT   Links the objects of a release build in BUILD once more, so that the binary needs nothing but
# a libc, and one as old as that in LIBC (a root made by debian.sh), however new this machine's is.
set -eu
build=$1
libc=$2
output=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Only these come from this machine: archives, in a folder where no shared library can come before them.
for library in cmark crypto stemmer yaml z stdc++; do
  ln -s "$(clang -print-file-name="lib$library.a")" "$work/lib$library.a"
done
for archive in "$work"/*; do
  if [ ! -e "$archive" ]; then
    echo "link.sh: there is no $(basename "$archive") on this machine; scripts/install-build-tools.sh installs it" >&2
    exit 1
  fi
done

# libstdc++ asks libc whether there is one thread only, to save itself locks. A libc before 2.32 cannot say: then no.
echo 'char __libc_single_threaded = 0;' >"$work/older.c"
clang -O2 -fPIC -c "$work/older.c" -o "$work/older.o"

# SwiftPM names a program's entry after its module. libpthread, libdl and librt were libraries of their own before 2.34.
swiftc -static-stdlib -emit-executable "@$build/interlude.product/Objects.LinkFileList" "$work/older.o" \
  -L "$work" -lcmark -lcrypto -lstemmer -lyaml -lz -lpthread -ldl -lrt \
  -Xclang-linker "--sysroot=$libc" -Xclang-linker -static-libgcc \
  -Xlinker --defsym=main=interlude_main -Xlinker --gc-sections -Xlinker -s \
  -o "$output" 2>"$work/log" || { cat "$work/log" >&2; exit 1; }

# Digests of each module's code before it was compiled, which only the next compilation would read. Those of modules that import
# C change from one compilation to the next, though the code does not.
readelf --wide --section-headers "$output" | sed -n 's/^ *\[ *[0-9]*\] *\.swift_modhash *PROGBITS *[0-9a-f]* *\([0-9a-f]*\) *\([0-9a-f]*\) .*/\1 \2/p' |
  while read -r offset size; do
    dd if=/dev/zero of="$output" bs=1 seek=$((0x$offset)) count=$((0x$size)) conv=notrunc status=none
  done
