#!/bin/bash
# Copies programs with their libraries, and other named files, to a directory that becomes the whole file system of an image. Records the Debian
# packages of these files in var/lib/dpkg/status.d, where scanners look for them, and copies their licences.
#   collect-files <directory> <file or directory> …
set -euo pipefail
target=$1
shift
list=$(mktemp)
# /lib is a link to /usr/lib on this system, and in the image.
for link in /lib /lib64; do
  mkdir -p "$target/usr$link"
  ln -s "usr$link" "$target$link"
done
for path in "$@"; do
  if [ -d "$path" ]; then find "$path" \( -type f -o -type l \); else echo "$path"; fi
done > "$list"
# Adds the libraries that executables and libraries are linked with, directly or indirectly.
while read -r file; do
  case $file in
    *.so | *.so.* | */bin/* | */chromium-headless-shell | */chrome_crashpad_handler)
      { ldd "$file" 2> /dev/null || true; } | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*/\1/p' ;;
  esac
done < "$list" | sort -u >> "$list.libraries"
cat "$list.libraries" >> "$list"
# Copies links together with their targets.
sort -u "$list" | while read -r file; do
  cp --parents --no-dereference --preserve=mode,links "$file" "$target"
  real=$(readlink -f "$file")
  [ "$real" = "$file" ] || cp --parents --preserve=mode "$real" "$target"
  printf '%s\n%s\n' "$file" "$real"
done | sort -u > "$list.copied"
mkdir -p "$target/var/lib/dpkg/status.d"
# Some packages still list files below /lib, which is /usr/lib.
sed 's|^/usr\(/lib/.*\)|&\n\1|; s|^/lib/.*|&\n/usr&|' "$list.copied" | sort -u | { xargs dpkg-query --search 2> /dev/null || true; } \
  | sed 's/: .*//; s/, /\n/g' | sed '/^diversion /d' | sort -u | while read -r package; do
  dpkg-query --status "$package" > "$target/var/lib/dpkg/status.d/${package%%:*}"
  copyright=/usr/share/doc/${package%%:*}/copyright
  [ ! -e "$copyright" ] || cp --parents --dereference "$copyright" "$target"
done
rm -f "$list" "$list.libraries" "$list.copied"
