/* irc/state.h - what the files of an IRC network share, and for them only. */
#ifndef BOT_NET_IRC_STATE_H
#define BOT_NET_IRC_STATE_H

#include "bot/net/conn.h"
#include "bot/net/irc/caps.h"
#include "bot/net/irc/feed.h"
#include "bot/net/irc/irc.h"
#include "bot/net/irc/roster.h"
#include "bot/net/irc/sasl.h"
#include "bot/net/irc/support.h"
#include "bot/net/irc/window.h"
#include "bot/net/outbox.h"

/* !user@host at its longest: 10 bytes of user with a mark, 63 of host. */
enum { IRC_STATE_MASK = 1 + 11 + 1 + 63 };
/* Room for what a server says, made UTF-8. */
enum { IRC_STATE_WORDS = 2 * IRC_LINE_TEXT + 1 };

/*
 * IRC_STATE_LINE: the longest line ever sent. IRC_STATE_PLACE: more than a mask of the roster.
 * IRC_SAID: lines remembered in case they are refused, IRC_SAID_PUBLIC of them public.
 */
enum { IRC_STATE_LINE = 2048, IRC_STATE_PLACE = 512, IRC_SAID = 48, IRC_SAID_PUBLIC = 16 };
/* Names of channels in one line. */
enum { IRC_STATE_NAMES = 400 };

enum irc_phase {
	IRC_WAITING,     /* for the time to connect again */
	IRC_REGISTERING, /* from connecting until the server's welcome */
	IRC_ON,
	IRC_LEAVING, /* QUIT is sent */
	IRC_GONE
};

/*
 * How a line in the outbox goes. Its target is the folded name of a channel, a member's key, or the
 * host of a stranger, a blank and their nick.
 */
enum irc_way {
	IRC_SAY,
	IRC_TELL,
	IRC_NOTICE,
	IRC_REPLY /* the answer to a CTCP request */
};

struct irc_channel {
	char name[NETWORK_CHANNEL]; /* empty: the place is free */
	char folded[NETWORK_CHANNEL];
	bool asked;                 /* the bot has asked to join, and was not refused */
	bool in;                    /* the bot is in it, */
	bool ready;                 /* and knows who else is */
	bool who;                   /* but has still to ask for their accounts, … */
	char newcomer[NETWORK_KEY]; /* … or for that of the one who has come since; empty: no */
	uint64_t ask;               /* not before that time */
	bool left;                  /* for good: forgotten once the bot is out */
	bool mute;                  /* the bot is in it, and what it says is not relayed */
	unsigned tries;
	uint64_t invited; /* before that time an invitation changes nothing */
	uint64_t due;     /* when to join, or to try to speak; not while in and heard */
	unsigned ranks;   /* the bot's in it, as bits of irc_support_rank */
	bool modes;       /* the bot has still to ask for its modes */
	bool names;       /* the bot has still to ask again for the people in it */
	bool inside;      /* +n: only people in the channel speak there */
	unsigned hides;   /* its modes that hide people, as bits; 0: it lists everybody */
	bool told;        /* the server has told its modes */
	unsigned closed;  /* its modes that close it to pages, as bits: secret, private, key */
	int64_t since;    /* when the bot came, in Unix milliseconds by the server's clock */
};

/* How far the bot has proved who it is. */
enum irc_login_step {
	IRC_LOGIN_ASKING,      /* for capabilities, from connecting on */
	IRC_LOGIN_PROVING,     /* by SASL */
	IRC_LOGIN_LISTENING,   /* after the welcome: the server tells what it allows */
	IRC_LOGIN_IDENTIFYING, /* to NickServ, then */
	IRC_LOGIN_OVER         /* nothing is under way */
};

