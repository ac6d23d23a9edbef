/* irc/login.h - registration, SASL and NickServ. */
#ifndef BOT_NET_IRC_LOGIN_H
#define BOT_NET_IRC_LOGIN_H

#include "bot/net/irc/caps.h"
#include "bot/net/irc/sasl.h"

struct irc;

enum irc_login_step {
	IRC_LOGIN_NEGOTIATING,     /* CAP negotiation */
	IRC_LOGIN_SASL,            /* SASL login */
	IRC_LOGIN_AWAITING_LIMITS, /* after the welcome: waits until all 005 lines have come */
	IRC_LOGIN_IDENTIFYING,     /* waits for the answer to IDENTIFY */
	IRC_LOGIN_DONE
};

struct irc_login {
	struct irc_caps caps;
	struct irc_sasl sasl;
	enum irc_login_step step;
	uint64_t due; /* deadline of the step; in IRC_LOGIN_DONE, when to send the next IDENTIFY */
	bool registered;        /* PASS, NICK and USER are sent */
	bool logged_in;         /* the server or NickServ has confirmed a login */
	bool sasl_done;         /* SASL succeeded */
	bool server_unverified; /* the server did not prove by SCRAM that it knows the password */
	bool nickserv_silent;   /* NickServ did not answer IDENTIFY, or is offline */
	bool notice_received;   /* NickServ has sent a notice since IDENTIFY */
	unsigned refusals;      /* IDENTIFYs in a row that NickServ did not confirm, at most 4 */
	size_t regain_attempts; /* number of commands to regain the nick sent on this connection */
	bool regain_pending;    /* a command to regain the nick is not answered yet */
};

/* Starts registration on a new connection. context: the struct irc. */
void irc_login_begin(void *context);
/* Sends PASS, NICK and USER, unless already sent. */
void irc_login_register(struct irc *irc);
/*
 * Enters IRC_CONNECTED. Returns false if SASL is required and failed: the connection is then
 * dropped.
 */
bool irc_login_handle_welcome(struct irc *irc);
/* Ends a step whose deadline has passed. */
void irc_login_handle_timeout(struct irc *irc);
/*
 * Handles a 401 that says that NickServ is offline. Returns false if the line says something else.
 */
bool irc_login_handle_no_nickserv(struct irc *irc, const struct irc_line *line);
/* Sends NickServ's next command to free the nick. Returns false if all were sent. */
bool irc_login_regain_nick(struct irc *irc, const char *nick);
/* Checks whether a MODE line shows that NickServ accepted the login. */
void irc_login_check_mode(struct irc *irc, const struct irc_line *line);

#endif
