#include "bot/command/command_table.h"

static const struct command *const families[] = { seating_commands, invite_commands, guest_commands,
	play_commands, consent_commands, rematch_commands, watching_commands, password_commands,
	ladder_commands, history_commands, review_commands, verify_commands, service_commands,
	seat_commands, channel_commands, exercise_commands, daily_commands, challenge_commands,
	help_commands, admin_commands };

const struct command *command_table_next(size_t *n)
{
	size_t place = (*n)++;
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
		for (const struct command *command = families[i]; command->run != NULL; command++)
			if (place-- == 0)
				return command;
	return NULL;
}

size_t command_table_index(const struct command *command)
{
	size_t n = 0;
	while (command_table_next(&n) != command)
		;
	return n - 1;
}

unsigned command_table_hidden_flags(const struct network *network, bool admin)
{
	const struct commands *commands = network != NULL ? network->above : NULL;
	const struct lobby *lobby = commands != NULL ? commands->lobby : NULL;
	bool pages = lobby != NULL && lobby->settings.seats;
	bool guests = lobby != NULL && lobby->settings.usual.guests != CONFIG_GUESTS_NO &&
		lobby->guests.network != NULL;
	return (admin ? 0u : FOR_ADMINS) |
		(network != NULL && network->single ? NEEDS_OTHER_PEOPLE : 0u) |
		(pages ? 0u : NEEDS_PAGES) | (guests ? 0u : NEEDS_GUESTS);
}

const struct command *command_table_find(
	const struct catalog *catalog, const char *word, unsigned hidden)
{
	int found = catalog_find_word(catalog, "command.", word);
	const struct command *command = NULL;
	size_t n = 0;
	while (found >= 0 && (command = command_table_next(&n)) != NULL &&
		command->word != (enum message)found)
		;
	return command != NULL && !(command->flags & hidden) ? command : NULL;
}

/* True if a network has a private table with this number. number 0: any private table. */
static bool has_private_table(
	const struct lobby *lobby, const struct network *network, unsigned number)
{
	const struct table *table;
	for (size_t n = 0; (table = tables_next(&lobby->tables, &n)) != NULL;)
		if (table->channel->network == network && table_is_private(table) &&
			(number == 0 || table->number == number))
			return true;
	return false;
}

/* True if a command may apply to a private table. */
static bool can_be_private(const struct command *command)
{
	switch (command->table) {
	case TABLE_NONE:
	case TABLE_OPEN:
	case TABLE_WATCHED: return (command->flags & AT_PRIVATE_TABLE) != 0;
	default: return (command->flags & (AT_PRIVATE_TABLE | IN_PRIVATE)) != 0;
	}
}

bool command_table_is_public(const struct network *network, const char *word, unsigned table)
{
	const struct commands *commands = network->above;
	const struct command *command = command_table_find(
		commands->lobby->catalog, word, command_table_hidden_flags(network, false));
	if (command == NULL || !(command->flags & IN_CHANNEL))
		return false;
	bool here = network->single && (command->flags & IN_PRIVATE);
	if (command->flags & (A_MOVE | IN_EXERCISE) &&
		(here || commands->lobby->exercises.count > 0))
		return false;
	return !can_be_private(command) || !has_private_table(commands->lobby, network, table);
}
