/* proving.c - the commands by which anybody can make sure of a deal. */
#include "bot/command.h"
#include "bot/fair.h"
#include "bot/speech.h"

void command_nonce(struct request *request)
{
	struct lobby *lobby = request->lobby;
	struct nonce nonce;
	if (request->args != 1 || !fair_read(request->arg[0], &nonce)) {
		speech_tell(lobby, request->who, WORD_NONCE_USAGE, NO_ARGS);
		return;
	}
	struct table *table = command_table(request, TABLE_SEATED);
	if (table == NULL)
		return;
	if (table_seat(table, request->who) == SEAT_NONE) {
		speech_tell(lobby, request->who, WORD_NOT_SEATED, NO_ARGS);
		return;
	}
	if (!table->channel->here) {
		speech_tell(lobby, request->who, WORD_NONCE_ABSENT,
			ARGS(arg_text("channel", table->channel->name)));
		return;
	}
	unsigned hand = fair_give(lobby, table, request->who, &nonce);
	speech_tell_of(lobby, table, request->who,
		hand > 0 ? WORD_NONCE_TAKEN : WORD_NONCE_TAKEN_DRAW,
		ARGS(arg_text("nonce", request->arg[0]), arg_number("hand", hand)));
}
