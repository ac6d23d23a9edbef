#!/bin/sh
# fresh.sh SIMULATE SECONDS - simulates new seeds for so many seconds: first hours, with and without
# Matrix and pages, then days, and at last a terminal. Prints the command that repeats a failure, and
# exits with status 1. The seeds depend on the commit, so a failure can be repeated.
set -eu

simulate=$1
seconds=$(($2 * 9 / 20))
commit=$(git rev-parse -q --verify 'HEAD^{tree}' 2>/dev/null || od -An -N5 -tx1 /dev/urandom | tr -d ' ')
seed=${SEED:-$(printf '%d' "0x$(echo "$commit" | cut -c1-10)")}
status=0

echo "fresh seeds: from $seed on"
for kind in '' d; do
	"$simulate" -s "$seed$kind" -t "$seconds" &
	"$simulate" -s "$seed${kind}mp" -t "$seconds" || status=1
	wait $! || status=1
done
"$simulate" -s "${seed}c" -t $(($2 / 10)) || status=1
exit $status
