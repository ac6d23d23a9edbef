/* Tests that a new type of network needs no more than an entry in the list of types. */
#include "config/network.h"
#include "bot/app/configuration.h"
#include "bot/base/memory.h"
#include "bot/match/clock.h"
#include "bot/net/types.h"
#include "bot/web/web.h"
#include "engine/text.h"
#include "tests/conf.h"

/* ---- the network: letters by pigeon ---- */

struct pigeon_settings {
	struct config_network common;
	char *loft; /* home of the pigeons */
};

struct pigeon {
	struct network network;
	const struct pigeon_settings *settings;
	struct string letters; /* lines "WHERE: text"; WHERE: a channel or a person */
	size_t sent;           /* bytes of letters whose batch is committed */
};

static uint64_t pigeon_tell(
	struct network *network, const char *where, enum via via, const struct saying *saying)
{
	struct string *letters = &((struct pigeon *)network)->letters;
	string_add(letters, where);
	string_add(letters, via == VIA_NOTICE ? "! " : ": ");
	string_add(letters, saying->text);
	string_add(letters, saying->transient ? saying->transient : "");
	string_add_char(letters, '\n');
	return 1;
}

static void pigeon_say(struct network *network, const char *channel, const struct saying *saying)
{
	pigeon_tell(network, channel, VIA_MESSAGE, saying);
}

static void pigeon_send(struct network *network)
{
	((struct pigeon *)network)->sent = ((struct pigeon *)network)->letters.length;
}

static void pigeon_discard(struct network *network)
{
	((struct pigeon *)network)->letters.length = ((struct pigeon *)network)->sent;
}

static bool pigeon_find(struct network *network, const char *nick, struct sender *sender)
{
	*sender = (struct sender){ nick, nick, nick, NULL, nick, "@", !network, false };
	return true;
}

static bool pigeon_in(struct network *network, const char *key, const char *channel)
{
	return network && key && channel;
}

static const char *pigeon_nick(struct network *network, const char *key)
{
	return network ? key : NULL;
}

static const char *pigeon_self(struct network *network)
{
	return ((struct pigeon *)network)->settings->loft;
}

static void pigeon_fold(struct network *network, const char *name, char out[NETWORK_CHANNEL])
{
	text_copy(out, network ? NETWORK_CHANNEL : 0, name);
}

static void pigeon_status(struct network *network, struct network_status *status)
{
	*status = (struct network_status){ .connected = network != NULL };
}

static void pigeon_close(struct network *network)
{
	string_free(&((struct pigeon *)network)->letters);
	free(network);
}

static bool pigeon_add_link(
	struct network *network, const char *channel, bool local, struct string *link)
{
	string_add(link, local ? "pigeon://near/" : "pigeon://");
	string_add(link, pigeon_self(network));
	string_add(link, channel);
	return true;
}

static bool pigeon_read_link(const char *link, struct network_place *place)
{
	*place = (struct network_place){ .protocol = "Pigeon Post" };
	return strncmp(link, "pigeon://", 9) == 0;
}

#define PIGEON_DRIVER \
	.protocol = "Pigeon Post", .operators = "matrix", .tell = pigeon_tell, .say = pigeon_say, \
	.send_staged = pigeon_send, .discard_staged = pigeon_discard, .find_nick = pigeon_find, \
	.in = pigeon_in, .nick = pigeon_nick, .self = pigeon_self, .fold = pigeon_fold, \
	.status = pigeon_status, .close = pigeon_close, .add_link = pigeon_add_link

static struct network *pigeon_open(const struct config_network *config, struct loop *loop,
	const struct log *log, const struct network_events *events, void *above)
{
	static const struct network_driver driver = { PIGEON_DRIVER };
	struct pigeon *pigeon = memory_new(loop && log, sizeof *pigeon);
	pigeon->network = (struct network){
		.name = config->name, .driver = &driver, .events = events, .above = above
	};
	pigeon->settings = (const struct pigeon_settings *)config;
	pigeon->letters = STRING_EMPTY;
	return &pigeon->network;
}

static const struct network_type pigeon_type = { pigeon_read_link, pigeon_open };
static const struct key pigeon_keys[] = { NETWORK_KEYS(check_name),
	KEY(pigeon_settings, loft, .kind = &key_text, .check = check_name), KEY_END };
static const struct config_type pigeon_settings_type = { "pigeon", sizeof(struct pigeon_settings),
	pigeon_keys, NULL, NULL, &pigeon_type };

/* ---- the tests ---- */

/* The types of networks: IRC, one type of this test, and a NULL at the end. */
static const struct config_type *const types[] = { &irc_settings_type, &pigeon_settings_type,
	NULL };

struct coop {
	struct app app;
	struct configuration configuration;
	struct pigeon *pigeon;
};

static bool load(struct conf *conf, const char *text)
{
	config_free(&conf->config);
	config_errors_free(&conf->errors);
	conf_put(conf, "test.conf", text, 0600);
	return config_load(conf->path, types, &conf->config, &conf->errors);
}

