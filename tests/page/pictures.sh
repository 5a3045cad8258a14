#!/bin/sh
#
# Makes the pictures of the documentation anew, from what the program writes:
# docs/images. Needs Chromium, and for the printed page pdftoppm. Look at them.
#
# Usage: tests/page/pictures.sh PATH-OF-TSUME

set -eu
cd "$(dirname "$0")/../.."

binary=${1:?the path of tsume is missing}
. tests/page/browser.sh
if [ -z "$chromium" ]; then
    echo 'pictures: Chromium is not installed' >&2
    exit 1
fi
images=docs/images
mkdir -p "$images"

# `picture NAME WIDTH,HEIGHT PAGE [OPTIONS...]`
picture() {
    name=$1 size=$2 page=$3
    shift 3
    browse --hide-scrollbars --window-size="$size" --virtual-time-budget=8000 "$@" \
        --screenshot="$scratch/$name.png" "file://$page"
    small "$scratch/$name.png" "$images/$name.png"
}

# A picture with few colours is small: with Pillow, if it is installed.
small() {
    python3 - "$1" "$2" <<'PYTHON' 2>/dev/null || cp "$1" "$2"
import sys
from PIL import Image
picture = Image.open(sys.argv[1]).convert("RGB")
picture.quantize(128, dither=Image.Dither.NONE).save(sys.argv[2], optimize=True)
PYTHON
    echo "$2: $(wc -c <"$2") bytes"
}

# A terminal: a command and what it writes, as a string of JavaScript.
quoted() {
    sed -e 's/\\/\\\\/g' -e 's/`/\\`/g' -e 's/\$/\\$/g'
}
command='show puzzles/shobu/first-clears.yaml#first-clears-006'
{
    echo '<script>window.output = `'
    printf '\033[1m$ tsume %s\033[0m\n' "$command" | quoted
    # shellcheck disable=SC2086 # the command is words
    "$binary" $command --color always | quoted
    echo '`.slice(1);</script>'
    cat tests/page/terminal.html
} >"$scratch/terminal.html"
picture terminal 680,450 "$scratch/terminal.html"

# A picture by `show --svg`, as it is.
"$binary" show 'puzzles/shobu/first-clears.yaml#first-clears-006' --turn f8f7+d6d5 \
    --svg "$images/board.svg"

# A page: in the middle of a puzzle, on a phone, and on paper.
"$binary" export puzzles/shobu/first-clears.yaml --out "$scratch/page.html" --quiet
{
    cat "$scratch/page.html"
    cat <<'SCRIPT'
<script>
for (const name of ["f8", "f7", "d6", "d5"]) {
  const hit = document.querySelector(`[data-name="${name}"] .hit`);
  for (const type of ["pointerdown", "pointerup"]) hit.dispatchEvent(new PointerEvent(type, { bubbles: true }));
}
</script>
SCRIPT
} >"$scratch/played.html"
picture page-desktop 1200,860 "$scratch/played.html#first-clears-006"

# A window cannot be as narrow as a phone, but a frame in it can.
cat >"$scratch/phone.html" <<'PHONE'
<style>
body { margin: 0; background: #fff; }
iframe { display: block; width: 390px; height: 844px; margin: 8px auto; border: 10px solid #333; border-radius: 28px; }
</style>
<iframe src="page.html#first-clears-001"></iframe>
PHONE
rm -rf "$scratch/profile"
picture page-phone 500,880 "$scratch/phone.html"

browse --no-pdf-header-footer --print-to-pdf="$scratch/page.pdf" "file://$scratch/page.html"
pdftoppm -png -r 80 -f 1 -l 1 -singlefile "$scratch/page.pdf" "$scratch/paper"
small "$scratch/paper.png" "$images/page-paper.png"
