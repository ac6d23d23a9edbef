#!/bin/sh
# fuzz.sh BUILD SECONDS NAME... - runs each fuzzer of BUILD for so long, starting with the stored
# corpus. New inputs go to BUILD/corpus; one that crashes becomes BUILD/NAME-crash-...
set -eu

build=$1
seconds=$2
shift 2
for name; do
	mkdir -p "$build/corpus/$name"
	stored=tests/fuzz/corpus/$name
	[ -d "$stored" ] || stored=
	[ "$name" != record ] || stored="$stored tests/vectors"
	words=-dict=tests/fuzz/$name.dict
	[ -f "${words#*=}" ] || words=
	echo "fuzzing $name for $seconds s"
	# shellcheck disable=SC2086 # empty variables must not become arguments
	"$build/fuzz/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
		-print_final_stats=1 $words -artifact_prefix="$build/$name-" "$build/corpus/$name" $stored
done