/* Opens a bot whose configuration has a pigeon network, and lets it join its channel. */
static void open_coop(struct coop *coop, struct conf *conf)
{
	assert_true(load(conf,
		"turn_seconds = 3600; minimum_matches = 0;\n"
		"networks = ( { type = \"pigeon\"; name = \"coop\"; loft = \"north\"; } );"));
	const struct settings settings = configuration_settings(&conf->config);
	assert_int_equal(app_open(&coop->app, log_open(-1, LOG_ERROR), &settings, NULL, 0), 0);
	coop->configuration = (struct configuration){
		.path = conf->path, .types = types, .config = conf->config, .app = &coop->app
	};
	conf->config = (struct config){ .database = NULL };
	assert_true(configuration_open(&coop->configuration));
	struct network *network = coop->configuration.connection[0].network;
	coop->pigeon = (struct pigeon *)network;
	network->events->joined(network, "#loft");
	lobby_commit(&coop->app.lobby);
}

/* Lets a person say a line in the channel, or in private. Returns the letters that the bot sends
 * then. Fails unless they contain `wanted`. */
static const char *write_letter(struct coop *coop, const char *who, const char *channel,
	const char *text, const char *wanted)
{
	struct network *network = &coop->pigeon->network;
	struct sender sender;
	const size_t before = coop->pigeon->sent;
	pigeon_find(network, who, &sender);
	network->events->message(network, &sender, channel, text);
	clock_tick(&coop->app.lobby);
	assert_true(lobby_commit(&coop->app.lobby));
	const char *letters = coop->pigeon->letters.bytes + before;
	if (strstr(letters, wanted) == NULL)
		fail_msg("%s is not in:\n%s", wanted, letters);
	return letters;
}

/* Fails unless the page at this address shows `wanted`. */
static void look(const struct coop *coop, const char *target, const char *wanted)
{
	struct web web;
	struct web_response answer = { .body = STRING_EMPTY };
	web_open(&web, coop->app.catalog, types, NULL, 0);
	web.store = coop->app.store;
	web_answer(&web, &(struct web_request){ .method = "GET", .target = target, .now = 1 },
		&answer);
	if (strstr(answer.body.bytes, wanted) == NULL)
		fail_msg("%s is not in:\n%s", wanted, answer.body.bytes);
	string_free(&answer.body);
}

CONF_CASE(a_table_is_played_on_a_third_type_of_network)
{
	struct coop coop;
	open_coop(&coop, conf);
	write_letter(&coop, "anna", "#loft", "!new mitaines classic", "#loft: ");
	write_letter(&coop, "luc", "#loft", "!join", "#loft: ");
	const char *letters = write_letter(&coop, "anna", "#loft", "!start", ": [1] Your turn");
	for (unsigned move = 0; move < 4; move++) {
		const char *mover = strstr(letters, "anna: [1] Your turn") ? "anna" : "luc";
		const char *turn = strstr(letters, ": [1] Your turn in #loft. ");
		assert_memory_equal(turn - strlen(mover), mover, strlen(mover));
		assert_non_null(strstr(turn, "Your hand: "));
		letters = write_letter(&coop, mover, NULL, "p 1", ": [1] Your turn");
	}
	write_letter(&coop, "anna", "#loft", "!channel lang fr",
		"Only operators of #loft can change that (from power level 50).");
	write_letter(&coop, "anna", NULL, "hand", "anna: ");
	look(&coop, "/",
		"<a href=\"pigeon://near/north#loft\"><bdi>#loft</bdi></a> on Pigeon Post");
	look(&coop, "/.json",
		"\"venues\":[{\"network\":\"coop\",\"channel\":\"#loft\",\"link\":\"pigeon://");
	configuration_close(&coop.configuration);
	app_close(&coop.app);
}

CONF_CASE(a_third_type_of_network_has_its_own_keys)
{
	assert_false(load(conf, "networks = ( { type = \"pigeon\";\nlofft = \"a\"; } );"));
	assert_non_null(
		strstr(conf->errors.text, ":2: lofft: no such key here; did you mean loft?"));
	assert_false(load(conf, "networks = ( { type = \"pigeon\";\nloft = \"a b\"; } );"));
	assert_non_null(strstr(conf->errors.text, ":2: loft: may hold only letters, digits"));
	assert_false(load(conf, "networks = ( { type = \"dove\"; } );"));
	assert_non_null(strstr(conf->errors.text, ":1: type: has to be one of: irc pigeon"));
	assert_true(load(conf,
		"networks = ( { type = \"pigeon\"; loft = \"south\"; name = \"x\"; }, { } );"));
	const struct config_network *network = conf->config.networks[0];
	assert_string_equal(((const struct pigeon_settings *)network)->loft, "south");
	assert_string_equal(network->settings.prefix, "!");
}
