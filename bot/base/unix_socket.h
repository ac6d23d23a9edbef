/* unix_socket.h - opens Unix sockets. All descriptors are non-blocking. */
#ifndef BOT_BASE_UNIX_SOCKET_H
#define BOT_BASE_UNIX_SOCKET_H

/*
 * Listens at a path that only the owner and the group may use. waiting: the backlog of connections.
 * Replaces a socket file on which no process listens. Returns a descriptor, or -1 with errno set.
 */
int unix_socket_listen(const char *path, int waiting);
/*
 * Connects to the socket at a path. Returns -1 with errno set: ENOENT or ECONNREFUSED if no process
 * listens.
 */
int unix_socket_connect(const char *path);
/*
 * Connects a datagram socket to a name: a path, or an abstract name after an @. Returns -1 if the
 * name is invalid or no process listens there.
 */
int unix_socket_connect_datagram(const char *name);
/* Accepts a connection. Returns -1 with errno set if no connection is waiting. */
int unix_socket_accept(int fd);

#endif
