#!/bin/sh
#
# Runs the recipes of docs/perft.md and docs/generating.md for GNU parallel, as
# they stand there, on something small, and compares with a single run.
#
# Usage: tests/integration.sh PATH-OF-TSUME

set -eu
cd "$(dirname "$0")/.."

binary=${1:?the path of tsume is missing}
case $binary in
    /*) ;;
    *) binary=$PWD/$binary ;;
esac

# `recipe_of FILE` gives the lines between the two marks, without the fences of
# the code block.
recipe_of() {
    lines=$(sed -n '/<!-- recipe: parallel -->/,/<!-- end -->/p' "$1" | grep -v -e '^<!--' -e '^```')
    if [ -z "$lines" ]; then
        echo "$1: the recipe for GNU parallel is missing" >&2
        exit 1
    fi
    printf '%s\n' "$lines"
}

recipe=$(recipe_of docs/perft.md)
generating=$(recipe_of docs/generating.md)
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

# `check_puzzles NAME OPTIONS...` makes a pack of 80 candidates in parts of 30,
# the last of which is smaller.
check_puzzles() {
    name=$1
    shift
    mkdir "$scratch/$name"
    # Twice: the second time there is nothing left to do but to merge.
    for run in first resumed; do
        (cd "$scratch/$name" && SIZE=30 TOTAL=80 OPTIONS=$* sh -euc "$generating")
        tsume gen-puzzles "$@" --range 0..80 >"$scratch/$name/one-run.yaml"
        if ! cmp "$scratch/$name/one-run.yaml" "$scratch/$name/pack.yaml"; then
            echo "GNU parallel: $name, $run: the parts do not make the pack of one run" >&2
            exit 1
        fi
    done
    echo "GNU parallel: $name: the same pack in parts and in one run"
}

check_puzzles shobu-puzzles --seed 7 --in 2
check_puzzles spook-puzzles --game spook --in 2-4
