#!/bin/sh
# invent.sh PO - an invented language, made from the catalogue of another: each word gets zz before
# it, {places} stay
set -eu

awk '
	function invent(text,   out) {
		while (match(text, /\{[^}]*\}|\\.|[A-Za-z]+/)) {
			out = out substr(text, 1, RSTART - 1)
			if (substr(text, RSTART, 1) ~ /[A-Za-z]/)
				out = out "zz"
			out = out substr(text, RSTART, RLENGTH)
			text = substr(text, RSTART + RLENGTH)
		}
		return out text
	}
	/^#/ { next }
	/^msgstr/ && key == "languages" { print "msgstr \"zzlanguage=zz\""; next }
	/^msgid/ { key = substr($0, 8, length($0) - 8) }
	/^msgstr/ { print "msgstr " invent(substr($0, 8)); next }
	/^"/ { print invent($0); next }
	{ print }' "$1"
