#!/bin/bash
# package.sh VERSION FOLDER CODENAME - builds FOLDER/mitaines-VERSION.tar.gz as a Debian package in
# a fresh, minimal Debian of that release. lintian, autopkgtest and piuparts check it. Another fresh
# Debian is booted with systemd. There it is installed, plays a match, is upgraded with data, removed
# and purged, and each time the services are looked at. In the release of this machine the package is
# built twice, equal to the byte; in another one the tests in ELSEWHERE run too.
# Needs root, cgroup2 and the mirror of this machine's apt.
# shellcheck disable=SC2016 # apt, or a shell in another namespace, expands these single quotes
set -euo pipefail

sources=$(realpath "$2")/mitaines-$1.tar.gz
codename=$3
ours=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
fresh=$(mktemp -d -t mitaines-debian.XXXXXX)
root=$fresh/user
system= # process id of the booted systemd, as seen from here
trap finish EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$fresh" # the bot does not run as root

say() { echo "package: $codename: $*"; }

fail() {
	say "$*" >&2
	exit 1
}

finish() {
	[ -z "$system" ] || kill -KILL "$system"
	wait
	if mountpoint -q "$fresh/groups"; then
		find "$fresh/groups/$(basename "$fresh")" -depth -type d -exec rmdir {} +
		umount "$fresh/groups"
	fi
	rm -rf --one-file-system "$fresh"
}

# Boots systemd of the fresh Debian as the first process of its own namespaces, with a loopback
# network. It can change neither the kernel's settings nor the groups of processes outside. Mounts
# are shared, as on a machine: by one, systemd hands a service its passwords.
boot() {
	mkdir "$fresh/groups"
	mount -t cgroup2 cgroup2 "$fresh/groups"
	mkdir "$fresh/groups/$(basename "$fresh")"
	(
		echo "$BASHPID" >"$fresh/groups/$(basename "$fresh")/cgroup.procs"
		exec unshare --cgroup --net --pid --mount --uts --ipc --fork --kill-child sh -ec '
			ip link set lo up
			mount --bind "$0" "$0"
			cd "$0"
			mount -t proc proc proc
			mount --bind proc/sys proc/sys
			mount -o remount,bind,ro proc/sys
			mount -t sysfs -o ro sysfs sys
			mount -t cgroup2 cgroup2 sys/fs/cgroup
			mount -t tmpfs -o mode=755 tmpfs run
			mount -t tmpfs -o mode=755 tmpfs dev
			for device in null zero full random urandom tty; do
				: >dev/$device
				mount --bind /dev/$device dev/$device
			done
			mkdir dev/pts dev/shm
			mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
			ln -s pts/ptmx dev/ptmx
			ln -s /proc/self/fd dev/fd
			pivot_root . mnt
			umount -l /mnt
			mount --make-rshared /
			exec env -i container=unshare setpriv --bounding-set=-sys_module,-sys_time --inh-caps=-sys_module,-sys_time /lib/systemd/systemd' "$root"
	) </dev/null >"$fresh/log" 2>&1 &
	local unshare=$!
	for _ in {1..300}; do
		system=$(cat "/proc/$unshare/task/$unshare/children" 2>/dev/null) || true
		system=${system% }
		! inside systemctl is-system-running >/dev/null 2>&1 || return 0
		sleep 0.1
	done
	tail -n 30 "$fresh/log" >&2
	fail "systemd does not boot"
}

# Runs a command in the booted Debian.
inside() {
	nsenter -t "$system" -a "$@"
}

# Installs, removes or purges there, without a network. A warning of dpkg is a failure.
dpkg_does() {
	if ! inside dpkg "$@" >"$fresh/log" 2>&1 || grep -qi warning "$fresh/log"; then
		tail -n 30 "$fresh/log" >&2
		fail "dpkg $* failed or warned"
	fi
}

