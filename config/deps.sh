#!/bin/sh
# deps.sh PURPOSE... - install the Debian packages that a purpose (run, test, lint, deb, package) needs and that
# are missing. When none is missing it needs neither root nor a network.
# shellcheck disable=SC2086 # lists of packages are meant to split into words
set -eu

fail() {
	echo "deps: $*" >&2
	exit 1
}

# The packages of a purpose; every other word names nothing.
packages() {
	case $1 in
	run)
		echo gcc libc6-dev pkgconf gettext libircclient-dev libuv1-dev libcurl4-openssl-dev
		echo libsqlite3-dev libconfig-dev libsodium-dev libutf8proc-dev libseccomp-dev libssl-dev ngircd
		;;
	test) echo libcmocka-dev inspircd atheme-services openssl python3 ;;
	lint) echo clang libclang-rt-dev clang-format clang-tidy cppcheck shellcheck mandoc ;;
	deb) echo build-essential debhelper ;;
	package) echo debootstrap faketime iproute2 lintian ;;
	*) fail "no such purpose: $1" ;;
	esac
}

wanted=$(for purpose; do packages "$purpose"; done)
command -v dpkg-query >/dev/null || fail "this is not Debian; install what these hold:" $wanted
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $wanted 2>/dev/null |
	sed -n 's/^installed //p')
missing=$(for package in $wanted; do
	echo "$installed" | grep -qx "$package" || printf ' %s' "$package"
done)
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
	# Without a terminal sudo cannot ask for a password.
	if [ -t 0 ] || sudo -n true 2>/dev/null && command -v sudo >/dev/null; then
		exec sudo sh "$0" "$@"
	fi
	fail "not root and no sudo; let root do: apt-get install$missing"
fi

# Debian starts every server it installs; these are wanted for private use only.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
	trap 'rm -f $policy' EXIT
	trap 'exit 1' HUP INT TERM
	printf '#!/bin/sh\nexit 101\n' >$policy
	chmod 755 $policy
fi

echo "Installing$missing ..."
export DEBIAN_FRONTEND=noninteractive
apt_get() {
	output=$(apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" 2>&1) || {
		echo "$output" >&2
		return 1
	}
}
apt_get update || echo "deps: going on with the package lists that are here" >&2
apt_get install -y --no-install-recommends $missing || fail "apt-get could not install$missing"

# It also enables them for the next start of the machine, under systemd or any other init.
dpkg -L $missing | sed -n 's|^/etc/init.d/||p' | while read -r service; do
	update-rc.d "$service" disable 2>/dev/null || true
done
