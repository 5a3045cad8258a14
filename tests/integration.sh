#!/bin/sh
#
# Runs the recipe of docs/perft.md that spreads a count with GNU parallel, as it
# stands there, on a small depth, and compares with the direct count.
#
# Usage: tests/integration.sh PATH-OF-TSUME

set -eu
cd "$(dirname "$0")/.."

binary=${1:?the path of tsume is missing}
case $binary in
    /*) ;;
    *) binary=$PWD/$binary ;;
esac

# The lines between the two marks, without the fences of the code block.
recipe=$(sed -n '/<!-- recipe: parallel -->/,/<!-- end -->/p' docs/perft.md | grep -v -e '^<!--' -e '^```')
if [ -z "$recipe" ]; then
    echo 'docs/perft.md: the recipe for GNU parallel is missing' >&2
    exit 1
fi
# Other programs have the name too.
if ! parallel --version </dev/null 2>/dev/null | grep -q '^GNU parallel'; then
    echo 'GNU parallel: skipped, it is not installed'
    exit 0
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$binary" "$scratch/bin/tsume"
PATH=$scratch/bin:$PATH
export PATH

# `check NAME K BELOW ARGUMENTS...` counts K turns and BELOW more.
check() {
    name=$1 k=$2 below=$3
    shift 3
    mkdir "$scratch/$name"
    expected=$(tsume perft "$@" --depth $((k + below)) | tail -n 1 | awk '{ print $2 }')
    # Twice: the second time there is nothing left to do.
    for run in first resumed; do
        total=$(cd "$scratch/$name" && K=$k BELOW=$below POSITION=$* sh -euc "$recipe")
        if [ "$total" != "$expected" ]; then
            echo "GNU parallel: $name, $run: $total, but the direct count is $expected" >&2
            exit 1
        fi
    done
    echo "GNU parallel: $name: $total in parts and directly"
}

check shobu 2 3 start
check spook 4 5 '4/4/4/4:3/3/3:2/2:1 r'
