#!/bin/sh
# changelog.sh VERSION MAINTAINER - prints Debian's changelog from CHANGELOG.md on standard input.
# Its headings are "## 1.2.3, 2027-01-31" or "## Unreleased"; the latter is printed as VERSION, with
# the date of SOURCE_DATE_EPOCH, unless it is empty.
set -eu

LC_ALL=C.UTF-8 awk -v version="$1" -v maintainer="$2" -v epoch="$SOURCE_DATE_EPOCH" '
	# Ends an item, in lines that fit.
	function item(    count, i, line, word) {
		count = split(text, word, " ")
		if (count > 0 && heading != "") {
			print "mitaines (" heading ") unstable; urgency=medium"
			print ""
			heading = ""
			printed = 1
		}
		line = "  *"
		for (i = 1; i <= count; i++) {
			if (length(line) + length(word[i]) > 77) {
				print line
				line = "   "
			}
			line = line " " word[i]
		}
		if (count > 0)
			print line
		text = ""
	}
	# Ends a release.
	function sign(    command) {
		item()
		if (!printed)
			return
		command = "TZ=UTC LC_ALL=C date -R -d " date
		print ""
		command | getline date
		close(command)
		print " -- " maintainer "  " date
		print ""
		printed = 0
	}
	/^## / {
		sign()
		split(substr($0, 4), part, ", ")
		heading = part[1] == "Unreleased" ? version : part[1]
		date = part[1] == "Unreleased" ? "@" epoch : part[2]
		next
	}
	/^- / { item(); text = substr($0, 3); next }
	/^  / { text = text $0 }
	END { sign() }
'