struct irc_login {
	struct irc_caps caps;
	struct irc_sasl sasl;
	enum irc_login_step step;
	bool named;    /* the bot has told its nick, and the server's password before it */
	bool known;    /* the bot is logged in, as the server says; */
	bool proved;   /* it had proved by SASL who it is when the server said so */
	bool doubted;  /* the server has not proved by SASL that it knows the password */
	size_t ways;   /* in which NickServ was asked for the nick on this connection, */
	bool ghosting; /* and has not answered yet */
	bool unserved; /* it was not there, or silent, when the bot told it who it is */
	bool heard;    /* it has said something since */
	uint64_t due; /* by when the step must have its end, or behind the last one it is told again
		       */
};

/* Open batches of replayed lines. A bouncer sends one for each buffer, one after the other. */
enum { IRC_REPLAYS = 8, IRC_REPLAY_NAME = 256 };

struct irc_age {
	int64_t skew; /* the server's Unix time less the time of the loop, in ms */
	char replay[IRC_REPLAYS][IRC_REPLAY_NAME]; /* references of open batches; "": free */
	size_t next;                               /* the place for the next one */
	bool told;                                 /* the log has a line about old lines */
};

/* Where the bot was made to be. */
struct irc_forced {
	char names[IRC_STATE_NAMES]; /* of channels to leave, parted by commas */
	uint64_t due;                /* when to leave them; UINT64_MAX: there are none */
	uint64_t last;
	unsigned tries; /* since it has happened for long */
};

/* A line that has gone, or a part of one. */
struct irc_said {
	enum irc_way way;
	enum outbox_whom whom;
	uint64_t serial;
	uint64_t order; /* of all lines that have gone, from 1 */
	char target[IRC_STATE_PLACE];
	char wire[NETWORK_CHANNEL];    /* whom the server was told to send it to; empty: nothing */
	char through[NETWORK_CHANNEL]; /* as somebody with a rank in this channel; empty: as anybody
					*/
	char text[IRC_STATE_LINE + 1];
};

struct irc {
	struct network network; /* must be first */
	struct irc_settings settings;
	struct irc_times times;
	struct loop *loop;
	const struct log *log;
	struct loop_timer *clock; /* the next of all deadlines */
	struct loop_timer *pace;  /* when the outbox may speak again */
	struct outbox *outbox;
	struct irc_window window; /* how much the server has still to take */
	struct roster *roster;
	struct conn *conn;     /* NULL between connections */
	struct irc_feed *feed; /* likewise */
	enum irc_phase phase;
	uint64_t deadline; /* of the phase; not while on */
	uint64_t welcomed; /* when the phase became on, … */
	uint64_t connects; /* … which it has so often */
	uint64_t regain;   /* when to ask for the configured nick again */
	uint64_t replies;  /* when a CTCP request may be answered again */
	uint64_t quotes;   /* until when what the server says is quoted in the log already */
	uint64_t ask;      /* when it may be asked again who somebody is who has come */
	unsigned tries;    /* rounds of connections since one held */
	size_t server;     /* to connect to: 0 for the first */
	bool stays;        /* with that one, whatever becomes of this connection */
	bool slow;         /* the next attempt has no hurry: nothing will be different soon */
	bool marked;       /* as a bot, by its mode */
	bool watching;     /* the server tells when the configured nick is free */
	struct irc_login login;
	struct irc_age age;
	unsigned sts;   /* the port for TLS that the server has asked for; 0: it has not */
	unsigned port;  /* of this connection, */
	bool secure;    /* which is by TLS */
	unsigned nicks; /* nicks tried on this connection */
	uint64_t asked; /* conn_heard when the bot last asked whether the server is there */
	bool deaf;      /* while network.unread: lines of people have been dropped unread */
	bool returns;   /* connects again once it has left */
	char wire[NETWORK_NICK]; /* the bot's nick as the network writes it, */
	char nick[NETWORK_NICK]; /* and for people */
	size_t mask;             /* bytes of !user@host in the bot's prefix as others see it */
	struct irc_support support;
	struct irc_forced forced;
	uint64_t batches;               /* so many have begun */
	char moving[NETWORK_KEY];       /* a member who quit to change their host, or "" */
	uint64_t taken;                 /* lines that the server says it has taken, … */
	uint64_t unsure;                /* … that had gone when it was asked last, … */
	uint64_t spoken;                /* … that have gone in all, … */
	struct irc_said said[IRC_SAID]; /* … of which these were the last, public ones first */
	size_t channels;                /* places used so far */
	struct irc_channel channel[ROSTER_CHANNELS];
};

