#!/bin/sh
# generate.sh FILE... - prints C code with each file as a string, asset_NAME. Files that have one name before
# the first dot become one string: seat_script.clock.js and seat_script.moves.js. A picture becomes bytes and their
# number, asset_NAME_size.
set -eu

printf '#include "bot/web/page.h"\n'
last=
for file; do
	name=$(basename "$file")
	name=${name%%.*}
	if [ "${file%.jpg}" != "$file" ]; then
		printf '%s\nconst unsigned char asset_%s[] = {\n' "${last:+;}" "$name"
		od -An -v -tu1 "$file" | sed 's/[0-9][0-9]*/&,/g'
		printf '};\nconst size_t asset_%s_size = sizeof asset_%s' "$name" "$name"
		last=$name
		continue
	fi
	[ "$name" = "$last" ] || printf '%s\nconst char asset_%s[] =\n' "${last:+;}" "$name"
	last=$name
	sed 's/\\/\\\\/g; s/"/\\"/g; s/^/\t"/; s/$/\\n"/' "$file"
done
printf ';\n'
