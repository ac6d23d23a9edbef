#!/bin/sh
# golden.sh FILE.in - compare one session with a program to its golden transcript, FILE.out.
# The first line of FILE.in is the command, such as "$ mitaines play mitaines classic", "$ bench
# signature" or, of the programs in tests/golden/, "$ channel en/ascii"; the others are typed to it. It runs in a fresh
# folder where only tests/ can be found. A transcript holds both outputs and, unless it is 0, the
# exit status. With ACCEPT=1 the session becomes FILE.out.
set -eu

name=${1%.in}
in=$(realpath "$name.in")
out=${in%.in}.out
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$(realpath tests)" "$folder/tests"
cd "$folder"

eval "set -- $(sed -n '1s/^\$ //p' "$in")"
build=$(dirname "$MITAINES")
case $1 in
mitaines) program=$MITAINES ;;
bench) program=$build/lab/bench ;;
*) program=$build/golden/$1 ;;
esac
shift
status=0
sed 1d "$in" | "$program" "$@" >session 2>&1 || status=$?
[ $status -eq 0 ] || echo "exit $status" >>session

if [ -n "${ACCEPT:-}" ]; then
	cp session "$out"
fi
if diff -u --label "$name.out" --label "this session" "$out" session; then
	echo "[  PASSED  ] 1 test(s)."
else
	echo "[  FAILED  ] 1 test(s)."
	exit 1
fi