/* True if the bot is to be in it. */
static inline bool irc_channel_wanted(const struct irc_channel *channel)
{
	return channel->name[0] != '\0' && !channel->left;
}

/*
 * From here on each file knows those above it, and none below.
 *
 * What dispatch.c has taken by irc_on_… has the phase, the sender and the parameters that its table
 * asks for.
 */

/* ---- name.c ---- */

bool irc_same(const struct irc *irc, const char *name, const char *other);
bool irc_is_self(const struct irc *irc, const char *nick);
/* True if a person of that nick speaks through a relay: private lines cannot reach them. */
bool irc_is_relayed(const char *nick);
/* The nick to have on this network: the configured one, as long as the server allows. */
void irc_wanted(const struct irc *irc, char nick[NETWORK_NICK]);
/* The bot's nick is this now. */
void irc_call(struct irc *irc, const char *wire);

/* ---- clock.c ---- */

/* A deadline changed: the clock is set to the next one. */
void irc_arm(struct irc *irc);
/* About so many milliseconds, a half more or less, so that bots don't come back all at once. */
uint64_t irc_jitter(uint64_t milliseconds);
/* Milliseconds before the next attempt after so many in vain. */
uint64_t irc_backoff(const struct irc *irc, uint64_t least, unsigned tries);
/*
 * True if what may be done only so often may be done now, in milliseconds: *until is advanced by
 * what each time costs, and may be so far ahead at most.
 */
bool irc_spare(uint64_t *until, uint64_t now, uint64_t most);
/* Where the bot is to be comes before all it says, but no sooner than a line might go. */
uint64_t irc_join_at(const struct irc *irc, const struct irc_channel *channel, uint64_t now);
/* By when the server must have taken what it was sent; what cannot be read may be its answer. */
uint64_t irc_patience_due(const struct irc *irc);
/* When what there is to ask in a channel may be asked: no sooner than a line might go. */
uint64_t irc_ask_at(const struct irc *irc, const struct irc_channel *channel, uint64_t now);

/* ---- quote.c ---- */

/* True if what the server does may go to the log: no server fills a disk with it. */
bool irc_quote_may(struct irc *irc);
/* The parameters from one on as clean text, parted by blanks. */
void irc_quote(const struct irc_line *line, size_t from, char out[IRC_STATE_WORDS]);
void irc_on_said(struct irc *irc, const struct irc_line *line);

/* ---- send.c ---- */

/*
 * A line of the protocol past the outbox: `command middle :last`, where middle and last may be
 * NULL. It goes when the connection is flushed.
 */
void irc_send(struct irc *irc, const char *command, const char *middle, const char *last);
/* Asks whether the server is there and has taken what it was sent so far. */
void irc_ask(struct irc *irc);

/* ---- channel.c ---- */

