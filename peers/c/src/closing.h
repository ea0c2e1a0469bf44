// SPDX-License-Identifier: Apache-2.0
/*
 * Closes descriptors that peers have passed. That can take as long as the peer likes, so a few threads do it for whoever
 * must not wait: four of an endpoint, which nearcall_close() does not wait for.
 */
#ifndef NC_CLOSING_H
#define NC_CLOSING_H

#include "base.h"

#include <sys/types.h>

struct nc_closing;

enum { NC_PASSED_MAX = 253 }; /* descriptors of one message, by the kernel. What has no room is closed while it is received */

/* NULL if memory has run out. It is freed with its last reference, the threads' among them. */
struct nc_closing *nc_closing_new(void);
void nc_closing_release(struct nc_closing *closing);

/* Do so many descriptors wait that peers may not add to them? Then newcomers wait, too. */
bool nc_closing_is_full(struct nc_closing *closing);

/*
 * Closes descriptors in another thread. Those of memory are closed here, because nobody waits for them. closing: NULL: of no
 * endpoint. Returns whether they wait.
 */
bool nc_close_elsewhere(struct nc_closing *closing, const int *fds, size_t count);

/* Closes a socket: in another thread too, if descriptors may wait in it that nobody has received. A listener is one. */
void nc_close_socket(struct nc_closing *closing, int fd);

struct msghdr;

/* Takes the descriptors off a message that was received. Returns how many, at most NC_PASSED_MAX. */
size_t nc_take_passed(struct msghdr *message, int fds[NC_PASSED_MAX]);

/* Reads from a socket over which nobody may pass descriptors, like read(). *passed tells whether somebody has: they are closed. */
ssize_t nc_read_socket(struct nc_closing *closing, int fd, void *bytes, size_t length, bool *passed);

#endif
