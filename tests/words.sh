#!/bin/sh
# words.sh PO - prints the messages of the catalogue PO that no code says, and fails if there is one.
set -eu

# A name with something added to it, or completed by a macro, stands for all of its group, and so
# does the beginning of a key, "rules.". The lists of the engine name messages without the WORD_.
said=$(mktemp)
trap 'rm -f "$said"' EXIT
grep -rohE --include='*.[ch]' '\<WORD_[A-Z0-9_]+( \+|##)?|"[a-z]+\."' bot |
	sed 's/_[A-Z0-9]* +$/_.*/; s/##$/.*/; s/^"\(.*\)\."$/WORD_\U\1_.*/' >"$said"
sed -n 's/^[[:blank:]]*X([A-Z_]*,//p' engine/*.h | grep -oE '[A-Z][A-Z0-9_]+' | sed 's/^/WORD_/' >>"$said"

! sed -n 's/^msgid "\(..*\)"/WORD_\U\1/p' "$1" | tr . _ | grep -vxEf "$said" |
	sed 's/$/    <- no code says this/' | grep .
