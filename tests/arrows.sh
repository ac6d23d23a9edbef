#!/bin/sh
# arrows.sh - holds every include of bot/ against the table of rooms, tests/arrows.txt.
# Prints each breach, one a line: who includes, whom. Fails on a breach that does not stand in
# tests/arrows.known, and on one that does and is gone: it is to be struck off.
set -eu

table=tests/arrows.txt
known=tests/arrows.known
[ -e "$known" ] || known=/dev/null
breaches=$(mktemp)
trap 'rm -f "$breaches"' EXIT

grep -roE --include='*.[ch]' '^ *# *include +"bot/[^"]+"' bot | sed -E 's/:.*"(.*)"/ \1/' | sort -u |
	awk -v table="$table" '
	# The room a file stands in: itself, or the longest folder of its path that the table knows.
	function room_of(path) {
		sub(/\.[ch]$/, "", path)
		while (!(path in above))
			if (!sub(/\/[^\/]*$/, "", path))
				return ""
		return path
	}
	function fail(text) {
		print text
		exit 1
	}
	BEGIN {
		while ((getline line < table) > 0) {
			if (line ~ /^#/ || split(line, half, ":") != 2)
				continue
			room = half[1]
			above[room] = " " room
			count = split(half[2], names, " ")
			for (i = 1; i <= count; i++) {
				name = names[i]
				if (name !~ /\.h$/ && !(name in above))
					fail(table ": " room " may not know " name ", which stands below it")
				above[room] = above[room] " " name (name in above ? above[name] : "")
			}
			above[room] = above[room] " "
		}
	}
	{
		from = room_of($1)
		if (from == "")
			fail($1 ": its folder is no room of " table)
		if (!index(above[from], " " room_of($2) " ") && !index(above[from], " " $2 " "))
			print $1, $2
	}' >"$breaches" || { cat "$breaches"; exit 1; }

sort -o "$breaches" "$breaches"
new=$(comm -23 "$breaches" "$known")
gone=$(comm -13 "$breaches" "$known")
[ -z "$new" ] || echo "$new" | sed 's/ / may not include /'
[ -z "$gone" ] || echo "$gone" | sed "s~\$~    <- gone: strike it off $known~"
[ -z "$new$gone" ]
