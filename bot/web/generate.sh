#!/bin/sh
# generate.sh FILE... - the C code: each file as a string, asset_NAME by its name without the ending
set -eu

printf '#include "bot/web/page.h"\n'
for file; do
	name=$(basename "$file")
	printf '\nconst char asset_%s[] =\n' "${name%.*}"
	sed 's/\\/\\\\/g; s/"/\\"/g; s/^/\t"/; s/$/\\n"/' "$file"
	printf '\t;\n'
done
