#!/bin/sh
# run.sh BOT TEST... - runs cmocka programs and golden transcripts (*.in), three at a time for each
# core, because most of them wait. Runs nothing if a program has no source or is older than it. Each
# test gets the bot's path in MITAINES, a new TMPDIR, no terminal and at most TIME_LIMIT seconds,
# and must leave neither files nor processes. Prints a line for each, the output of failed ones, and
# at last "N passed, N failed", counting every cmocka test.
set -u

TIME_LIMIT=${TIME_LIMIT:-300}

# Prints how many tests of the cmocka log $1 passed, failed and were skipped.
count() {
	awk '/^\[ *(PASSED|FAILED|SKIPPED) *\] [0-9]+ test\(s\)/ {
			gsub(/[][]/, " ")
			n[$1] += $2
		}
		END { print n["PASSED"] + 0, n["FAILED"] + 0, n["SKIPPED"] + 0 }' "$1"
}

# Prints the running processes of the session $1, without the symbolizer of a sanitizer, which ends
# by itself a moment after its program.
left() {
	cat /proc/[0-9]*/stat 2>/dev/null |
		awk -v session="$1" '/\(llvm-symbolizer\)/ { next } { sub(/ \(.*\) /, " ") } $5 == session && $2 != "Z" { print $1 }'
}

# Kills the processes of the session $1 and removes the folder $2.
sweep() {
	left "$1" | xargs -r kill -KILL 2>/dev/null
	rm -rf "$2"
}

# Prints FOLDER/NAME of the test .../FOLDER/NAME, which may end in .in.
name() {
	name=${1%.in}
	echo "${name#"${name%/*/*}/"}"
}

# Runs the test $1. Its log, its counts and the reason of a failure go to files in NOTES.
one() {
	name=$(name "$1")
	note=$NOTES/${name%/*}-${name#*/}
	folder=$(mktemp -d -t mitaines.XXXXXX) || exit 1
	chmod 755 "$folder" # servers that run as another user need access
	options=log_path=$note.sanitizer:print_stacktrace=1
	export UBSAN_OPTIONS="$options"
	# haste.so is preloaded before ASan's library, which this check would refuse.
	export ASAN_OPTIONS="$options:verify_asan_link_order=0:detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1"
	# Fontconfig stores offsets instead of pointers, which look like leaks. The file is copied
	# to NOTES, because a blank in its path would end the option.
	export LSAN_OPTIONS="print_suppressions=0:suppressions=$NOTES/leaks.txt"
	case $1 in
	*.in) set -- tests/golden.sh "$1" ;;
	esac

	start=$(date +%s%N)
	TMPDIR=$folder setsid timeout -k 5 "$TIME_LIMIT" "$@" </dev/null >"$note.log" 2>&1 &
	session=$!
	trap 'sweep $session "$folder"; exit 1' TERM
	wait $session 2>/dev/null
	status=$?
	milliseconds=$((($(date +%s%N) - start) / 1000000))

	count "$note.log" >"$note.tally"
	read -r passed failed skipped <"$note.tally"
	still=$(left $session)
	why=
	[ $((passed + failed + skipped)) -gt 0 ] || why="ran no test"
	[ -z "$still" ] || why="left processes: $(echo "$still" | xargs -I{} cat /proc/{}/comm)"
	[ -z "$(ls -A "$folder")" ] || why="left in TMPDIR: $(ls -A "$folder")"
	case $status in
	0) ;;
	124 | 137) why="took more than $TIME_LIMIT s" ;;
	*) why="exit status $status" ;;
	esac
	! cat "$note".sanitizer* >>"$note.log" 2>/dev/null || why="sanitizer report"
	[ -z "$still" ] || sweep $session "$folder"
	rm -rf "$folder"

	result=ok
	if [ -n "$why" ]; then
		result=FAIL
		[ "$failed" -gt 0 ] || failed=1
		echo "$name: $why" >"$note.why"
	fi
	echo "$passed $failed" >"$note.count"
	[ "$skipped" -eq 0 ] || why="$skipped skipped${why:+, $why}"
	printf '%-4s  %-32s %4d passed %7d ms  %s\n' $result "$name" "$passed" $milliseconds "$why"
}

# Runs the tests that no other worker has taken.
work() {
	number=0
	for test; do
		number=$((number + 1))
		taken=$NOTES/taken.$number
		[ -e "$taken" ] || ! (set -C && : >"$taken") 2>/dev/null || one "$test"
	done
}

# Fails unless the program $1 was built from the test of its name and is newer than it.
built() {
	source=tests/$(name "$1").c
	[ -x "$1" ] && [ -e "$source" ] && [ -z "$(find "$source" -newer "$1")" ] && return
	echo "run.sh: $1 is not built from $source" >&2
	return 1
}

MITAINES=$(realpath "$1") || exit 1
export MITAINES LC_ALL=C.UTF-8 TZ=UTC
shift
for test; do
	case $test in
	*.in) ;;
	*) built "$test" || exit 1 ;;
	esac
done
NOTES=$(mktemp -d -t mitaines.XXXXXX) && cp tests/leaks.txt "$NOTES" || exit 1
workers=
for _ in $(seq $((3 * $(nproc)))); do
	work "$@" &
	workers="$workers $!"
done
trap 'rm -rf "$NOTES"' EXIT
# shellcheck disable=SC2086 # process ids must split into words
trap 'kill $workers 2>/dev/null; wait; exit 1' HUP INT TERM
wait

for why in "$NOTES"/*.why; do
	[ -e "$why" ] || break
	printf '\n--- '
	cat "$why"
	tail -n 300 "${why%.why}.log"
done
cat "$NOTES"/*.count 2>/dev/null | awk -v tests=$# '
	{ passed += $1; failed += $2 }
	END {
		failed += tests - NR
		printf "\n%d passed, %d failed\n", passed, failed
		exit failed > 0 || passed == 0
	}'
