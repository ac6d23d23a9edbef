#!/bin/sh
# fresh.sh SIMULATE SECONDS - plays what follows from seeds that nobody has played, for so many
# seconds: hours beside hours with Matrix, then days beside days with Matrix, and at last some at a
# terminal. What fails is told with the command that plays it again, and ends with status 1. Each
# commit has seeds of its own, and always the same: what it fails at, it fails at again.
set -eu

simulate=$1
seconds=$(($2 * 9 / 20))
commit=$(git rev-parse -q --verify 'HEAD^{tree}' 2>/dev/null || od -An -N5 -tx1 /dev/urandom | tr -d ' ')
seed=${SEED:-$(printf '%d' "0x$(echo "$commit" | cut -c1-10)")}
status=0

echo "fresh seeds: from $seed on"
for kind in '' d; do
	"$simulate" -s "$seed$kind" -t "$seconds" &
	"$simulate" -s "$seed${kind}m" -t "$seconds" || status=1
	wait $! || status=1
done
"$simulate" -s "${seed}c" -t $(($2 / 10)) || status=1
exit $status
