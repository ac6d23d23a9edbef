#!/bin/bash
# package.sh VERSION FOLDER - builds FOLDER/mitaines-VERSION.tar.gz as a Debian package in a fresh,
# minimal Debian of the kind this machine runs, has lintian look at it, and tries it in another one:
# it is installed and a match is played, upgraded with data, removed and purged, as piuparts does.
# Needs root and a mirror: that of this machine's apt.
# shellcheck disable=SC2016 # apt, and a shell in another namespace, expand what is in single quotes
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
sources=$(realpath "$2")/mitaines-$1.tar.gz
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
fresh=$(mktemp -d -t mitaines-debian.XXXXXX)
root=$fresh/user
trap 'rm -rf --one-file-system "$fresh"' EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$fresh" # the bot does not run as root

say() { echo "package: $*"; }

fail() {
	say "$*" >&2
	exit 1
}

# Runs a command in the fresh Debian, with a network of its own that has a loopback and no more,
# and with processes of its own, which end with it.
alone() {
	unshare --net --pid --mount --fork --kill-child sh -c '
		ip link set lo up
		mount -t proc proc "$0/proc"
		exec chroot "$0" "$@"' "$root" "$@"
}

apt_get() {
	DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -qq -y -o Dpkg::Use-Pty=0 \
		--no-install-recommends "$@" >"$root/apt.log" 2>&1 || {
		tail -n 30 "$root/apt.log" >&2
		fail "apt-get $* failed"
	}
}

# All that is there but what changes by itself, or belongs to dpkg and its like.
inventory() {
	(cd "$root" && find . -xdev -not -type s \( -path ./proc -o -path ./tmp -o -path ./var/cache -o \
		-path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/log -o -path ./run -o -path ./dev \) \
		-prune -o -printf '%p %M %u %g %l\n' | grep -vE '^\./(apt\.log|etc/(passwd|group|g?shadow|ld\.so\.cache))-? |^\. ' | sort)
}

[ "$(id -u)" -eq 0 ] || fail "only root can make a fresh Debian"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $codename" | head -n 1)
[ -n "$mirror" ] || fail "apt knows no mirror of $codename"
say "a fresh $codename"
debootstrap --variant=minbase "$codename" "$root" "$mirror" >"$fresh/log" 2>&1 || {
	tail -n 5 "$fresh/log" >&2
	fail "no fresh Debian: is there no network?"
}
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/50host"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # starts no servers
chmod 755 "$root/usr/sbin/policy-rc.d"
cp -a "$root" "$fresh/builder"

say "built"
root=$fresh/builder
apt_get install make
tar -xzf "$sources" -C "$root/tmp" --no-same-owner
chroot "$root" make -C "/tmp/mitaines-$1" deb >"$fresh/log" 2>&1 || {
	tail -n 30 "$fresh/log" >&2
	fail "not built"
}
built=$root/tmp/mitaines-$1/build
lintian --allow-root --fail-on error,warning "$built"/*.changes
package=$(ls "$built/mitaines_$1"_*.deb)
root=$fresh/user
cp "$package" "$root/tmp/"
install=/tmp/$(basename "$package")

say "what it needs, and that removed again"
read -ra needs < <(dpkg-deb -f "$package" Depends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g')
apt_get install ngircd python3 "${needs[@]}"
before=$(inventory)

say "installed: a match on ngircd"
apt_get install "$install"
alone mitaines check -c /etc/mitaines/mitaines.conf
cp "$here/config/debian/tests/match" "$root/tmp/match"
alone /tmp/match

say "upgraded: what is set and stored stays"
echo '# mine' >>"$root/etc/mitaines/mitaines.conf"
stored=$(sha256sum <"$root/var/lib/mitaines/mitaines.db")
work=$(mktemp -d -p "$root/tmp")
dpkg-deb -R "$package" "$work/new"
sed -i 's/^\(Version: .*\)/\1.1/' "$work/new/DEBIAN/control"
dpkg-deb -b "$work/new" "$work/new.deb" >/dev/null
apt_get install "${work#"$root"}/new.deb"
grep -q '^# mine$' "$root/etc/mitaines/mitaines.conf" || fail "the upgrade took the configuration"
[ "$(chroot "$root" stat -c '%a %G' /etc/mitaines/mitaines.conf)" = "640 mitaines" ] || fail "others may read it now"
alone /tmp/match
[ "$(sha256sum <"$root/var/lib/mitaines/mitaines.db")" != "$stored" ] || fail "the second match is not stored"

say "removed: both stay"
apt_get remove mitaines
[ ! -e "$root/usr/bin/mitaines" ] || fail "the program is still there"
[ -s "$root/var/lib/mitaines/mitaines.db" ] || fail "the database is gone"
[ -s "$root/etc/mitaines/mitaines.conf" ] || fail "the configuration is gone"

say "purged: nothing stays"
apt_get purge mitaines
rm -rf "$work" "$root/tmp/match"
diff <(echo "$before") <(inventory) || fail "that is left, or gone"
say "done"
