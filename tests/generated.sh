#!/bin/sh
#
# Makes the packs in puzzles/generated. Started again, it goes on where it was
# broken off, and makes only what is missing.
#
# Usage: tests/generated.sh PATH-OF-TSUME

set -eu
cd "$(dirname "$0")/.."

binary=${1:?the path of tsume is missing}
folder=puzzles/generated

# `pack NAME OPTIONS...` makes a pack.
pack() {
    name=$1
    shift
    "$binary" gen-puzzles "$@" --license CC0-1.0 --out "$folder/$name.yaml" --resume
    echo "$folder/$name.yaml" >&2
}

# Every pack has a seed of its own, and so ids of its own. The longest wins come
# first: what they come to some turns later is no puzzle by itself.
pack shobu-8 --seed 8 --in 8 --count 1 --source given --from "$folder/shobu-8.txt" \
    --replies 0 --duals --nodes 2000000
pack shobu-6 --seed 6 --in 6 --count 4 --source mutate --from "$folder/shobu-6.txt" \
    --replies 0 --duals --nodes 200000 --exclude "$folder/shobu-8.yaml"
pack shobu-5 --seed 5 --in 5 --count 3 --source mutate --from "$folder/shobu-5.txt" \
    --replies 0 --nodes 200000 --exclude "$folder/shobu-8.yaml" --exclude "$folder/shobu-6.yaml"
pack shobu-4 --seed 4 --in 4 --count 10 --source mutate --share quiet-key=34
pack shobu-3 --seed 3 --in 3 --count 500 \
    --share quiet-key=34 --share sacrifice=3 --share parry=3
pack shobu-2 --seed 2 --in 2 --count 500 \
    --share quiet-key=34 --share sacrifice=3 --share parry=3
# The themes that are rare in the packs above.
pack shobu-ideas --seed 7 --in 2-3 --count 40 \
    --theme zugzwang,counter-threat,passive-open \
    --exclude "$folder/shobu-2.yaml" --exclude "$folder/shobu-3.yaml"
pack shobu-no-turn --seed 9 --in 2-3 --count 10 --source mutate --theme no-turn-win \
    --from "$folder/shobu-no-turn.txt" --exclude "$folder/shobu-2.yaml" \
    --exclude "$folder/shobu-3.yaml" --exclude "$folder/shobu-ideas.yaml"
pack spook --game spook --seed 1 --in 2-8 --count 200
pack spook-ideas --game spook --seed 2 --in 2-6 --count 12 --theme counter-threat \
    --exclude "$folder/spook.yaml"
# After a key that parries or forces a pass there is seldom a choice of replies.
pack spook-forced --game spook --seed 3 --in 2-8 --count 4 --replies 0 \
    --theme pass,parry --share pass=40 --share parry=40 \
    --exclude "$folder/spook.yaml" --exclude "$folder/spook-ideas.yaml"
