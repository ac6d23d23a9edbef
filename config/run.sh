#!/bin/sh
# run.sh BOT - runs the bot and its pages until Ctrl-C, with a private IRC server if one is needed.
# The configuration is $MITAINES_CONF, or ./mitaines.conf if it exists. Without them it is the built-in one, and the pages
# offer a match to everybody on this machine.
set -eu

program=$1
conf=${MITAINES_CONF:-}
[ -n "$conf" ] || [ ! -e mitaines.conf ] || conf=mitaines.conf
PATH=$PATH:/usr/sbin # Debian's path of ngircd
bot=
pages=
server=
folder=$(mktemp -d -t mitaines.XXXXXX)

# Succeeds if the configuration names a server other than 127.0.0.1:6667.
elsewhere() {
	[ -r "$conf" ] && grep -oE '"([^"\\]|\\.)*"|#.*|//.*|/\*.*\*/|[[:alnum:]_.*-]+' "$conf" | awk '
		key == "host" && $0 != "\"127.0.0.1\"" && $0 != "\"localhost\"" { found = 1 }
		key == "port" && $0 != "6667" { found = 1 }
		{ key = $0 }
		END { exit !found }'
}

# Succeeds if a program listens on port 6667 of 127.0.0.1 or of all addresses.
listening() {
	cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
		grep -qE ': (0100007F|0+|0+FFFF00000100007F):1A0B [0-9A-F]+:0000 0A '
}

# Starts an IRC server that only this machine can reach, and waits until it listens.
serve() {
	chmod 755 "$folder" # ngircd drops root
	cat >"$folder/ngircd.conf" <<-END
		[Global]
		Name = mitaines.local
		Info = private server of mitaines
		AdminInfo1 = started by make run
		Listen = 127.0.0.1
		Ports = 6667
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
	setsid ngircd -n -f "$folder/ngircd.conf" >"$folder/log" 2>&1 &
	server=$!
	tries=0
	until listening; do
		tries=$((tries + 1))
		if [ $tries -gt 100 ]; then
			tail -n 3 "$folder/log" >&2
			echo "run: ngircd does not listen on 127.0.0.1:6667" >&2
			exit 1
		fi
		sleep 0.05
	done
}

# Lets the bot say goodbye while the server still runs; ends at once if there is no bot yet.
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

trap finish EXIT
trap stop HUP INT TERM

if elsewhere; then
	echo "mitaines runs with $conf. Ctrl-C stops it."
else
	offer="What is played, and was, is shown at"
	if [ -z "$conf" ]; then
		conf=$folder/mitaines.conf
		printf 'database = "%s/mitaines.db";\nweb = { play_now = true; };\n' \
			"$(pwd | sed 's/[\\"]/\\&/g')" >"$conf"
		offer="Or play at once in a browser, against an AI player:"
	fi
	listening || serve
	cat <<-END

		mitaines is on the IRC server at 127.0.0.1. To play, in another terminal:

		    irssi -c 127.0.0.1       (or any other IRC client)
		    /join #mitaines
		    !help

		$offer http://127.0.0.1:8080/

		Ctrl-C stops it; the tables wait for the next start.

	END
fi

# Starts the pages. If their port is taken, the bot runs without them.
setsid "$program" web ${conf:+-c "$conf"} &
pages=$!

# In its own session the bot gets no Ctrl-C from the terminal, only the signal from stop.
setsid "$program" run -r ${conf:+-c "$conf"} &
bot=$!
waiting=yes
while [ -n "$waiting" ]; do # a signal ends the wait, not the bot
	waiting=
	status=0
	wait "$bot" || status=$?
done
exit "$status"
