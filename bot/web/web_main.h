/* web_main.h - the command `mitaines web`, which serves the pages. */
#ifndef BOT_WEB_WEB_MAIN_H
#define BOT_WEB_WEB_MAIN_H

struct sandbox;

/* Allows the files that pages read: the folder of the database file, and no other file of the bot.
 */
void web_allow_files(struct sandbox *confine, const char *database);
/* Runs the command. argv[0] is the command's name. Returns the exit status. */
int web_main(int argc, char **argv);

#endif
