#!/bin/sh
# deps.sh PURPOSE... - installs the missing Debian packages for a purpose (run, test, browse, pictures,
# lint, coverage, replies, deb, reproduce, package), and unpacks in SERVERS the ones that cannot be
# installed beside the others. Needs neither root nor a network if no package is missing.
# shellcheck disable=SC2086 # lists of packages are meant to split into words
set -eu

fail() {
	echo "deps: $*" >&2
	exit 1
}

# Prints the packages of a purpose.
packages() {
	case $1 in
	run)
		echo gcc libc6-dev pkgconf libircclient-dev libuv1-dev libcurl4-openssl-dev libmicrohttpd-dev zlib1g-dev libcairo2-dev
		echo libsqlite3-dev libconfig-dev libsodium-dev libutf8proc-dev libidn-dev libssl-dev libseccomp-dev
		echo libedit-dev libjansson-dev ca-certificates tzdata ngircd
		;;
	test)
		echo fonts-dejavu-core libcmocka-dev libsasl2-dev libsasl2-modules libltdl7 inspircd atheme-services anope
		echo openssl python3 znc
		;;
	browse)
		echo chromium-headless-shell
		# A nodejs that is not Debian's includes npm and conflicts with Debian's npm.
		command -v npm >/dev/null || echo nodejs npm
		;;
	lint)
		echo clang libclang-rt-dev clang-format clang-tidy cppcheck shellcheck mandoc
		[ "$(uname -m)" != x86_64 ] || echo libc6-dev-i386
		;;
	deb) echo build-essential debhelper ;;
	pictures) echo irssi tmux ;;
	coverage) echo gcovr ;;
	reproduce) echo faketime ;;
	replies)
		[ "$(uname -m)" != x86_64 ] || echo "lib32gcc-$(gcc -dumpversion)-dev"
		echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
		;;
	package) echo autopkgtest debootstrap iproute2 lintian piuparts ;;
	*) fail "no such purpose: $1" ;;
	esac
}

: "${SERVERS:=build/servers}"

# Prints the packages to unpack for a purpose: those that conflict with ngircd or would start a
# service, and those that Debian lacks. Other packages provide their libraries.
unpacked() {
	case $1 in
	test) echo ircd-ircu ircd-hybrid nginx promtool matrix-synapse ;;
	browse) echo node_modules ;;
	esac
}

# Runs a command as root. Without a terminal sudo cannot ask for a password.
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif [ -t 0 ] || sudo -n true 2>/dev/null && command -v sudo >/dev/null; then
		sudo "$@"
	else
		fail "not root and no sudo; let root do: $*"
	fi
}

apt_get() {
	output=$(apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -o APT::Sandbox::User=root \
		"$@" 2>&1) || {
		echo "$output" >&2
		return 1
	}
}

# Installs the packages $@, as root.
install() {
	# Debian starts every server that it installs. A policy forbids that here, as the servers are
	# only for tests.
	policy=/usr/sbin/policy-rc.d
	if [ ! -e $policy ]; then
		trap 'rm -f $policy' EXIT
		trap 'exit 1' HUP INT TERM
		printf '#!/bin/sh\nexit 101\n' >$policy
		chmod 755 $policy
	fi

	echo "Installing $* ..."
	export DEBIAN_FRONTEND=noninteractive
	apt_get update || echo "deps: going on with the package lists that are here" >&2
	apt_get install -y --no-install-recommends "$@" || fail "apt-get could not install $*"

	# The packages also enable their servers for the next boot, under systemd or another init.
	dpkg -L "$@" | sed -n 's|^/etc/init.d/||p' | while read -r service; do
		update-rc.d "$service" disable 2>/dev/null || true
	done
}

# Downloads the first of the packages $@ that exists.
download() {
	for name; do
		! apt-get -qq -o APT::Sandbox::User=root download "$name" 2>/dev/null || return 0
	done
	return 1
}

