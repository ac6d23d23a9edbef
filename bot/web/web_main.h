/* web_main.h - the command `mitaines web`, which serves the pages. */
#ifndef BOT_WEB_WEB_MAIN_H
#define BOT_WEB_WEB_MAIN_H

/* Runs the command. argv[0] is the command's name. Returns the exit status. */
int web_main(int argc, char **argv);

#endif
