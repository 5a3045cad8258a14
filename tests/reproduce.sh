#!/bin/sh
#
# Makes the generated packs again by the commands in their heads, with one thread
# and with two, and compares byte for byte.
#
# Usage: tests/reproduce.sh PATH-OF-TSUME [PACK...], as seen from the top folder:
# the commands name their files from there.

set -eu
cd "$(dirname "$0")/.."

binary=${1:?the path of tsume is missing}
shift
[ $# -gt 0 ] || set -- puzzles/generated/*.yaml

made=$(mktemp)
trap 'rm -f "$made"' EXIT
for pack in "$@"; do
    command=$(sed -n 's/^#   tsume gen-puzzles //p' "$pack" | sed -n 1p)
    if [ -z "$command" ]; then
        echo "$pack: its head records no command" >&2
        exit 1
    fi
    for threads in 1 2; do
        # The command is quoted for a shell.
        eval "\"\$binary\" gen-puzzles $command --threads $threads" >"$made"
        cmp "$made" "$pack"
        echo "$pack: the same with --threads $threads"
    done
done
