/* judge.c - Cyrus SASL as the SASL server of a fake IRC server. */
#include "tests/irc/judge.h"

#include <sasl/saslplug.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The password lookup gets no context, so the password is global. */
static const char *judge_secret;

/* Lets the library look up passwords only in our plugin. */
static int judge_option(
	void *context, const char *plugin, const char *option, const char **value, unsigned *length)
{
	(void)context;
	(void)plugin;
	if (strcmp(option, "auxprop_plugin") != 0)
		return SASL_FAIL;
	*value = "judge";
	if (length != NULL)
		*length = (unsigned)strlen(*value);
	return SASL_OK;
}

static int judge_lookup(void *context, sasl_server_params_t *server, unsigned flags,
	const char *account, unsigned length)
{
	const struct propval *wanted = server->utils->prop_get(server->propctx);
	(void)context;
	(void)flags;
	(void)account;
	(void)length;
	for (; wanted != NULL && wanted->name != NULL; wanted++)
		if (strcmp(wanted->name, SASL_AUX_PASSWORD) == 0)
			server->utils->prop_set(server->propctx, wanted->name, judge_secret,
				(int)strlen(judge_secret));
	return SASL_OK;
}

static sasl_auxprop_plug_t judge_plugin = { .auxprop_lookup = judge_lookup, .name = "judge" };

static int judge_plug(const sasl_utils_t *utils, int most, int *version,
	sasl_auxprop_plug_t **plugin, const char *name)
{
	(void)utils;
	(void)most;
	(void)name;
	*version = SASL_AUXPROP_PLUG_VERSION;
	*plugin = &judge_plugin;
	return SASL_OK;
}

void judge_start(void)
{
	static const sasl_callback_t callbacks[] = {
		{ SASL_CB_GETOPT, (int (*)(void))(void (*)(void))judge_option, NULL },
		{ SASL_CB_LIST_END, NULL, NULL },
	};
	assert_int_equal(sasl_auxprop_add_plugin("judge", judge_plug), SASL_OK);
	assert_int_equal(sasl_server_init(callbacks, "judge"), SASL_OK);
}

void judge_stop(void)
{
	sasl_server_done();
}

void judge_password(const char *password)
{
	judge_secret = password;
}

void judge_open(struct judge *judge, const char *kind, const unsigned char *bytes, size_t length)
{
	*judge = (struct judge){ .binding = { .name = kind, .data = bytes, .len = length } };
	assert_int_equal(sasl_server_new("irc", "irc.test", NULL, NULL, NULL, NULL,
				 SASL_SUCCESS_DATA, &judge->login),
		SASL_OK);
	if (kind != NULL)
		assert_int_equal(
			sasl_setprop(judge->login, SASL_CHANNEL_BINDING, &judge->binding), SASL_OK);
}

void judge_close(struct judge *judge)
{
	sasl_dispose(&judge->login);
}

int judge_hear(struct judge *judge, const char *mechanism, const char *message, size_t length,
	const char **answer, unsigned *answered)
{
	bool begun = judge->begun;
	judge->begun = true;
	*answer = "";
	*answered = 0;
	return begun ? sasl_server_step(judge->login, message, (unsigned)length, answer, answered)
		     : sasl_server_start(judge->login, mechanism, message, (unsigned)length, answer,
			       answered);
}

const char *judge_account(struct judge *judge)
{
	const void *account = NULL;
	assert_int_equal(sasl_getprop(judge->login, SASL_USERNAME, &account), SASL_OK);
	return account;
}
