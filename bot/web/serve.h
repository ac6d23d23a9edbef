/* serve.h - `mitaines web`. */
#ifndef BOT_WEB_SERVE_H
#define BOT_WEB_SERVE_H

/* Runs the command and returns its exit status; argv[0] is the command's name. */
int web_main(int argc, char **argv);

#endif
