/*
 * irc/handler.h - one function for each kind of line. dispatch.c calls it only if the line has the
 * phase, sender and parameters that its table demands.
 */
#ifndef BOT_NET_IRC_HANDLER_H
#define BOT_NET_IRC_HANDLER_H

#include "bot/net/irc/line.h"

struct irc;

/* ---- quote.c ---- */

void irc_on_said(struct irc *irc, const struct irc_line *line);

/* ---- age.c ---- */

void irc_on_batch(struct irc *irc, const struct irc_line *line);

/* ---- account.c ---- */

void irc_on_account(struct irc *irc, const struct irc_line *line);
void irc_on_host_changed(struct irc *irc, const struct irc_line *line);

/* ---- sight.c ---- */

void irc_on_who_plain(struct irc *irc, const struct irc_line *line);
void irc_on_who(struct irc *irc, const struct irc_line *line);
void irc_on_who_end(struct irc *irc, const struct irc_line *line);

/* ---- login.c ---- */

void irc_on_told(struct irc *irc, const struct irc_line *line);
void irc_on_caps(struct irc *irc, const struct irc_line *line);
void irc_on_challenge(struct irc *irc, const struct irc_line *line);
void irc_on_notice(struct irc *irc, const struct irc_line *line);
void irc_on_logged_in(struct irc *irc, const struct irc_line *line);
void irc_on_logged_out(struct irc *irc, const struct irc_line *line);
void irc_on_sasl_done(struct irc *irc, const struct irc_line *line);
void irc_on_sasl_refused(struct irc *irc, const struct irc_line *line);
void irc_on_failure(struct irc *irc, const struct irc_line *line);

/* ---- member.c ---- */

void irc_on_join(struct irc *irc, const struct irc_line *line);
void irc_on_part(struct irc *irc, const struct irc_line *line);
void irc_on_kick(struct irc *irc, const struct irc_line *line);
void irc_on_invite(struct irc *irc, const struct irc_line *line);
void irc_on_quit(struct irc *irc, const struct irc_line *line);
void irc_on_nick(struct irc *irc, const struct irc_line *line);
void irc_on_offline(struct irc *irc, const struct irc_line *line);
void irc_on_mode(struct irc *irc, const struct irc_line *line);
void irc_on_modes(struct irc *irc, const struct irc_line *line);
void irc_on_names(struct irc *irc, const struct irc_line *line);
void irc_on_names_end(struct irc *irc, const struct irc_line *line);

/* ---- message.c ---- */

void irc_on_speech(struct irc *irc, const struct irc_line *line);
void irc_on_request(struct irc *irc, const struct irc_line *line);

/* ---- server.c ---- */

void irc_on_ping(struct irc *irc, const struct irc_line *line);
void irc_on_pong(struct irc *irc, const struct irc_line *line);
void irc_on_error(struct irc *irc, const struct irc_line *line);
void irc_on_welcome(struct irc *irc, const struct irc_line *line);
void irc_on_version(struct irc *irc, const struct irc_line *line);
void irc_on_support(struct irc *irc, const struct irc_line *line);
void irc_on_host(struct irc *irc, const struct irc_line *line);

/* ---- refusal.c ---- */

void irc_on_nick_refused(struct irc *irc, const struct irc_line *line);
void irc_on_trouble(struct irc *irc, const struct irc_line *line);
void irc_on_unavailable(struct irc *irc, const struct irc_line *line);
void irc_on_banned(struct irc *irc, const struct irc_line *line);
void irc_on_unknown(struct irc *irc, const struct irc_line *line);
void irc_on_unheard(struct irc *irc, const struct irc_line *line);
void irc_on_cannot_send(struct irc *irc, const struct irc_line *line);
void irc_on_refused(struct irc *irc, const struct irc_line *line);
void irc_on_target_too_fast(struct irc *irc, const struct irc_line *line);
void irc_on_user_not_in_channel(struct irc *irc, const struct irc_line *line);
void irc_on_not_in_channel(struct irc *irc, const struct irc_line *line);

#endif
