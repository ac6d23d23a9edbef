#!/bin/bash
# run.sh BOT - runs the bot and its pages until Ctrl-C, with a private IRC server if one is needed.
# The configuration is $MITAINES_CONF, or ./mitaines.conf if it exists. Without either it is the built-in one: the pages
# then offer a match to everybody on this machine, and IRC_PORT (6667) and WEB_PORT (8080) are the first ports to try.
set -eu

program=$1
conf=${MITAINES_CONF:-}
[ -n "$conf" ] || [ ! -e mitaines.conf ] || conf=mitaines.conf
PATH=$PATH:/usr/sbin # Debian's path of ngircd
port=6667
bot=
pages=
server=

folder=

# Succeeds if the configuration names a server other than 127.0.0.1:6667.
elsewhere() {
	[ -r "$conf" ] && grep -oE '"([^"\\]|\\.)*"|#.*|//.*|/\*.*\*/|[[:alnum:]_.*-]+' "$conf" | awk '
		key == "host" && $0 != "\"127.0.0.1\"" && $0 != "\"localhost\"" { found = 1 }
		key == "port" && $0 != "6667" { found = 1 }
		{ key = $0 }
		END { exit !found }'
}

# Succeeds if a program listens on the port of 127.0.0.1 or of all addresses.
listening() {
	cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
		grep -qE ": (0100007F|0+|0+FFFF00000100007F):$(printf %04X "$port") [0-9A-F]+:0000 0A "
}

# Succeeds if the program on the port is an IRC server that welcomes people without a password within
# two seconds.
welcoming() {
	# shellcheck disable=SC2016 # the other shell expands it
	timeout 2 bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0" && printf "NICK m%s\r\nUSER m 0 * :m\r\n" "$$" >&3
		while read -r first second _ <&3; do
			[ "$first" != PING ] || printf "PONG %s\r\n" "$second" >&3
			[ "$second" != 001 ] || exit 0
		done
		exit 1' "$port" 2>/dev/null
}

# Starts an IRC server that only this machine can reach, and waits until it listens.
serve() {
	chmod 755 "$folder" # ngircd gives up root, and must still read its configuration there
	cat >"$folder/ngircd.conf" <<-END
		[Global]
		Name = mitaines.local
		Info = private server of mitaines
		AdminInfo1 = started by make run
		Listen = 127.0.0.1
		Ports = $port
		MotdPhrase = Welcome to the table: /join #mitaines
		[Limits]
		MaxConnections = 0
		MaxConnectionsIP = 0
		MaxJoins = 0
		MaxNickLength = 30
		MaxPenaltyTime = 0
		[Options]
		DNS = no
		Ident = no
		PAM = no
		[Channel]
		Name = #mitaines
		Topic = New here? /msg mitaines tutorial, or /msg mitaines solo. Together: !new, !join, !start. Questions: mitaines: how do I play?
	END
	setsid ngircd -n -f "$folder/ngircd.conf" >"$folder/log" 2>&1 9>&- &
	server=$!
	tries=0
	until listening; do
		# a client's connection may hold the port, or have held it within the last minute
		! grep -q 'Address already in use' "$folder/log" || return 1
		tries=$((tries + 1))
		if [ $tries -gt 100 ]; then
			tail -n 3 "$folder/log" >&2
			echo "run: ngircd does not listen on 127.0.0.1:$port" >&2
			exit 1
		fi
		sleep 0.05
	done
}

# Finds a server for the built-in configuration, or starts one on the first free port.
find_server() {
	first=$port
	while listening || ! serve; do
		! welcoming || return 0
		port=$((port + 1))
		if [ "$port" -gt $((first + 20)) ]; then
			echo "run: no port from $first to $port is free for an IRC server" >&2
			exit 1
		fi
	done
	[ "$port" = "$first" ] ||
		echo "Port $first is taken, and not by an IRC server that lets people in: a private one runs on port $port."
}

# Writes the built-in configuration: the defaults, except for the keys here.
configure() {
	conf=$folder/mitaines.conf
	cat >"$conf" <<-END
		database = "$(pwd | sed 's/[\\"]/\\&/g')/mitaines.db";
		web = { port = ${WEB_PORT:-8080}; play_now = true; };
		networks = ( { name = "local"; port = $port; channels = ( "#mitaines" ); same_host = "rated";
			pace = { burst = 0; per_second = 0.0; }; } );
	END
}

# Ends only the bot, which says goodbye while the server still runs. Without a bot, ends the script.
stop() {
	[ -n "$bot" ] || exit 1
	kill "$bot" 2>/dev/null || true
	waiting=yes
}

finish() {
	[ -z "$pages" ] || kill "$pages" 2>/dev/null || true
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	wait
	rm -rf "$folder"
}

# The file is locked as long as the bot runs. A second start prints the sentence in it and ends.
lock=$(dirname "$program")/run${conf//\//_}
exec 9>>"$lock"
flock -n 9 || exec cat "$lock"
echo "mitaines is just starting in another terminal." >"$lock"
folder=$(mktemp -d -t mitaines.XXXXXX)

trap finish EXIT
trap stop HUP INT TERM

offer="What is played, and was, is shown at:"
irc="irssi -c 127.0.0.1"
if [ -z "$conf" ]; then
	port=${IRC_PORT:-6667}
	find_server
	configure
	offer="Or play at once in a browser, against an AI player:"
	[ "$port" = 6667 ] || irc="$irc -p $port"
elif elsewhere; then
	irc=
else
	listening || serve
	welcoming || echo "No IRC server lets people without a password in at 127.0.0.1 port $port, which $conf names; the log tells what the bot gets."
fi

# Starts the pages, on the next free port if theirs is taken, and waits until they answer. If they
# fail, the bot runs without them.
setsid "$program" web -n -c "$conf" >"$folder/pages" 9>&- &
pages=$!
while [ ! -s "$folder/pages" ] && kill -0 "$pages" 2>/dev/null; do
	sleep 0.05
done
address=$(cat "$folder/pages")

if [ -n "$irc" ]; then
	cat <<-END

		mitaines is on the IRC server at 127.0.0.1. To play, in another terminal:

		    $irc       (or any other IRC client)
		    /join #mitaines
		    !help
	END
	running="mitaines runs here already. To play: $irc, then /join #mitaines"
else
	printf '\nmitaines runs with %s.\n' "$conf"
	running="mitaines runs with $conf already"
fi
[ -z "$address" ] || printf '\n%s %s\n' "$offer" "$address"
printf '\nCtrl-C stops it; the tables wait for the next start.\n\n'
echo "$running${address:+; in a browser: $address}" >"$lock"

# In its own session the bot gets no Ctrl-C from the terminal, only the signal from the function stop.
setsid "$program" run -r -c "$conf" &
bot=$!
waiting=yes
while [ -n "$waiting" ]; do # a signal ends the wait, not the bot
	waiting=
	status=0
	wait "$bot" || status=$?
done
exit "$status"
