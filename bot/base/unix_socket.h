/* unix_socket.h - Unix sockets. Their descriptors do not block. */
#ifndef BOT_BASE_UNIX_SOCKET_H
#define BOT_BASE_UNIX_SOCKET_H

/*
 * Listens at a path, for the owner and group only, with a backlog of `waiting`. Replaces a socket
 * without a listener. Returns a descriptor, or -1 with errno.
 */
int unix_socket_listen(const char *path, int waiting);
/* Connects to a path. Returns -1 with errno: ENOENT or ECONNREFUSED without a listener. */
int unix_socket_connect(const char *path);
/*
 * Connects a datagram socket to a name: a path, or an abstract name behind @. Returns -1 if the
 * name is bad or has no listener.
 */
int unix_socket_connect_datagram(const char *name);
/* Accepts a connection. Returns -1 with errno if no connection waits. */
int unix_socket_accept(int fd);

#endif