# Fails unless the state of each unit in "UNIT STATE UNIT STATE ..." is as said.
units_are() {
	local state
	while [ $# -gt 0 ]; do
		state=$(inside systemctl is-active "$1") || true
		[ "$state" = "$2" ] || {
			inside journalctl --no-pager -n 30 >&2
			fail "$1 is $state, not $2"
		}
		shift 2
	done
}

# Prints the process ids of the bot and its pages.
processes() {
	inside systemctl show -P MainPID mitaines mitaines-web | xargs
}

# Runs a command with its own network (loopback only), terminals and processes; they end with it.
apart() {
	unshare --net --pid --mount --fork --kill-child sh -c '
		ip link set lo up
		mount -t proc proc /proc
		mount -t proc proc "$0/proc"
		mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
		exec "$@"' "$root" "$@"
}

# Does the same in the fresh Debian.
alone() {
	apart chroot "$root" "$@"
}

apt_get() {
	DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -qq -y -o Dpkg::Use-Pty=0 \
		--no-install-recommends "$@" >"$root/apt.log" 2>&1 || {
		tail -n 30 "$root/apt.log" >&2
		fail "apt-get $* failed"
	}
}

[ "$(id -u)" -eq 0 ] || fail "only root can make a fresh Debian"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $ours" | head -n 1)
[ -n "$mirror" ] || fail "apt knows no mirror of $ours"
say "a fresh Debian"
debootstrap --variant=minbase "$codename" "$root" "$mirror" >"$fresh/log" 2>&1 || {
	tail -n 5 "$fresh/log" >&2
	fail "no fresh Debian: is there no network?"
}
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/50host"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # starts no servers
chmod 755 "$root/usr/sbin/policy-rc.d"
apt_get install python3 # for the playing clients
cp -a "$root" "$fresh/builder"

root=$fresh/builder
apt_get install make apt-utils
tar -xzf "$sources" -C "$root/tmp" --no-same-owner
tree=$root/tmp/mitaines-$1
if [ "$codename" = "$ours" ]; then
	goal=reproduce
	built=$tree/build/reproduce/one
else
	goal=deb
	built=$tree/build
fi
say "make $goal"
chroot "$root" make -C "/tmp/mitaines-$1" "$goal" >"$fresh/log" 2>&1 || {
	tail -n 30 "$fresh/log" >&2
	fail "not built, or not the same"
}
lintian --allow-root --fail-on error,warning "$built"/*.changes
package=$(ls "$built/mitaines_$1"_*.deb)

read -ra needs < <(dpkg-deb -f "$package" Depends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g')

say "autopkgtest"
apt_get install ngircd "${needs[@]}"
cp -r "$tree/config/debian" "$tree/debian"
SOURCE_DATE_EPOCH=0 "$tree/debian/changelog.sh" "$1" "$(sed -n 's/^Maintainer: //p' "$tree/debian/control")" <"$tree/CHANGELOG.md" >"$tree/debian/changelog"
apart autopkgtest --no-built-binaries --ignore-restrictions=isolation-container \
	"$package" "$tree" -- chroot "$root" >"$fresh/log" 2>&1 || {
	tail -n 30 "$fresh/log" >&2
	fail "autopkgtest failed"
}

# Runs tests of the sandbox, the libraries, the servers and whole matches with the versions of that
# release, in a folder that other users cannot read.
if [ "$codename" != "$ours" ]; then
	say "tests"
	place="/srv/à part"
	mkdir -p "$root$place"
	chmod 700 "$root/srv" "$root$place"
	tar -xzf "$sources" -C "$root$place" --no-same-owner
	chroot "$root" sh -c 'cd "$0" && config/deps.sh run test' "$place/mitaines-$1" >"$fresh/log" 2>&1 || {
		tail -n 30 "$fresh/log" >&2
		fail "no packages for the tests"
	}
	alone sh -c 'cd "$0" && make check T="$1"' "$place/mitaines-$1" "$ELSEWHERE" >"$fresh/log" 2>&1 || {
		tail -n 300 "$fresh/log" >&2
		fail "tests failed"
	}
	say "$(tail -n 1 "$fresh/log")"
fi

say "piuparts, with what it needs in place"
root=$fresh/user
began=$SECONDS
apt_get install ngircd "${needs[@]}"
gone=$((SECONDS - began))
piuparts --existing-chroot="$root" --distribution="$codename" --mirror="$mirror main" --no-eatmydata \
	--tmpdir="$fresh" "$package" >"$fresh/log" 2>&1 || {
	tail -n 30 "$fresh/log" >&2
	fail "piuparts failed"
}

say "booted"
apt_get install systemd-sysv
rm "$root/usr/sbin/policy-rc.d"
mkdir "$root/srv/new"
cp "$package" "$root/srv/old.deb"
dpkg-deb -R "$package" "$root/srv/new"
sed -i 's/^\(Version: .*\)/\1.1/' "$root/srv/new/DEBIAN/control"
dpkg-deb -b "$root/srv/new" "$root/srv/new.deb" >/dev/null
cp "$tree/config/debian/tests/match" "$root/srv/match"
boot

say "installed: the first start succeeds, and a match on ngircd"
began=$((SECONDS - gone))
dpkg_does -i /srv/old.deb
units_are mitaines active mitaines-backup.timer active mitaines-web inactive
[ "$(inside systemctl show -P NRestarts mitaines)" = 0 ] || fail "the first start failed"
inside mitaines check -c /etc/mitaines/mitaines.conf
inside /srv/match | while read -r line; do
	[ "$line" != cards ] || line="cards in a hand, $((SECONDS - began)) s after apt install began"
	say "$line"
done
inside systemctl start mitaines mitaines-web mitaines-backup
! inside journalctl --no-pager -u mitaines-web | grep Fontconfig || fail "the library for fonts complains"
echo secret | inside install -m 600 /dev/stdin /etc/mitaines/passwords/example
inside systemctl restart mitaines
inside setpriv --reuid=mitaines --clear-groups test -r /run/credentials/mitaines.service/passwords_example ||
	fail "systemd does not hand the passwords over"
inside systemctl reload mitaines
inside sh -c 'for i in $(seq 100); do ! journalctl -u mitaines | grep -q "configuration was loaded" || exit 0; sleep 0.1; done; exit 1' ||
	fail "the bot did not reload"

say "upgraded: what is set and stored stays, and what ran runs anew"
echo '# mine' >>"$root/etc/mitaines/mitaines.conf"
ran=$(processes)
dpkg_does -i /srv/new.deb
units_are mitaines active mitaines-backup.timer active mitaines-web active
runs=$(processes)
[ "${runs% *}" != "${ran% *}" ] || fail "the bot still runs the old program"
[ "${runs#* }" != "${ran#* }" ] || fail "the pages still run the old program"
[ "$(inside systemctl is-enabled mitaines-web)" = disabled ] || fail "the upgrade enabled the pages"
grep -q '^# mine$' "$root/etc/mitaines/mitaines.conf" || fail "the upgrade took the configuration"
[ "$(chroot "$root" stat -c '%a %G' /etc/mitaines/mitaines.conf)" = "640 mitaines" ] || fail "others may read it now"
inside /srv/match >/dev/null
[ "$(inside mitaines export -c /etc/mitaines/mitaines.conf | grep -c '^match ')" = 2 ] || fail "not both matches are stored"
inside systemctl start mitaines

say "removed: nothing runs, and both stay"
dpkg_does -r mitaines
units_are mitaines inactive mitaines-backup.timer inactive mitaines-web inactive
[ ! -e "$root/usr/bin/mitaines" ] || fail "the program is still there"
[ -s "$root/var/lib/mitaines/mitaines.db" ] || fail "the database is gone"
[ -s "$root/etc/mitaines/mitaines.conf" ] || fail "the configuration is gone"

say "purged: only copies of the database stay"
dpkg_does -P mitaines
grep -q "copies of the database stay" "$fresh/log" || fail "the purge does not name the copies"
[ "$(find "$root/var/lib/mitaines" -type f)" = "$root/var/lib/mitaines/backups/mitaines.db" ] ||
	fail "not only the copy is still there"
[ ! -e "$root/etc/mitaines" ] || fail "the configuration is still there"
say "done"