/* The channel of that name in any spelling, or NULL. */
struct irc_channel *irc_channel_find(struct irc *irc, const char *name);
/* Finds the channel that a target names, also behind status marks, as in "@#mitaines". */
struct irc_channel *irc_channel_addressed(struct irc *irc, const char *target);
unsigned irc_channel_number(const struct irc *irc, const struct irc_channel *channel);
/* True if a channel can be called so. */
bool irc_channel_sound(const char *name);
/* The bot is out of a channel, was refused, or is not heard there: it will try again later. */
void irc_rejoin(struct irc *irc, struct irc_channel *channel);
/* The bot is in a channel it is not to be in: it leaves, later each time. */
void irc_forced(struct irc *irc, const char *name);
/* Names are compared by another mapping now. */
void irc_channel_fold(struct irc *irc);
/* What the bot says in a channel it is in is not relayed; it may be now, so the bot tries. */
void irc_channel_mute(struct irc *irc, struct irc_channel *channel);
void irc_channel_unmute(struct irc *irc, struct irc_channel *channel);
/* The connection is lost: the bot is in none. */
void irc_channel_reset(struct irc *irc);
/* The bot is to be in a channel; false: it cannot be one, or there are too many. */
bool irc_channel_join(struct irc *irc, const char *name);
/* The bot is to be in a channel no longer; false: it was not to be. */
bool irc_channel_part(struct irc *irc, const char *name, const char *reason);
/* The key of a channel by settings; NULL: it needs none. */
const char *irc_channel_key(
	const struct irc *irc, const struct irc_settings *settings, const char *name);
/* As in network.h. */
enum openness irc_channel_openness(struct network *network, const char *name);
/* Joins and parts what differs between the settings so far and others. */
void irc_channel_change(struct irc *irc, const struct irc_settings *settings, const char *reason);

/* ---- age.c ---- */

/* Starts a connection without batches, and with the clock of this machine as the server's. */
void irc_age_begin(struct irc *irc);
/* Reads the server's clock off a line of the server, or of the bot itself. */
void irc_age_hear(struct irc *irc, const struct irc_line *line);
/* Returns the server's time, in Unix milliseconds, as far as its lines have shown it. */
int64_t irc_age_now(const struct irc *irc);
/* True if a line is in a batch that replays old lines. */
bool irc_age_replays(struct irc *irc, const struct irc_line *line);
/* True if a line of a person is older than this connection, or than the bot's JOIN. */
bool irc_age_is_old(struct irc *irc, const struct irc_line *line);
void irc_on_batch(struct irc *irc, const struct irc_line *line);

/* ---- account.c ---- */

struct sender irc_sender(const struct member *member);
/* Marks the answers to the bot's own WHO. */
#define IRC_ACCOUNT_TOKEN "152"
/* Writes a stranger's place in the outbox, and a member's if they were one; returns it. */
const char *irc_place(const char *host, const char *wire, char place[IRC_STATE_PLACE]);
const char *irc_place_of(const struct member *member, char place[IRC_STATE_PLACE]);
/* Tells those above that a member's account or host is another. */
void irc_account_changed(struct irc *irc, const struct member *member);
/*
 * True if user@host (host NULL: unknown) or account (NULL: unknown, "": none) are not the member's
 * and the server announced no change.
 */
bool irc_account_is_other(
	const struct member *member, const char *user, const char *host, const char *account);
/* True if a line by a member's nick comes from another person by its host or account. */
bool irc_account_parts(
	const struct irc *irc, const struct member *member, const struct irc_line *line);
/* Takes the letters in an answer to WHO: one is the mode of bots, where the network has one. */
void irc_account_flags(const struct irc *irc, struct member *member, const char *flags);
/* Asks about a channel or a nick. */
void irc_account_who(struct irc *irc, const char *whom);
/* Takes from what somebody did who they are; true when something of it is new. */
bool irc_account_learn(struct irc *irc, struct member *member, const struct irc_line *line);
/* Somebody has come into a channel: asks for their account by and by, if nothing else tells it. */
void irc_account_wonder(struct irc *irc, struct irc_channel *channel, const struct member *member);
/* Asks in all channels what may be asked now. */
void irc_account_ask(struct irc *irc, uint64_t now);
/* ACCOUNT and CHGHOST. */
void irc_on_account(struct irc *irc, const struct irc_line *line);
void irc_on_host_changed(struct irc *irc, const struct irc_line *line);

/* ---- said.c ---- */

/* A line goes to somebody of that name, through a channel or NULL: its text is to be written. */
struct irc_said *irc_said_next(struct irc *irc, const struct outbox_line *line, const char *wire,
	const struct irc_channel *through);
