#!/bin/sh
# replies.sh FOLDER - builds `replies` in FOLDER with each compiler, with and without optimization,
# with sanitizers, for 32 bits and for another processor: all must print the same hashes.
# shellcheck disable=SC2046,SC2086 # lists of files and flags are meant to split into words
set -eu

mkdir -p "$1"
folder=$1
failed=0
# without the parts that need libsodium
sources="tests/lab/replies.c $(find engine -name '*.c' -not -name 'shuffle.c' -not -name 'record*.c' | sort)"

# Builds and runs one variant; $2 runs the program.
build() {
	name=$1
	run=$2
	shift 2
	"$@" -std=c11 -ffp-contract=off -I. -D_DEFAULT_SOURCE -o "$folder/$name" $sources -lm
	begin=$(date +%s)
	if $run "$folder/$name" >"$folder/$name.out"; then
		result=ok
	else
		result=FAIL
		failed=1
	fi
	echo "$result $name: $(tail -n 1 "$folder/$name.out"), $(($(date +%s) - begin)) s"
}

build gcc "" gcc -O2
build gcc-O0 "" gcc -O0
build gcc-O3-native "" gcc -O3 -march=native
build clang-O0 "" clang -O0
build clang-O3-native "" clang -O3 -march=native
build clang-sanitizers "" clang -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
[ "$(uname -m)" != x86_64 ] || build gcc-32 "" gcc -m32 -O2
build arm64 "qemu-aarch64 -L /usr/aarch64-linux-gnu" aarch64-linux-gnu-gcc -O2
exit $failed
