#!/bin/sh
# browse.sh BOT MATCHES FOLDER - looks at all pages of some matches in a browser, plays matches there,
# and puts a picture of each page in FOLDER. SERVERS has the npm modules.
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

"$matches" "$work/browse.db"
: >"$work/log"
port=$((20000 + $$ % 10000))
last=$((port + 100))
until printf 'database = "browse.db"; web = { port = %d; url = "https://cards.test"; };\n' "$port" >"$work/browse.conf" &&
	"$bot" web -c "$work/browse.conf" 2>"$work/log" &
	site=$!
	tries=0
	until grep -q 'reading the database' "$work/log" || ! kill -0 "$site" 2>/dev/null; do
		tries=$((tries + 1))
		[ "$tries" -lt 600 ] || break
		sleep 0.1
	done
	grep -q 'reading the database' "$work/log"; do
	port=$((port + 1))
	if [ "$port" -gt "$last" ]; then
		cat "$work/log" >&2
		exit 1
	fi
done
export MODULES="$SERVERS"
node tests/browse/pages.mjs "http://127.0.0.1:$port" "$folder/pictures" "$matches" "$work/browse.db"
node tests/browse/daily.mjs "$bot" "$folder/pictures"
node tests/browse/seats.mjs "$bot" "$folder/pictures"
