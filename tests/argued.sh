#!/bin/sh
# argued.sh - what tests/mutants/argued.txt argues of still stands in the program.
set -eu

tab=$(printf '\t')
mistakes=$(awk '
	NF == 0 { inside = 0; next }
	/^#/ { next }
	!inside { file = $1; inside = 1; next }
	/^- / { print file "\t" substr($0, 3) }
' tests/mutants/argued.txt | while IFS=$tab read -r file before; do
	tr -s '[:space:]' ' ' <"$file" | grep -qF -- "$before" || echo "$file: $before"
done)
[ -z "$mistakes" ] || {
	echo "tests/mutants/argued.txt argues of what is no more:"
	echo "$mistakes"
	exit 1
}
