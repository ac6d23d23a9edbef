#!/bin/sh
# generate.sh header PO  - the C header: all keys of a message catalogue
# generate.sh code NAME MO... - the C code: compiled message catalogues in an array of that name
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
			print "/* A catalogue as msgfmt compiles it, aligned for its 32-bit words. */"
			print "struct catalogue {\n\tconst char *language; /* NULL ends the list */"
			print "\tconst unsigned char *mo;\n\tsize_t size;\n};\n"
			print "extern const struct catalogue catalogues[];\n\n#endif"
		}' "$1"
}

# Prints a catalogue's identifier in C. The prefix is needed as a code may be a keyword (do); pt-BR becomes pt_BR.
name() {
	basename "$1" .mo | sed 's/[^A-Za-z0-9]/_/g; s/^/language_/'
}

code() {
	array=$1
	shift
	printf '#include "words/catalogue.h"\n\n'
	for mo; do
		printf 'static const _Alignas(4) unsigned char %s[] = {\n' "$(name "$mo")"
		od -An -v -tu1 "$mo" | sed 's/ *\([0-9]\{1,\}\)/\1,/g'
		printf '};\n\n'
	done
	printf 'extern const struct catalogue %s[];\nconst struct catalogue %s[] = {\n' "$array" "$array"
	for mo; do
		printf '\t{ "%s", %s, sizeof(%s) },\n' "$(basename "$mo" .mo)" "$(name "$mo")" "$(name "$mo")"
	done
	printf '\t{ NULL, NULL, 0 },\n};\n'
}

case ${1:-} in
header | code) "$@" ;;
*) exit 2 ;;
esac
