#!/bin/sh
# Writes a certificate of every win in the reference data and checks it:
#   tests/certificates.sh BINARY
# Prints how many there are, of which size, and how long it took.
set -eu

tsume=$1
data=$(dirname "$0")/data
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Writes what the second field of a file says is won: POSITION TAB NUMBER.
certify() {
    number=0
    grep -v '^#' "$1" | while IFS='	' read -r position value _; do
        number=$((number + 1))
        case $value in
        0 | loss) continue ;;
        win) set -- ;;
        *) set -- --in "$value" ;;
        esac
        "$tsume" solve "$position" "$@" --quiet --certificate "$folder/$name-$number.cert" >/dev/null
    done
}

start=$(date +%s)
for name in shobu-wins shobu-no-turn-wins shobu-long-wins spook-values spook-pyramids; do
    certify "$data/$name.tsv"
done
written=$(date +%s)
"$tsume" validate "$folder" >"$folder/report" || {
    cat "$folder/report"
    exit 1
}
checked=$(date +%s)
cd "$folder"
echo "$(find . -name '*.cert' | wc -l) certificates, $(cat ./*.cert | wc -l) lines:" \
    "written in $((written - start)) s, checked in $((checked - written)) s"
