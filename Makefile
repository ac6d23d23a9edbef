# mitaines: HACKING.md says what each goal does

# built-in rules would build a folder, such as storage/sql, from a file storage/sql.c
MAKEFLAGS += --no-builtin-rules

VERSION  := 1.0.0
BUILD    ?= build
# folder of the servers that tests run
export SERVERS ?= build/servers
PREFIX   ?= /usr/local
UNITS    ?= $(PREFIX)/lib/systemd/system
CFLAGS   ?= -O2 -g -D_FORTIFY_SOURCE=2
PACKAGES := libuv libcurl libmicrohttpd zlib cairo sqlite3 libconfig libsodium libutf8proc libidn libssl libcrypto libedit libseccomp jansson

# WERROR=-Werror makes warnings errors; not the default, because a newer compiler has more warnings
WERROR   ?=
# AI players decide with integers. Ratings are floats: no compiler may fuse their operations.
FLOATS   := -ffp-contract=off
WARNINGS := -std=c11 -Wall -Wextra -Wshadow -Wconversion $(WERROR)
LANGUAGES := $(sort $(basename $(notdir $(wildcard bot/text/*.po))))
DEFINES  := -I. -I$(BUILD) -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L
# the compiler and pkg-config may be missing until deps.sh has run, so the first file to compile or
# link calls them
PKG_CONFIG ?= pkg-config
INCLUDED  = $(eval INCLUDED := $(shell $(PKG_CONFIG) --cflags $(PACKAGES)))$(INCLUDED)
# Files above 2 GB and years after 2038, where a long has 32 bits. Other machines have them anyway,
# and there the tests replace calls by names that these definitions change.
WIDE      = $(eval WIDE := $(if $(filter 4,$(shell echo __SIZEOF_LONG__ | $(CC) -E -P -)),-D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64))$(WIDE)
FLAGS     = $(DEFINES) $(WIDE) $(INCLUDED) $(WARNINGS) $(FLOATS)
LIBS      = $(eval LIBS := -lircclient $(shell $(PKG_CONFIG) --libs $(PACKAGES)) -lm)$(LIBS)
TESTLIBS  = $(eval TESTLIBS := $(shell $(PKG_CONFIG) --libs cmocka libsasl2))$(TESTLIBS)
# tests take longer to compile than to run, so only programs that measure or run long are optimized
EFFORT    = $(if $(filter-out tests/lab/% tests/fuzz/% tests/simulate/%,$(filter tests/%,$<)),$(filter-out -O% -D_FORTIFY_SOURCE=%,$(CFLAGS)) -O0,$(CFLAGS))
COMPILE   = @mkdir -p $(@D) && echo $(CC) -o $@ && \
	$(CC) $(FLAGS) $(CPPFLAGS) $(EFFORT) "-ffile-prefix-map=$(CURDIR)=." "-ffile-prefix-map=$(abspath $(BUILD))=build" -MMD -MP -c -o $@ $<
LINK      = @mkdir -p $(@D) && echo $(CC) -o $@ && $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(LDLIBS)

# sorted, so that the program is linked in the same order on every machine
SOURCES  := $(sort $(wildcard engine/*.c engine/*/*.c storage/*.c storage/*/*.c config/*.c bot/*.c bot/*/*.c bot/*/*/*.c))
TESTS    := $(wildcard tests/*/*.c)
CODE     := $(SOURCES) $(TESTS) $(wildcard $(addsuffix *.h,engine/ engine/*/ storage/ storage/*/ config/ bot/ bot/*/ bot/*/*/ tests/ tests/*/))
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/words/catalogue.o $(BUILD)/sql/statements.o $(BUILD)/web/assets.o
PARTS    := $(filter-out $(BUILD)/bot/main.o,$(OBJECTS))
HELPERS  := $(BUILD)/tests/helpers.a
ASSETS   := $(sort $(wildcard bot/web/assets/*))
SQL      := $(sort $(wildcard storage/sql/*.sql))
WORDS    := bot/text/en.po $(filter-out %/en.po,$(LANGUAGES:%=bot/text/%.po))
KEYS     := $(BUILD)/keys/keys.po $(wordlist 2,$(words $(WORDS)),$(WORDS))
# the programs of a test folder, one for each file; files in the other folders are helpers
programs  = $(patsubst tests/$1/%.c,$(BUILD)/$1/%,$(filter-out $(WORLD) $(TORTURE) $(LABPARTS),$(wildcard tests/$1/*.c)))
# these folders have helpers too
LABPARTS := $(filter-out $(patsubst %,tests/lab/%.c,arena bench matrix policy replies seats),$(wildcard tests/lab/*.c))
WORLD    := $(filter-out %/simulate.c,$(wildcard tests/simulate/*.c))
TORTURE  := $(addprefix tests/torture/,torture.c calls.c)

# libraries to preload into servers, built with the same flags for every build
PRELOADS := $(patsubst tests/preload/%.c,$(SERVERS)/%.so,$(wildcard tests/preload/*.c))

# tests for `check` and `accept`: names, or folders for all tests in them, T="lobby/clock golden
# e2e/web"
T        ?= unit lobby golden
named     = $(foreach t,$(T),$(if $(findstring /,$t),$t,$(call inside,$t,$(if $(filter golden,$t),in,c))))
inside    = $(patsubst tests/%.$2,%,$(wildcard tests/$1/*.$2))
CHOSEN    = $(addprefix $(BUILD)/,$(filter-out golden/%,$(named)))
SESSIONS  = $(patsubst %,tests/%.in,$(filter golden/%,$(named)))

# settings of goals below that run make again; __SANITIZE_ADDRESS__ is predefined by gcc only
SANITIZE := BUILD=$(BUILD)/asan CC=clang CFLAGS="-O1 -g1 -D__SANITIZE_ADDRESS__=1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
FUZZING  := BUILD=$(BUILD)/fuzz CC=clang CFLAGS="-O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all"
AGAIN     = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

all: $(BUILD)/mitaines
units: $(call programs,unit) $(call programs,lobby)
tests: all units $(call programs,e2e) $(call programs,script) $(call programs,golden) $(call programs,lab) $(call programs,simulate) $(call programs,torture) $(PRELOADS)
chosen: all $(CHOSEN) $(SESSIONS) $(call programs,golden) $(BUILD)/lab/bench $(PRELOADS)
fuzzers: $(call programs,fuzz)

deps:
	@config/deps.sh run test lint

run:
	@config/deps.sh run
	+@$(AGAIN) all
	@config/run.sh $(BUILD)/mitaines

# The longest tests start first, so that none of them runs alone at the end. `make test` leaves out
# torture/pages and torture/terminal, because the order of their calls depends a little on time.
TESTED    = $(foreach f,e2e unit lobby script simulate torture,$(call programs,$f)) $(wildcard tests/golden/*.in)
LONGEST   = $(filter %/stories %/simulate %/matrix_traps %/matrix_session %/matrix_rooms %/store %/knowledge %/pacing %/e2e/matrix %/matrix_table %/soak,$(TESTED))
test:
	@config/deps.sh run test
	+@$(AGAIN) tests
	@tests/run.sh $(BUILD)/mitaines $(filter-out %/torture/pages %/torture/terminal $(OMITTED),$(LONGEST) $(filter-out $(LONGEST),$(TESTED)))

check:
	@config/deps.sh run test
	+@$(AGAIN) chosen
	@tests/run.sh $(BUILD)/mitaines $(CHOSEN) $(SESSIONS)

# looks at all pages in a browser: with and without scripts, by keyboard, saved to a file
browse:
	@config/deps.sh run test browse
	+@$(AGAIN) all $(BUILD)/browse/matches
	@tests/browse.sh $(BUILD)/mitaines $(BUILD)/browse/matches $(BUILD)/browse

# makes the pictures of README.md and the front page, and others in build/pictures
pictures:
	@config/deps.sh run test browse pictures
	+@$(AGAIN) all $(BUILD)/browse/matches
	@MODULES="$(SERVERS)" node tests/browse/pictures.mjs $(BUILD)/mitaines $(BUILD)/browse/matches $(BUILD)/pictures

# makes the present output of these sessions the expected one
accept:
	@config/deps.sh run test
	+@$(AGAIN) chosen CHOSEN=
	@ACCEPT=1 tests/run.sh $(BUILD)/mitaines $(SESSIONS)
	@ACCEPT=1 tests/picture.sh

# branches of the engine and the store that neither their tests nor those of lobbies and failures
# take
COVERAGE := $(filter-out %_properties,$(patsubst tests/%.c,$(BUILD)/coverage/%,$(wildcard tests/unit/*.c tests/lobby/*.c) tests/simulate/simulate.c tests/torture/store.c))
coverage:
	@config/deps.sh run test coverage
	+@$(AGAIN) BUILD=$(BUILD)/coverage CFLAGS="-O0 -g --coverage -fprofile-update=prefer-atomic" all $(COVERAGE)
	@find $(BUILD)/coverage -name '*.gcda' -delete
	@TORTURE=ways TIME_LIMIT=1200 tests/run.sh $(BUILD)/coverage/mitaines $(COVERAGE)
	@gcovr --root . --filter engine/ --filter storage/ --branches --exclude-lines-by-pattern '\s*assert\(' $(BUILD)/coverage

# all replies of the expert in 200 days, with each compiler and on another processor: they must be
# equal
replies:
	@config/deps.sh run lint replies
	@tests/replies.sh $(BUILD)/replies

bench:
	@config/deps.sh run test
	+@$(AGAIN) tests
	@$(BUILD)/lab/bench
	@for b in matrix seats; do MITAINES="$(abspath $(BUILD))/mitaines" $(BUILD)/lab/$$b || exit 1; done
	@$(BUILD)/simulate/simulate -b

# with clang, so that both compilers build everything
asan: deps
	+@$(AGAIN) $(SANITIZE) all
# without two tests that take minutes; other tests run the same code
test-asan: deps
	+@TIME_LIMIT=900 $(AGAIN) $(SANITIZE) OMITTED="%/unit/knowledge %/e2e/pacing" test

# trains an AI player's playout policy by play against itself: five minutes
train: $(BUILD)/lab/policy
	@$< >$(BUILD)/policy_table.c && mv $(BUILD)/policy_table.c engine/mitaines/policy_table.c

FUZZ_SECONDS ?= 60
fuzz: deps
	+@$(AGAIN) $(FUZZING) LDFLAGS=-fsanitize=fuzzer fuzzers
	@tests/fuzz.sh $(BUILD)/fuzz $(FUZZ_SECONDS) $(notdir $(call programs,fuzz))

# simulates a day of 200 people at 50 tables, in half a minute
soak: deps
	+@$(AGAIN) $(BUILD)/lobby/soak
	@SOAK_HOURS=24 $(BUILD)/lobby/soak

# plays random hours of people, servers and a disk from SEED on; with KEEP plays one story again
HOURS ?= 1000
simulate: deps
	+@$(AGAIN) $(call programs,simulate)
	@$(BUILD)/simulate/simulate $(if $(SEED),-s $(SEED)) $(if $(KEEP),-v -k $(KEEP),-n $(HOURS) $(if $(SIMULATE_SECONDS),-t $(SIMULATE_SECONDS)))

# plays new seeds for FRESH_SECONDS
FRESH_SECONDS ?= 300
fresh: deps
	+@$(AGAIN) $(call programs,simulate)
	@tests/fresh.sh $(BUILD)/simulate/simulate $(FRESH_SECONDS)

# changes of one operator, constant, condition or call that no test notices: all, those of FILE (or
# a folder), or a sample of MUTANTS with SEED
mutants:
	@config/deps.sh run test lint
	@tests/mutants/mutants.py $(if $(FILE),-f '$(FILE)') $(if $(MUTANTS),-n $(MUTANTS)) $(if $(SEED),-s $(SEED)) $(BUILD)

# makes each call that can fail fail once, on every way that leads to it, with sanitizers
torture: deps
	+@$(AGAIN) $(SANITIZE) tortured
tortured: $(call programs,torture)
	@for t in $^; do LC_ALL=C.UTF-8 TZ=UTC TORTURE=$${TORTURE:-ways} $$t 2>/dev/null || exit 1; done

# with ANALYSIS=deep before a release: it follows more paths
lint: export WERROR = -Werror
lint: deps
	+@$(AGAIN) tests
	@tests/lint.sh $(BUILD) $(FLAGS) -DVERSION='"$(VERSION)"' -DLANGUAGES='"$(LANGUAGES)"'

install: all
	install -D -t $(DESTDIR)$(PREFIX)/bin $(BUILD)/mitaines
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 config/mitaines.1
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man5 config/mitaines.conf.5
	sed -i 's|/usr/local|$(PREFIX)|' $(DESTDIR)$(PREFIX)/share/man/man1/mitaines.1 \
		$(DESTDIR)$(PREFIX)/share/man/man5/mitaines.conf.5
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/mitaines README.md config/evening.md config/mitaines.conf.example config/mitaines.nginx.example config/mitaines.alerts.yml config/mitaines.grafana.json
	install -D -m 644 config/mitaines.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/mitaines
	install -D -m 644 config/mitaines.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/mitaines.conf
	install -d $(DESTDIR)$(UNITS)
	for unit in $(notdir $(wildcard config/*.service config/*.timer)); do \
		sed 's|/usr/local|$(PREFIX)|' config/$$unit >$(DESTDIR)$(UNITS)/$$unit && \
		chmod 644 $(DESTDIR)$(UNITS)/$$unit || exit 1; done

uninstall:
	cd $(DESTDIR)$(PREFIX) && rm -rf bin/mitaines share/man/man1/mitaines.1 \
		share/man/man5/mitaines.conf.5 share/doc/mitaines \
		share/bash-completion/completions/mitaines lib/sysusers.d/mitaines.conf
	rm -f $(addprefix $(DESTDIR)$(UNITS)/,$(notdir $(wildcard config/*.service config/*.timer)))

# the sources in one file, a Debian package of them, and both built twice, elsewhere and at another
# time: they must be equal to the byte. File times are those of the last commit, or without git of
# the parts list from `dist`.
dist deb reproduce: export SOURCE_DATE_EPOCH ?= $(shell if [ -e .git ]; then git log -1 --format=%ct; else stat -c %Y mitaines.spdx; fi)
dist:
	@config/dist.sh $(VERSION) $(BUILD) libircclient $(PACKAGES)
deb: dist
	@config/deps.sh run deb
	@config/deb.sh $(VERSION) $(BUILD)
reproduce:
	@config/deps.sh deb reproduce
	@tests/reproduce.sh $(VERSION) $(BUILD)/reproduce

# the package in fresh Debians: built, installed, played with, upgraded, removed, purged; and the
# tests in ELSEWHERE in the release that this machine does not run
RELEASES ?= bookworm trixie
test-package: export ELSEWHERE ?= unit/sandbox unit/loop unit/worker unit/store_sqlite unit/store_copy unit/store_prune e2e/service \
	e2e/terminal e2e/web e2e/metrics e2e/tools e2e/shell e2e/inspircd e2e/services e2e/pacing golden
test-package: dist
	@config/deps.sh package
	+@$(AGAIN) packaged
packaged: $(RELEASES:%=packaged/%)
packaged/%:
	@tests/package.sh $(VERSION) $(BUILD) $(@F)

format:
	clang-format -i $(CODE)

clean:
	rm -rf $(BUILD)

$(BUILD)/mitaines: $(OBJECTS)
	$(LINK)
# Tests link the program from an archive: only needed parts come in, and a fuzzer can replace a
# part.
$(BUILD)/%: $(BUILD)/tests/%.o $(HELPERS) $(BUILD)/parts.a
	$(LINK) $(TESTLIBS)
# programs in which AI players think little
THOUGHTLESS := $(BUILD)/fuzz/command $(BUILD)/simulate/simulate $(BUILD)/torture/stories $(BUILD)/torture/terminal
$(THOUGHTLESS): LDLIBS += -Wl,--wrap=player_move,--wrap=player_judge,--wrap=reply_think
$(THOUGHTLESS): $(BUILD)/tests/stage/thought.o
# the program in a simulated world; tests/simulate/ replaces these functions
SIMULATED := app_open home_open app_close resume_tables chat_line lobby_note_requester lobby_commit irc_sent_add outbox_stage outbox_queue_staged outbox_discard_staged queue_say queue_show queue_commit queue_roll_back store_set_network_data store_delete_person catalog_open store_add_move store_commit store_rollback shuffle_chain_open metrics_clock time getrandom randombytes_buf randombytes_random randombytes_uniform prctl setrlimit setpriority \
	geteuid sysconf unix_socket_connect send recv screen_is_possible write open close read pwrite fsync flock stat lstat fstat unlink sandbox_allow_folder sandbox_allow_folder_of sandbox_refuse_io_uring sandbox_enter
$(BUILD)/simulate/simulate: LDLIBS += $(SIMULATED:%=-Wl,--wrap=%)
# the test sets the room on the disk
$(BUILD)/lobby/admin: LDLIBS += -Wl,--wrap=db_disk_bytes
# scripted servers in the simulated world
SCRIPTED := $(SIMULATED) server_meet server_hear server_lose
$(BUILD)/script/% $(BUILD)/fuzz/server: LDLIBS += $(SCRIPTED:%=-Wl,--wrap=%)
$(BUILD)/fuzz/server: $(BUILD)/tests/fuzz/server.o $(WORLD:%.c=$(BUILD)/%.o) $(HELPERS) $(BUILD)/parts.a
	$(LINK) $(TESTLIBS)
$(BUILD)/script/%: $(BUILD)/tests/script/%.o $(WORLD:%.c=$(BUILD)/%.o) $(HELPERS) $(BUILD)/parts.a
	$(LINK) $(TESTLIBS)
$(BUILD)/simulate/simulate: $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/simulate/*.c)) $(HELPERS) $(BUILD)/parts.a
	$(LINK) $(TESTLIBS)
# the program with calls that can fail renamed to functions of tests/torture/
TORTURED := $(addprefix $(BUILD)/tests/torture/,torture.o calls.o) $(BUILD)/tortured.a
$(BUILD)/torture/calls: $(BUILD)/tests/torture/calls.o
	@mkdir -p $(@D) && nm --defined-only $< | sed -n 's/.* T tortured_\(.*\)/\1 tortured_\1/p' >$@
$(BUILD)/tortured.a: $(BUILD)/parts.a $(BUILD)/torture/calls
	@objcopy --redefine-syms=$(BUILD)/torture/calls $< $@
$(BUILD)/torture/pages: $(BUILD)/tests/torture/pages.o $(HELPERS) $(TORTURED)
	$(LINK) $(TESTLIBS)
$(BUILD)/torture/terminal: $(BUILD)/tests/torture/terminal.o $(TORTURED)
	$(LINK)
$(addprefix $(BUILD)/torture/,login store): $(BUILD)/torture/%: $(BUILD)/tests/torture/%.o $(TORTURED)
	$(LINK) $(TESTLIBS)
$(BUILD)/torture/stories: LDLIBS += $(SIMULATED:%=-Wl,--wrap=%)
$(BUILD)/torture/stories: $(BUILD)/tests/torture/stories.o $(WORLD:%.c=$(BUILD)/%.o) $(HELPERS) $(TORTURED)
	$(LINK) $(TESTLIBS)
$(BUILD)/parts.a: $(PARTS)
	@rm -f $@ && $(AR) qcs $@ $^
$(HELPERS): $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/irc/*.c tests/stage/*.c tests/matrix/*.c) $(LABPARTS)) $(BUILD)/keys/catalogue.o
	@rm -f $@ && $(AR) qcs $@ $^
$(SERVERS)/%.so: tests/preload/%.c
	@mkdir -p $(@D) && echo $(CC) -o $@ && \
		$(CC) $(DEFINES) $(WARNINGS) -O2 -shared -fPIC -o $@ $<
$(BUILD)/%.o: %.c | $(BUILD)/words/catalogue.h $(BUILD)/sql/statements.h
	$(COMPILE)
VERSIONED := $(addprefix $(BUILD)/bot/,main.o command/service.o command/admin.o surface/prometheus.o)
$(VERSIONED): CPPFLAGS += -DVERSION='"$(VERSION)"'
$(VERSIONED): Makefile
# a new or deleted catalogue changes the folder's time
MULTILINGUAL := $(addprefix $(BUILD)/,config/settings.o tests/unit/config.o)
$(MULTILINGUAL): CPPFLAGS += -DLANGUAGES='"$(LANGUAGES)"'
$(MULTILINGUAL) $(BUILD)/words/catalogue.c $(BUILD)/keys/catalogue.c: bot/text

# message catalogues: the keys become an enum, the texts are compiled in
$(BUILD)/words/catalogue.h: bot/text/en.po bot/text/generate.sh
	@mkdir -p $(@D) && bot/text/generate.sh header $< >$@
$(BUILD)/words/catalogue.c: $(WORDS) bot/text/generate.sh
	@mkdir -p $(@D) && bot/text/generate.sh code catalogues $(WORDS) >$@

# the catalogue for tests: each text is its key and placeholders
$(BUILD)/keys/keys.po: bot/text/en.po tests/stage/keys.sh
	@mkdir -p $(@D) && tests/stage/keys.sh $< >$@
$(BUILD)/keys/catalogue.c: $(KEYS) bot/text/generate.sh
	@bot/text/generate.sh code stage_keys $(KEYS) >$@

# the catalogues with an invented language, for its test
$(BUILD)/invented/zz.po: bot/text/en.po tests/stage/invent.sh
	@mkdir -p $(@D) && tests/stage/invent.sh $< >$@
$(BUILD)/invented/catalogue.c: $(WORDS) $(BUILD)/invented/zz.po bot/text/generate.sh
	@bot/text/generate.sh code catalogues $(WORDS) $(BUILD)/invented/zz.po >$@
$(BUILD)/lobby/language: $(BUILD)/tests/lobby/language.o $(BUILD)/invented/catalogue.o $(HELPERS) $(BUILD)/parts.a
	$(LINK) $(TESTLIBS)

# SQL: the names become an enum, the statements and the steps of the schema are compiled in
$(BUILD)/sql/statements.h: $(SQL) storage/sql storage/sql/generate.sh
	@mkdir -p $(@D) && storage/sql/generate.sh header $(SQL) >$@
$(BUILD)/sql/statements.c: $(SQL) storage/sql storage/sql/generate.sh
	@mkdir -p $(@D) && storage/sql/generate.sh code $(SQL) >$@

# style sheet, script and images of the pages, compiled in
$(BUILD)/web/assets.c: $(ASSETS) bot/web/assets bot/web/generate.sh
	@mkdir -p $(@D) && bot/web/generate.sh $(ASSETS) >$@

$(BUILD)/web/assets.o: $(BUILD)/web/assets.c bot/web/page.h
$(BUILD)/words/catalogue.o: $(BUILD)/words/catalogue.c $(BUILD)/words/catalogue.h
$(BUILD)/sql/statements.o: $(BUILD)/sql/statements.c $(BUILD)/sql/statements.h
$(BUILD)/keys/catalogue.o: $(BUILD)/keys/catalogue.c $(BUILD)/words/catalogue.h
$(BUILD)/invented/catalogue.o: $(BUILD)/invented/catalogue.c $(BUILD)/words/catalogue.h
$(BUILD)/words/catalogue.o $(BUILD)/sql/statements.o $(BUILD)/web/assets.o $(BUILD)/keys/catalogue.o $(BUILD)/invented/catalogue.o:
	$(COMPILE)

.PHONY: all units tests chosen fuzzers run test check browse pictures accept coverage replies bench train asan test-asan fuzz soak simulate fresh mutants torture tortured lint format deps install uninstall dist deb reproduce test-package packaged clean
.SECONDARY:
.DELETE_ON_ERROR:
ifneq (,$(word 2,$(MAKECMDGOALS))) # several goals run one after another
.NOTPARALLEL:
endif
-include $(patsubst %.c,$(BUILD)/%.d,$(SOURCES) $(TESTS))
