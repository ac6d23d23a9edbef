/* irc/login.h - registration, SASL and NickServ. */
#ifndef BOT_NET_IRC_LOGIN_H
#define BOT_NET_IRC_LOGIN_H

#include "bot/net/irc/caps.h"
#include "bot/net/irc/sasl.h"

struct irc;

enum irc_login_step {
	IRC_LOGIN_ASKING,      /* CAP, from connecting on */
	IRC_LOGIN_PROVING,     /* SASL */
	IRC_LOGIN_LISTENING,   /* after the welcome, until the server has sent its limits (005) */
	IRC_LOGIN_IDENTIFYING, /* NickServ was told the password */
	IRC_LOGIN_OVER
};

struct irc_login {
	struct irc_caps caps;
	struct irc_sasl sasl;
	enum irc_login_step step;
	uint64_t due; /* the step's deadline; in IRC_LOGIN_OVER the time to IDENTIFY again */
	bool named;   /* PASS, NICK and USER are sent */
	bool known;   /* the server or NickServ says that the bot is logged in */
	bool proved;  /* SASL succeeded */
	bool server_unverified; /* by SCRAM the server does not know the password */
	bool nickserv_silent;   /* NickServ did not answer IDENTIFY, or was not there */
	bool heard;             /* NickServ has sent a notice since IDENTIFY */
	size_t regain_attempts; /* NickServ's commands for the nick tried on this connection */
	bool ghosting;          /* such a command is sent and not answered */
};

/* Starts registration on a new connection. */
void irc_login_begin(struct irc *irc);
/* Sends PASS, NICK and USER once. A server without CAP then welcomes the bot. */
void irc_login_introduce(struct irc *irc);
/* Enters IRC_ON. Returns false if the bot leaves instead, as SASL is required and failed. */
bool irc_login_welcome(struct irc *irc);
/* Waits a little longer for the rest of the server's limits (005). */
void irc_login_listen(struct irc *irc);
/* Ends a step whose deadline has passed. */
void irc_login_late(struct irc *irc);
/* True if a line says that NickServ is not there to answer IDENTIFY. */
bool irc_login_nobody(struct irc *irc, const struct irc_line *line);
/* Sends NickServ's next command to free the nick. Returns false if none is left. */
bool irc_login_ghost(struct irc *irc, const char *nick);
/* Reads a MODE line: the bot's own mode may show that NickServ accepts it. */
void irc_login_mode(struct irc *irc, const struct irc_line *line);

#endif
