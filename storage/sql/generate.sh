#!/bin/sh
# generate.sh header FILE.sql... - the C header: a number for every statement
# generate.sh code FILE.sql...   - the C code: the statements, and the steps of the schema
#
# schema.sql is the first schema, schema_N.sql the step to version N. In the other files a statement follows a line with
# its name, "-- name: person_find". Comments are removed and lines joined unchanged, as a database stores the text of
# its schema. So continuation lines must be indented, except a closing parenthesis.
set -eu

header() {
	awk '
		BEGIN {
			print "/* Generated from storage/sql. */"
			print "#ifndef SQL_STATEMENTS_H\n#define SQL_STATEMENTS_H\n\nenum statement {"
		}
		/^-- name: / { printf "\tSQL_%s,\n", toupper($3) }
		END {
			print "\tSQL_COUNT\n};\n\nextern const char *const sql_statements[SQL_COUNT];\n\n#endif"
		}' "$@"
}

# Prints array elements: one per schema file, one per named statement of other files.
elements() {
	awk '
		function fail(text) {
			print FILENAME ":" FNR ": " text >"/dev/stderr"
			exit 1
		}
		function begin(key) {
			printf "%s\t[%s] =", ended, key
			ended = ",\n"
			begun = 1
			before = ";"
		}
		FNR == 1 { begun = 0 }
		FNR == 1 && FILENAME ~ /schema\.sql$/ { begin("SCHEMA_FIRST") }
		FNR == 1 && match(FILENAME, /schema_[0-9]+/) {
			begin(substr(FILENAME, RSTART + 7, RLENGTH - 7))
		}
		/^-- name: / { begin("SQL_" toupper($3)) }
		{ sub(/[ \t]*--([ \t].*)?$/, "") }
		/./ {
			if (!begun)
				fail("a statement without a name")
			if (before !~ /;$/ && !/^[ \t)]/)
				fail("a line that goes on is indented")
			before = $0
			gsub(/["\\]/, "\\\\&")
			printf "\n\t\t\"%s\"", $0
		}
		END { print "," }' "$@"
}

code() {
	schema=
	topics=
	for file; do
		case $file in
		*/schema*) schema="$schema $file" ;;
		*) topics="$topics $file" ;;
		esac
	done
	# shellcheck disable=SC2086 # the lists are meant to split into words
	statements=$(elements $topics)
	# shellcheck disable=SC2086
	steps=$(elements $schema)
	printf '#include "sql/statements.h"\n\n#include "storage/schema.h"\n\n'
	printf 'const char *const sql_statements[SQL_COUNT] = {\n%s\n};\n\n' "$statements"
	printf 'const char *const schema_steps[SCHEMA_NEWEST + 1] = {\n%s\n};\n' "$steps"
}

case ${1:-} in
header | code) "$@" ;;
*) exit 2 ;;
esac
