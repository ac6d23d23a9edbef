#!/bin/sh
# picture.sh - compares the picture of a table in README.md with the session tests/golden/picture.
# With ACCEPT=1 the session becomes the picture.
set -eu

mark='<!-- tests/picture.sh -->'
readme=$(mktemp)
trap 'rm -f "$readme"' EXIT

# Prints the messages of the session, with long lines folded. awk runs in the C locale and counts the
# first bytes of characters.
picture() {
	sed -E '/^(==|\*)/d' tests/golden/picture.out |
		LC_ALL=C awk '
			function width(text) {
				gsub(/[\200-\277]/, "", text)
				return length(text)
			}
			{
				line = "    " $1
				for (i = 2; i <= NF; i++) {
					if (width(line " " $i) > 106) {
						print line
						line = "       "
					}
					line = line " " $i
				}
				print line
			}'
}

{
	sed "\\|$mark|q" README.md
	echo
	picture
	echo
	sed "1,\\|$mark|d" README.md | awk '/^[^ ]/ { behind = 1 } behind'
} >"$readme"

if [ -n "${ACCEPT:-}" ]; then
	cat "$readme" >README.md
fi
diff -u --label README.md --label "make accept T=golden/picture" README.md "$readme"