/* The same soon, to who was called so then and is not now; false: there is no such thing. */
bool irc_said_moved(struct irc *irc, const char *wire);
/*
 * Somebody has taken a nick: what was on its way to who was called so before may have reached them
 * instead, and goes again.
 */
void irc_said_crossed(struct irc *irc, const char *wire);
/* A stranger of that place is a member now: lines to them that are refused go again as to one. */
void irc_said_adopt(struct irc *irc, const char *place, const struct member *member);
/* True if the server is asked, and has not said that it has taken all that was said in private. */
bool irc_said_doubts(const struct irc *irc);
/*
 * What the server refuses of what was said to whoever was called so, NULL: anybody, and through
 * that channel, NULL: however. It takes lines in order, so the first, as far as it says what it
 * has; NULL: there is none.
 */
struct irc_said *irc_said_refused(struct irc *irc, const char *wire, const char *through);
/* It, unless NULL, goes again then; false: there is nothing to go. */
bool irc_said_again(struct irc *irc, struct irc_said *said, uint64_t then);

/* ---- sight.c ---- */

/* Tells those above that a member cannot be reached any more, and forgets the member. */
void irc_went(struct irc *irc, struct member *member, enum departure how);
/* Sends lines to a stranger of a member's nick and host to the member. */
void irc_adopt(struct irc *irc, const struct member *member);
/* True if the bot is in a channel that hides people. */
bool irc_sight_hides(const struct irc *irc);
/* Forgets a member who turns out to be gone; false where the server would have told. */
bool irc_sight_lost(struct irc *irc, struct member *member);
/* Asks for the people in a channel again before long. */
void irc_sight_doubt(struct irc *irc, struct irc_channel *channel);
/* Compares a line with the member of its nick; if another person sent it, the member is gone. */
void irc_sight_compare(struct irc *irc, const struct irc_line *line);
/* A member quits only to join again from another host, and the line that follows may be that. */
void irc_sight_move(struct irc *irc, struct member *member);
void irc_sight_settle(struct irc *irc, const struct irc_line *line);
/* True if one more may be known by speaking alone. */
bool irc_sight_room(struct irc *irc);
/* A member did something: lines staged for them may go at the end of this batch. */
void irc_sight_spoke(struct irc *irc, struct member *member);
/* Forgets members without a channel, if no channel hides people any more. */
void irc_sight_unhide(struct irc *irc);
/*
 * True if a line goes to the person it is for. Else the bot asks about them, and the line that
 * outbox_next gave waits for the answer.
 */
bool irc_sight_sure(struct irc *irc, const struct outbox_line *line, uint64_t now);
/* The answers to WHO. */
void irc_on_who_plain(struct irc *irc, const struct irc_line *line);
void irc_on_who(struct irc *irc, const struct irc_line *line);
void irc_on_who_end(struct irc *irc, const struct irc_line *line);

/* ---- speech.c ---- */

/* Stages the answer to a CTCP request. */
void irc_reply(struct irc *irc, const char *wire, const char *text);
/* Sends what the outbox lets go. */
void irc_pump(struct irc *irc);
/* As in network.h. */
void irc_say(struct network *network, const char *name, const struct saying *saying);
uint64_t irc_tell(
	struct network *network, const char *key, enum via via, const struct saying *saying);
bool irc_waits(struct network *network, uint64_t line);
size_t irc_owed(struct network *network, const char *key);
void irc_release(struct network *network);
void irc_forget(struct network *network);

/* ---- sts.c ---- */

/* The host to connect to; there may be fewer by now than were tried. */
const char *irc_host(const struct irc *irc);
/* The port on which a server that is configured without TLS wants to be reached by it; 0: none. */
unsigned irc_sts_port(const struct irc *irc);
/* Takes what the server asks for; true: the bot leaves, and comes back by TLS. */
bool irc_sts_take(struct irc *irc);

