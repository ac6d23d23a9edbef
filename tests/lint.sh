#!/bin/sh
# lint.sh BUILD FLAG... - runs all checks that do not run the program. BUILD has its objects, FLAGs
# compile it. Runs all checks, even after one fails.
# shellcheck disable=SC2086 # lists of files are meant to split into words
set -u

build=$1
shift
failed=0
code=$(find bot config engine storage tests -name '*.[ch]')
# A deep analysis takes twice as long and rarely finds more.
analysis=${ANALYSIS:-shallow}
program=$(find bot config engine storage -name '*.[ch]')
scripts=$(find .ci/run bot config storage tests -name '*.sh' -o -name run)

# Runs one check.
check() {
	echo "checking $1"
	shift
	"$@" || failed=1
}

# Runs clang-tidy, two files at a time, without its counts of warnings in other headers.
tidy() {
	echo "$program" | grep '\.c$' |
		xargs -P 2 -I {} clang-tidy --quiet {} -- "$@" -Xclang -analyzer-config -Xclang "mode=$analysis" 2>"$build/tidy.log"
	result=$?
	grep -vE '^[0-9]+ warnings? (and [0-9]+ errors? )?generated' "$build/tidy.log"
	return "$result"
}

# Compiles the program for 32 bits, without an output.
narrow() {
	echo "$program" | grep '\.c$' | xargs -P 2 -n 20 clang -m32 -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -fsyntax-only "$@"
}

check arrows tests/arrows.sh
check layers tests/layers.sh "$build"
check words tests/words.sh bot/text/en.po
check prose python3 tests/plain.py $code
check catalogues "$build/unit/catalog"
check picture tests/picture.sh
check manuals mandoc -T lint -W warning config/*.[15]
check scripts shellcheck --exclude=SC2317 $scripts # SC2317 does not know functions called by trap
check format clang-format --dry-run -Werror $code
[ "$(uname -m)" != x86_64 ] || check "32 bits" narrow "$@"
# without the generated headers: their long enums make it fifteen times as slow
check cppcheck cppcheck --quiet -j 2 --std=c11 --enable=warning,performance,portability \
	--inline-suppr --suppress=missingInclude --suppress=missingIncludeSystem \
	"-Djson_object_foreach(o,k,v)=while ((v) = json_object_get(o, k))" \
	"-Djson_array_foreach(a,i,v)=while ((v) = json_array_get(a, i))" \
	--error-exitcode=1 -I. $program
check clang-tidy tidy "$@"
exit $failed