# Begins to unpack $1: makes a folder for it beside its later place, deleted at the end.
begin() {
	echo "Unpacking $1 ..."
	mkdir -p "$SERVERS"
	work=$(mktemp -d "$(realpath "$SERVERS")/unpack.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
}

# Unpacks the package $1, or another one with the same program, in SERVERS/$1, completely or not at
# all.
unpack() {
	begin "$1"
	(cd "$work" && download "$@") || (as_root apt-get -qq update && cd "$work" && download "$@") ||
		fail "apt-get could not download $1"
	dpkg-deb -x "$work"/*.deb "$work/files"
	# Debian's ircu is built for more connections than ircu can number, and does not start.
	[ "$1" != ircd-ircu ] || LC_ALL=C sed -i '
		s/\([\xb8-\xbf\xfb]\)\([\xfc\xe4]\)\xff\x0f\x00/\1\2\x3f\x00\x00/g
		s/\x3d\xe3\xff\x0f\x00/\x3d\xe3\x3f\x00\x00/g' "$work/files/usr/sbin/$1"
	# Keep only promtool, which is half of the 100 MB of the package prometheus.
	[ "$1" != promtool ] || find "$work/files" -type f -not -name promtool -delete
	mv "$work/files" "$SERVERS/$1"
	rm -r "$work"
}

# Unpacks Synapse, which this release of Debian lacks, with all its dependencies down to the C
# library, from unstable, by apt's mirror. An old mirror is good enough: signatures are checked, and
# only tests run these files. They run in place, as any user.
unpack_synapse() {
	command -v dpkg-deb >/dev/null || fail "this is not Debian: no Synapse"
	codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
	# shellcheck disable=SC2016 # apt expands it
	mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
		"Codename: $codename" | head -n 1)
	[ -n "$mirror" ] || fail "apt knows no mirror of $codename"
	begin matrix-synapse
	mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/files"
	: >"$work/status"
	echo "deb $mirror sid main" >"$work/sources.list"
	for step in update "install -y --no-install-recommends --download-only matrix-synapse"; do
		apt_get -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null \
			-o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
			-o Dir::State="$work" -o Dir::State::status="$work/status" \
			-o Dir::Cache="$work/cache" -o Acquire::Languages=none \
			-o Acquire::Check-Valid-Until=false -o Acquire::Retries=3 $step || fail "apt-get could not download matrix-synapse"
	done
	for package in "$work"/cache/archives/*.deb; do
		dpkg-deb -x "$package" "$work/files"
	done
	rm -rf "$work/files/usr/share/doc" "$work/files/usr/share/man" "$work/files/usr/share/locale"
	mv "$work/files" "$SERVERS/matrix-synapse"
	rm -r "$work"
}

# Unpacks playwright and axe for browser tests, from npm.
unpack_modules() {
	begin "playwright-core and axe-core"
	npm install --silent --no-save --prefix "$work" playwright-core@1.65.1 axe-core@4.14.1 >&2 ||
		fail "npm could not install playwright-core and axe-core"
	mv "$work/node_modules" "$SERVERS/node_modules"
	rm -r "$work"
}

if [ "$1" = install ]; then
	shift
	install "$@"
	exit
fi

wanted=$(for purpose; do packages "$purpose"; done)
command -v dpkg-query >/dev/null || fail "this is not Debian; install what these hold:" $wanted
installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $wanted 2>/dev/null |
	sed -n 's/^installed //p')
missing=$(for package in $wanted; do
	echo "$installed" | grep -qx "$package" || printf ' %s' "$package"
done)
[ -z "$missing" ] || as_root sh "$0" install $missing
for package in $(for purpose; do unpacked "$purpose"; done); do
	[ -d "$SERVERS/$package" ] || case $package in
	matrix-synapse) unpack_synapse ;;
	node_modules) unpack_modules ;;
	promtool) unpack promtool prometheus ;; # has no package of its own before Debian 13
	*) unpack "$package" ;;
	esac
done
