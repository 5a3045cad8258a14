#!/bin/sh
#
# Exports packs and plays the pages in headless Chromium: whole solutions, wrong
# turns, hints, a reload, printing, and a finger on a phone. Skipped where there is
# no Chromium; the finger also where there is no Python.
#
# Usage: tests/page/run.sh PATH-OF-TSUME

set -eu
cd "$(dirname "$0")/../.."

binary=${1:?the path of tsume is missing}
. tests/page/browser.sh
if [ -z "$chromium" ]; then
    echo 'pages: skipped, Chromium is not installed'
    exit 0
fi

# `result PART PAGE`: what the driver found, where $kinds of turns have to be met.
result() {
    sed "s/<html /<html data-part=\"$1\" data-kinds=\"$kinds\" /" "$2" > "$scratch/driven.html"
    { echo '<script>'; cat tests/page/drive.js; echo '</script>'; } >> "$scratch/driven.html"
    browse --virtual-time-budget=60000 --timeout=60000 --dump-dom "file://$scratch/driven.html" |
        sed -n 's/.*data-result="\([^"]*\)".*/\1/p' | head -n 1
}

# `play NAME KINDS PACK...`
play() {
    name=$1 kinds=$2
    shift 2
    "$binary" export "$@" --out "$scratch/$name.html" --quiet
    for part in all again; do
        found=$(result $part "$scratch/$name.html")
        case $found in
            passed:*) echo "page of $name, $part: $found" ;;
            *)
                echo "page of $name, $part: ${found:-no result}" >&2
                tail -n 5 "$scratch/log" >&2
                exit 1
                ;;
        esac
    done
    browse --no-pdf-header-footer --print-to-pdf="$scratch/$name.pdf" "file://$scratch/$name.html"
    if [ "$(wc -c < "$scratch/$name.pdf")" -lt 20000 ]; then
        echo "page of $name: the printed page is empty" >&2
        exit 1
    fi
    echo "page of $name: printed"
    rm -rf "$scratch/profile"
}

# `finger NAME PUZZLE FROM TO`: on a page that was played.
finger() {
    if command -v python3 >/dev/null; then
        python3 tests/page/touch.py "$chromium" "$scratch/profile" "$scratch/$1.html" "$2" "$3" "$4"
        rm -rf "$scratch/profile"
    else
        echo "page of $1, finger: skipped, Python is not installed"
    fi
}

play shobu 'a try,a push' puzzles/shobu/first-clears.yaml
play spook 'a turn that loses at once' puzzles/spook/first-getaways.yaml
play keys 'a second key' tests/page/two-keys.yaml
finger shobu first-clears-006 f8 f7
finger spook first-getaways-001 b3 c3

# Pages of several sizes. The first lines of rows are rows.
"$binary" export puzzles/generated/shobu-*.yaml --out "$scratch/all.jsonl"
for size in 1 50 1000; do
    head -n "$size" "$scratch/all.jsonl" > "$scratch/$size.jsonl"
    play "$size" '' "$scratch/$size.jsonl"
    start=$(date +%s%N)
    browse --dump-dom "file://$scratch/$size.html" | grep -q ' of [0-9]* solved'
    milliseconds=$((($(date +%s%N) - start) / 1000000))
    echo "page of $size: $(wc -c < "$scratch/$size.html") bytes, $milliseconds ms from start to end of the browser"
done
