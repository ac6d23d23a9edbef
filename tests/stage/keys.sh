#!/bin/sh
# keys.sh PO - the catalogue that tests read, made from that of a language: every text is its key and
# the places it names, (table.left name={name} names={names}), so that tests know what is said and
# never in which words. What goes into a place comes out nested if it is a message as well.
# Texts that cards and tables are written with stay as they are, like words that people type, and
# pages of text, {text}, whole.
set -eu

awk '
	# The places of a text, each once and without {prefix}, as they are given to its key.
	function places(text,   all, name, seen) {
		while (match(text, /\{[^}]*\}/)) {
			name = substr(text, RSTART + 1, RLENGTH - 2)
			text = substr(text, RSTART + RLENGTH)
			sub(/^ /, "", name)
			name = tolower(name)
			if (name != "prefix" && !(name in seen))
				all = all " " name "={" name "}"
			seen[name]
		}
		return all
	}

	function said(key, text,   before, behind) {
		if (key ~ /^(card|topic|ask|spoken|lists)\./ || key == "table.prefix" || key == "languages" || text == "{text}")
			return text
		if (typed)
			return key ~ /^(level|setting)\./ ? "(" key ") " text : text
		if (sub(/^\{text\}\\n/, "", text))
			before = "{text}\\n"
		if (match(text, /^ +/))
			before = before substr(text, 1, RLENGTH)
		if (match(text, / +$/))
			behind = substr(text, RSTART)
		return before "(" key places(text) ")" behind
	}

	function end() {
		if (key != "")
			print "\n" (typed ? "msgctxt \"word\"\n" : "") "msgid \"" key "\"\nmsgstr \"" said(key, text) "\""
		key = text = typed = ""
	}

	BEGIN { print "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"" }
	/^msgctxt "word"/ { context = 1 }
	/^msgid/ { end(); typed = context; context = 0; key = substr($0, 8, length($0) - 8) }
	/^msgstr/ { text = substr($0, 9, length($0) - 9) }
	/^"/ { text = text substr($0, 2, length($0) - 2) }
	END { end() }' "$1"
