#!/bin/sh
# layers.sh BUILD - checks the allowed includes and names of each folder, and patterns that no file
# may have. Reads the tree and the objects in BUILD, prints every violation and fails if there is
# one.
# shellcheck disable=SC2086 # lists of files are meant to split into words
set -u

build=$1
code=$(find bot config engine storage -name '*.[ch]')
tests=$(find tests -name '*.[ch]')
headers=$(find bot config engine storage tests -name '*.h')
files=$(find . -type f -not -path './.git/*' -not -path "./$build/*" -not -name 'mitaines.db*')
breaches=$(mktemp)
trap 'rm -f "$breaches"' EXIT

# Prints its input, each line a violation of the rule $1.
breach() {
	sed "s~\$~    <- $1~" | tee -a "$breaches"
}

# Allows includes that match $1 only in paths that match $2.
include() {
	grep -nE "^ *# *include +[<\"]$1" $code | grep -vE "^($2)" | breach "only $2 may include this"
}

# Allows names that begin like $1 only in paths that match $2.
name() {
	grep -nE "\<($1)" $code | grep -vE "^($2)" | breach "only $2 may name this"
}

include 'libircclient|libirc_' 'bot/net/irc/'
include 'curl/' 'bot/net/'
include 'jansson' 'bot/(net/matrix/|surface/page_seats|web/(join|seat|seats|table)\.)'
include 'microhttpd' 'bot/web/(server|response|response_cache|stream)'
include 'zlib' 'bot/web/(response|canvas)'
include 'cairo' 'bot/web/canvas'
include 'uv\.h' 'bot/base/loop'
include 'sqlite3' 'storage/sqlite/'
include 'libconfig' 'config/'
include 'seccomp|linux/landlock' 'bot/base/sandbox'
include 'sodium' 'bot/|engine/shuffle\.c|storage/seal\.c'
include 'openssl/' 'bot/net/binding|bot/net/certificate|bot/net/irc/ecdsa'
include 'stringprep' 'bot/net/irc/settings'
include 'utf8proc' 'bot/|config/check'
include 'histedit' 'bot/net/console/screen'
include 'engine/' 'bot/|engine/|config/key\.c'
include 'storage/' 'bot/|storage/'
include '(sql/|storage/(adopt|copy|db|query|schema|seal|secrecy)\.h)' 'storage/'
include 'storage/sqlite/' 'storage/sqlite/'
include 'config/' 'bot/|config/'
include '(words/|bot/[^b]|bot/base/[^mz]|bot/base/metrics)' 'bot/'
include 'bot/base/zone' 'bot/|config/check'
include 'bot/base/memory' 'bot/|config/|storage/'
include 'tests/' 'nothing'
name 'uv_' 'bot/base/loop'
name 'curl_' 'bot/net/'
name 'sqlite3_' 'storage/sqlite/'
name '(malloc|calloc|realloc|reallocarray|strn?dup|v?asprintf) *\(' 'bot/base/memory\.c'
name '_?exit *\(' 'bot/base/(memory|sandbox)\.c'

# The engine is pure: it may use only parts of the C library without input and output.
plain='assert|ctype|errno|inttypes|limits|math|stdalign|stdarg|stdbool|stddef|stdint|string'
grep -nE '^ *# *include +<' $code | grep '^engine/' |
	grep -vE "<($plain)\.h>|^engine/shuffle\.c:.*<sodium\.h>" |
	breach 'engine/ includes plain C headers only'
grep -nE '^ *# *include +"' $code $tests | grep -vE '"(bot|config|engine|sql|storage|tests|words)/' |
	breach 'includes are written from the root'
grep -nE '\<(strcpy|strcat|sprintf|vsprintf|gets|strtok|atoi) *\(' $code $tests |
	breach 'not bounded, or blind to errors'
grep -nE '^[[:space:]]*typedef' $code $tests | grep -v '^engine/card\.h:' |
	breach 'structs and enums keep their names'
# Optional functions of a game are called only by engine/game.c, which knows the defaults.
optional='open|players|draw|deck|side|check|describe|greedy|fault'
grep -nE "game[])]*(->|\.)($optional)\(|games\[[^]]*\]->($optional)\(" $code $tests |
	grep -v '^engine/game\.c:' | breach 'call game_… instead'
awk 'FNR == 1 { guard = toupper(FILENAME); gsub("[/.]", "_", guard); missing[FILENAME] }
	$0 == "#define " guard { delete missing[FILENAME] }
	END { for (header in missing) print header }' $headers |
	breach 'the guard is not the path'

# The sections of an object show its variables.
objects=$(echo $code | tr ' ' '\n' | sed -n 's/\.c$/.o/p')
(cd "$build" && size -A $objects) | awk '
	$2 == ":" { object = $1 }
	$1 ~ /^\.(data|bss|tdata|tbss)$/ && $2 > 0 { print object ": " $2 " bytes" }' |
	breach 'no variables but those on the stack and the heap'

# Calls between two files may go in one direction only; the other uses function pointers.
(cd "$build" && nm -gA $objects) | sed 's/:/ /' | awk '
	$2 == "U" { uses[++count] = $1 " " $3; next }
	{ home[$4] = $1 }
	END {
		for (i = 1; i <= count; i++) {
			split(uses[i], use)
			if (use[2] in home && home[use[2]] != use[1])
				print use[1], home[use[2]]
		}
	}' | sort -u | tsort 2>&1 >/dev/null | grep -v 'contains a loop' |
	breach 'files that call each other in a ring'

# The dynamic linker would use our function in place of the library's.
ldd "$build/mitaines" | awk '$3 ~ /^\// { print $3 }' | xargs nm -D --defined-only |
	awk '{ sub(/@.*/, "", $3); print $3 }' | sort -u | {
	nm --defined-only "$build/mitaines" | awk '$2 == "T" { print $3 }' | sort >"$breaches.ours"
	comm -12 "$breaches.ours" - | grep -vx '_init\|_fini'
	rm "$breaches.ours"
} | breach 'a library has that name too'

grep -nIE '/(work|home|root|Users)/|\.\./shar[e]d' $files | breach 'a path of one machine'
grep -nIwE 'TO[D]O|FIX[M]E|XX[X]' $files | breach 'say it in an issue'
awk 'FNR == 701 { print FILENAME }' $code $tests Makefile | breach 'over 700 lines'
awk 'FNR == 180 { print FILENAME }' README.md | breach '180 lines or more'
for entry in *; do
	case $entry in
	Makefile | README.md | HACKING.md | CHANGELOG.md | LICENSE) ;;
	bot | config | engine | storage | tests | build | mitaines.db* | mitaines.conf) ;;
	*) echo "$entry" ;;
	esac
done | breach 'does not belong at the top'

[ ! -s "$breaches" ]
