/* local.h - sockets of this machine, which have the names of files. */
#ifndef BOT_BASE_LOCAL_H
#define BOT_BASE_LOCAL_H

/*
 * Listens there, for its owner and group alone, for so many who wait; a socket that nobody listens
 * to any more is replaced. A descriptor, or -1 and errno says why not.
 */
int local_listen(const char *path, int waiting);
/* A connection, which is not waited for; -1 likewise: ENOENT or ECONNREFUSED if nobody listens. */
int local_join(const char *path);
/*
 * Where datagrams sent go to whoever listens by that name: a path, or what is behind @ in the
 * kernel's own space of names. It does not block. -1: no such name, or nobody listens.
 */
int local_tell(const char *name);
/* What comes next to a socket that listens; it does not block. -1: nobody. */
int local_accept(int fd);

#endif
