# What the scripts of this folder need of a browser; they read this file.

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

browse() {
    "$chromium" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --user-data-dir="$scratch/profile" "$@" 2>"$scratch/log"
}