/* ---- login.c ---- */

/* The connection is open: begins to register. */
void irc_login_begin(struct irc *irc);
/* Tells nick and user, once a connection. A server that knows no CAP welcomes the bot then. */
void irc_login_introduce(struct irc *irc);
/* The server welcomes the bot, which is on from then; false: it leaves instead. */
bool irc_login_welcome(struct irc *irc);
/* The server tells, and then has told, what it allows: the bot may use it. */
void irc_login_listen(struct irc *irc);
void irc_on_told(struct irc *irc, const struct irc_line *line);
/* The step's time is over. */
void irc_login_late(struct irc *irc);
/* True if a line says that the services are not there that the bot has told who it is. */
bool irc_login_nobody(struct irc *irc, const struct irc_line *line);
/* Asks services for the bot's nick in the next way there is; false when there is none. */
bool irc_login_ghost(struct irc *irc, const char *nick);
/* The modes of a channel or of the bot change. */
void irc_login_mode(struct irc *irc, const struct irc_line *line);
void irc_on_caps(struct irc *irc, const struct irc_line *line);
void irc_on_challenge(struct irc *irc, const struct irc_line *line);
void irc_on_notice(struct irc *irc, const struct irc_line *line);
void irc_on_logged_in(struct irc *irc, const struct irc_line *line);
void irc_on_logged_out(struct irc *irc, const struct irc_line *line);
void irc_on_sasl_done(struct irc *irc, const struct irc_line *line);
void irc_on_sasl_refused(struct irc *irc, const struct irc_line *line);
void irc_on_failure(struct irc *irc, const struct irc_line *line);

/* ---- member.c ---- */

/*
 * Somebody is in the channel, or, where that is NULL, passes by; line, unless NULL, is what they
 * did and tells more of them. NULL: they cannot be remembered.
 */
struct member *irc_came(struct irc *irc, const char *nick, struct irc_channel *channel,
	const struct irc_line *line);
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
/* Somebody is in the channel no longer. */
void irc_parted(struct irc *irc, const char *nick, const struct irc_channel *channel);
/* The bot may not join. */
void irc_join_refused(struct irc *irc, struct irc_channel *channel, const struct irc_line *line);

/* ---- message.c ---- */

void irc_on_speech(struct irc *irc, const struct irc_line *line);
void irc_on_request(struct irc *irc, const struct irc_line *line);

/* ---- server.c ---- */

/* Where somebody else has the configured nick the server tells when it is free, if it can. */
void irc_watch_nick(struct irc *irc);
/* All is taken that the server has said so far. */
void irc_catch_up(struct irc *irc);
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
void irc_on_barred(struct irc *irc, const struct irc_line *line);
void irc_on_unknown(struct irc *irc, const struct irc_line *line);
void irc_on_unheard(struct irc *irc, const struct irc_line *line);
void irc_on_mute(struct irc *irc, const struct irc_line *line);
void irc_on_refused(struct irc *irc, const struct irc_line *line);
void irc_on_hurry(struct irc *irc, const struct irc_line *line);
void irc_on_absent(struct irc *irc, const struct irc_line *line);
void irc_on_powerless(struct irc *irc, const struct irc_line *line);

/* ---- dispatch.c ---- */

/* A line from the server. */
void irc_dispatch_line(struct irc *irc, char *bytes);
/* The same where lines have to wait: false for one that does. */
bool irc_dispatch_now(struct irc *irc, char *bytes);
/* True if a line goes through libircclient. */
bool irc_dispatch_feeds(const struct irc_line *line);
/* One of these events, see irc_feed_open; context is the network. */
void irc_dispatch_event(void *context, struct irc_line *line);

/* ---- duty.c ---- */

/* Sees to all it is time for; the network is on. */
void irc_duty(struct irc *irc);

/* ---- irc.c ---- */

extern const struct network_driver irc_driver;

#endif
