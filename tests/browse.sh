#!/bin/sh
# browse.sh BOT MATCHES FOLDER - looks at all pages of some matches in a browser. FOLDER keeps what comes
# from npm, and gets a picture of each page.
set -eu

bot=$(realpath "$1")
matches=$(realpath "$2")
mkdir -p "$3/pictures"
folder=$(realpath "$3")
site=
work=$(mktemp -d -t mitaines.XXXXXX)
finish() {
	[ -z "$site" ] || kill "$site" 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

[ -d "$folder/node_modules/axe-core" ] ||
	npm install --silent --no-save --prefix "$folder" playwright-core@1 axe-core@4

"$matches" "$work/browse.db"
port=18080
until printf 'database = "browse.db"; web = { port = %d; };\n' "$port" >"$work/browse.conf" &&
	"$bot" web -c "$work/browse.conf" 2>"$work/log" &
	site=$!
	tries=0
	until grep -q 'reads ' "$work/log" || ! kill -0 "$site" 2>/dev/null; do
		tries=$((tries + 1))
		[ "$tries" -lt 600 ] || break
		sleep 0.1
	done
	grep -q 'reads ' "$work/log"; do
	port=$((port + 1))
	if [ "$port" -gt 18180 ]; then
		cat "$work/log" >&2
		exit 1
	fi
done
MODULES=$folder node tests/browse/pages.mjs "http://127.0.0.1:$port" "$folder/pictures" "$matches" "$work/browse.db"
