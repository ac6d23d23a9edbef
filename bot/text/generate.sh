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
			print "/* The texts of a language. */"
			print "struct catalogue {\n\tconst char *language; /* NULL ends the list */"
			print "\tconst char *const *text; /* by message; NULL: the language lacks it */\n};\n"
			print "extern const struct catalogue catalogues[];\n\n#endif"
		}' "$1"
}

# Prints a catalogue's identifier in C. The prefix is needed as a code may be a keyword (do); pt-BR becomes pt_BR.
name() {
	basename "$1" .po | sed 's/[^A-Za-z0-9]/_/g; s/^/language_/'
}

code() {
	array=$1
	shift
	printf '#include "words/catalogue.h"\n\n'
	for po; do
		printf 'static const char *const %s[MSG_COUNT] = {\n' "$(name "$po")"
		awk -F'"' '
			function end() {
				if (text != "")
					printf "\t[MSG_%s] = \"%s\",\n", key, text
				text = ""
			}
			/^msgid "/ {
				end()
				key = toupper($2)
				gsub(/[^A-Z0-9]/, "_", key)
			}
			key != "" && /^msgstr "/ { text = substr($0, 9, length($0) - 9) }
			key != "" && /^"/ { text = text substr($0, 2, length($0) - 2) }
			END { end() }' "$po"
		printf '};\n\n'
	done
	printf 'extern const struct catalogue %s[];\nconst struct catalogue %s[] = {\n' "$array" "$array"
	for po; do
		printf '\t{ "%s", %s },\n' "$(basename "$po" .po)" "$(name "$po")"
	done
	printf '\t{ NULL, NULL },\n};\n'
}

case ${1:-} in
header | code) "$@" ;;
*) exit 2 ;;
esac
