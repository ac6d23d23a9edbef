#!/bin/sh
# generate.sh FILE... - prints C code with each file as a string, asset_NAME by its name without the extension
set -eu

printf '#include "bot/web/page.h"\n'
for file; do
	name=$(basename "$file")
	printf '\nconst char asset_%s[] =\n' "${name%.*}"
	sed 's/\\/\\\\/g; s/"/\\"/g; s/^/\t"/; s/$/\\n"/' "$file"
	printf '\t;\n'
done
