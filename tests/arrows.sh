#!/bin/sh
# arrows.sh - checks every include of bot/ against the table of rooms, tests/arrows.txt. Prints each
# violation in a line and fails if there is one.
set -eu

table=tests/arrows.txt
breaches=$(mktemp)
trap 'rm -f "$breaches"' EXIT

grep -roE --include='*.[ch]' '^ *# *include +"bot/[^"]+"' bot | sed -E 's/:.*"(.*)"/ \1/' | sort -u |
	awk -v table="$table" '
	# Returns the room of a file: the file itself, or the longest folder of its path that is in
	# the table.
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

sed 's/ / may not include /' "$breaches"
[ ! -s "$breaches" ]
