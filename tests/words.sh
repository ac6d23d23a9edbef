#!/bin/sh
# words.sh PO - prints the messages of the catalogue PO that no code uses, and fails if there is
# one.
set -eu

# A name that code extends (MSG_X +, or ## in a macro) stands for its whole group, and so does the
# beginning of a key, "rules."; a key, "operators.irc", stands for itself. Lists in the engine name messages without MSG_.
said=$(mktemp)
trap 'rm -f "$said"' EXIT
grep -rohE --include='*.[ch]' '\<MSG_[A-Z0-9_]+( \+|##)?|"[a-z]+\.[a-z.]*"' bot |
	sed 's/_[A-Z0-9]* +$/_.*/; s/##$/.*/; s/^"\(.*\)\."$/MSG_\U\1_.*/; s/^"\(.*\)"$/MSG_\U\1/' >"$said"
sed -n 's/^[[:blank:]]*X([A-Z_]*,//p' engine/*.h | grep -oE '[A-Z][A-Z0-9_]+' | sed 's/^/MSG_/' >>"$said"

! sed -n 's/^msgid "\(..*\)"/MSG_\U\1/p' "$1" | tr . _ | grep -vxEf "$said" |
	sed 's/$/    <- no code says this/' | grep .
