# mitaines: what each goal does stands in README.md

BUILD    ?= build
CFLAGS   ?= -O2 -g
PACKAGES := libuv libcurl sqlite3 libconfig libsodium libutf8proc

WARNINGS := -std=c11 -Wall -Wextra -Wshadow -Wconversion -Werror
CPPFLAGS += -I. -I$(BUILD) -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L $(shell pkg-config --cflags $(PACKAGES))
LDLIBS   += -lircclient $(shell pkg-config --libs $(PACKAGES)) -lm
TESTLIBS := $(shell pkg-config --libs cmocka)

SOURCES  := $(wildcard engine/*.c storage/*.c config/*.c bot/*.c)
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o)
PARTS    := $(filter-out $(BUILD)/bot/main.o,$(OBJECTS))
UNITS    := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*.c))

$(BUILD)/mitaines: $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -MMD -MP -c -o $@ $<

$(BUILD)/unit/%: $(BUILD)/tests/unit/%.o $(PARTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(TESTLIBS)

units: $(UNITS)

clean:
	rm -rf $(BUILD)

.PHONY: units clean
.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
