#!/bin/sh
# golden.sh FILE.in - compares one session of a program with its golden transcript, FILE.out. The
# first line of FILE.in is the command, such as "$ mitaines play mitaines classic", "$ bench
# signature" or, for programs in tests/golden/, "$ channel en/ascii"; the other lines are its input.
# It runs in a new folder with only tests/ in it. A transcript has both outputs and the exit status
# unless it is 0. With ACCEPT=1 the session becomes FILE.out.
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
export LC_ALL=C.UTF-8
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
