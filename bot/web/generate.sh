#!/bin/sh
# generate.sh FILE... - prints C code with each file as a string, asset_NAME. Files that have one name before
# the first dot become one string: seat_script.clock.js and seat_script.moves.js.
set -eu

printf '#include "bot/web/page.h"\n'
last=
for file; do
	name=$(basename "$file")
	name=${name%%.*}
	[ "$name" = "$last" ] || printf '%s\nconst char asset_%s[] =\n' "${last:+;}" "$name"
	last=$name
	sed 's/\\/\\\\/g; s/"/\\"/g; s/^/\t"/; s/$/\\n"/' "$file"
done
printf ';\n'
