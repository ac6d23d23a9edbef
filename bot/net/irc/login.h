/* irc/login.h - registration, SASL and NickServ. */
#ifndef BOT_NET_IRC_LOGIN_H
#define BOT_NET_IRC_LOGIN_H

#include "bot/net/irc/caps.h"
#include "bot/net/irc/sasl.h"

struct irc;

enum irc_login_step {
	IRC_LOGIN_NEGOTIATING,     /* CAP negotiation */
	IRC_LOGIN_SASL,            /* SASL login */
	IRC_LOGIN_AWAITING_LIMITS, /* the welcome came; waits for the limits (005) to be complete */
	IRC_LOGIN_IDENTIFYING,     /* waits for NickServ's answer to IDENTIFY */
	IRC_LOGIN_DONE
};

struct irc_login {
	struct irc_caps caps;
	struct irc_sasl sasl;
	enum irc_login_step step;
	uint64_t due;    /* deadline of the step; in IRC_LOGIN_DONE the time of the next IDENTIFY */
	bool registered; /* PASS, NICK and USER are sent */
	bool logged_in;  /* the server or NickServ has confirmed a login */
	bool sasl_done;  /* SASL succeeded */
	bool server_unverified; /* the server failed to prove that it knows the password (SCRAM) */
	bool nickserv_silent;   /* NickServ did not answer IDENTIFY, or is offline */
	bool notice_received;   /* NickServ has sent a notice since IDENTIFY */
	size_t regain_attempts; /* commands to regain the nick sent on this connection */
	bool regain_pending;    /* such a command is not answered yet */
};

/* Starts registration on a new connection. */
void irc_login_begin(struct irc *irc);
/* Sends PASS, NICK and USER once. A server without CAP then welcomes the bot. */
void irc_login_register(struct irc *irc);
/* Enters IRC_CONNECTED. Returns false if the bot leaves instead, as SASL is required and failed. */
bool irc_login_handle_welcome(struct irc *irc);
/* Waits a little longer for the rest of the server's limits (005). */
void irc_login_await_limits(struct irc *irc);
/* Ends a step whose deadline has passed. */
void irc_login_handle_timeout(struct irc *irc);
/* True if a line says that NickServ is offline, and handles it. */
bool irc_login_handle_no_nickserv(struct irc *irc, const struct irc_line *line);
/* Sends NickServ's next command to free the nick. Returns false if all were sent. */
bool irc_login_regain_nick(struct irc *irc, const char *nick);
/* Reads a MODE line; a mode of the bot may show that NickServ accepted the login. */
void irc_login_check_mode(struct irc *irc, const struct irc_line *line);

#endif
