#!/bin/sh
# generate.sh header PO  - the C header: all keys of a message catalogue
# generate.sh code NAME PO... - the C code: the texts of message catalogues in an array of that name
set -eu

header() {
	awk -F'"' '
		BEGIN {
			print "/* Generated from the message catalogue. */"
			print "#ifndef WORDS_CATALOGUE_H\n#define WORDS_CATALOGUE_H\n\n#include <stddef.h>\n"
			print "/* Every message: its name in code and its key in the catalogues. */"
			printf "#define WORDS(X)"
		}
		/^msgid "[^"]/ {
			name = toupper($2)
			gsub(/[^A-Z0-9]/, "_", name)
			printf " \\\n\tX(%s, \"%s\")", name, $2
		}
		END {
			print "\n\nenum message {\n#define X(name, key) MSG_##name,\n\tWORDS(X)\n#undef X\n\tMSG_COUNT\n};\n"
			print "/* The words that people may type for a message, separated by blanks. */"
			print "struct typed {\n\tenum message message;\n\tconst char *words; /* NULL ends a list */\n};\n"
			print "/* The texts of a language. */"
			print "struct catalogue {\n\tconst char *language; /* NULL ends the list */"
			print "\tconst char *const *text; /* by message; NULL: the language lacks it */"
			print "\tconst struct typed *typed; /* may be NULL */\n};\n"
			print "extern const struct catalogue catalogues[];\n\n#endif"
		}' "$1"
}

# Prints a catalogue's identifier in C. The prefix is needed as a code may be a keyword (do); pt-BR becomes pt_BR.
name() {
	basename "$1" .po | sed 's/[^A-Za-z0-9]/_/g; s/^/language_/'
}

# Fails if a word has two meanings in a group such as command, in one language or in two.
check() {
	awk -F'"' '
		/^msgctxt "word"/ { typed = 1 }
		/^msgid "/ { key = $2 }
		typed && /^msgstr "/ {
			group = key
			sub(/\..*/, "", group)
			count = split(tolower($2), word, " ")
			for (i = 1; i <= count; i++) {
				entry = group " " word[i]
				if (entry in meaning && meaning[entry] != key) {
					printf "%s:%d: \"%s\" cannot mean %s: it means %s in %s\n", FILENAME, FNR,
						word[i], key, meaning[entry], place[entry] >"/dev/stderr"
					wrong = 1
				}
				meaning[entry] = key
				place[entry] = FILENAME ":" FNR
			}
		}
		/^msgstr/ { typed = 0 }
		END { exit wrong }' "$@"
}

code() {
	array=$1
	shift
	check "$@"
	printf '#include "words/catalogue.h"\n\n'
	for po; do
		name=$(name "$po")
		awk -F'"' -v name="$name" '
			function end() {
				if (typed)
					words = words "\t{ MSG_" key ", \"" text "\" },\n"
				if (typed)
					sub(/ .*/, "", text)
				if (text != "")
					texts = texts "\t[MSG_" key "] = \"" text "\",\n"
				text = ""
				typed = 0
			}
			/^msgctxt "word"/ { context = 1 }
			/^msgid "/ {
				end()
				typed = context
				context = 0
				key = toupper($2)
				gsub(/[^A-Z0-9]/, "_", key)
			}
			key != "" && /^msgstr "/ { text = substr($0, 9, length($0) - 9) }
			key != "" && /^"/ { text = text substr($0, 2, length($0) - 2) }
			END {
				end()
				print "static const char *const " name "[MSG_COUNT] = {\n" texts "};\n"
				print "static const struct typed " name "_words[] = {\n" words "\t{ MSG_COUNT, NULL },\n};\n"
			}' "$po"
	done
	printf 'extern const struct catalogue %s[];\nconst struct catalogue %s[] = {\n' "$array" "$array"
	for po; do
		name=$(name "$po")
		printf '\t{ "%s", %s, %s_words },\n' "$(basename "$po" .po)" "$name" "$name"
	done
	printf '\t{ NULL, NULL, NULL },\n};\n'
}

case ${1:-} in
header | code) "$@" ;;
*) exit 2 ;;
esac
