// SPDX-License-Identifier: Apache-2.0
/* The control socket of a connection: whole messages and descriptors, in order. */
#ifndef NC_CONTROL_SOCKET_H
#define NC_CONTROL_SOCKET_H

#include "closing.h"
#include "control_message.h"

#include <pthread.h>
#include <stdatomic.h>

struct nc_queued_message;

struct nc_control_socket {
    int fd;
    pthread_mutex_t lock; /* guards what is below, for senders */
    struct nc_queued_message *first;
    struct nc_queued_message *last;
    unsigned queued;
    size_t queued_bytes;
    bool broken; /* nothing is sent any more */
    struct nc_closing *closing; /* of the endpoint; NULL: none */
    /* Of the one thread that receives. */
    uint8_t frame[NC_CONTROL_FRAME_MAX];
    size_t received;
    int passed;      /* the descriptor of the message that is being received, or -1 */
    bool too_many;   /* more descriptors than one came with it */
};

/* Takes over a connected socket, and makes it non-blocking. */
void nc_control_socket_init(struct nc_control_socket *socket, int fd);

/* Closes the socket and all that waits in it. No other thread may use it. */
void nc_control_socket_close(struct nc_control_socket *socket);

/*
 * Sends a message, and a descriptor if passed is not -1. The descriptor stays the caller's. Does not block: what has no
 * room is queued, up to the limits of section 2. Beyond them the socket is shut down. Returns false if it is broken.
 * queued, which may be NULL, tells whether nc_control_flush() is needed.
 */
bool nc_control_send(struct nc_control_socket *socket, const struct nc_control_message *message, int passed,
                     bool *queued);

/* Sends what is queued, as far as there is room. Returns whether something is left. */
bool nc_control_flush(struct nc_control_socket *socket);

enum nc_received { NC_RECEIVED, NC_NOTHING, NC_STREAM_END, NC_MALFORMED };

/*
 * Receives a message if a whole one is there. passed becomes its descriptor, or -1, and is the caller's then. fault says
 * what is wrong with a malformed one. Does not block.
 */
enum nc_received nc_control_receive(struct nc_control_socket *socket, struct nc_control_message *message, int *passed,
                                    const char **fault);

/* The same, but waits until a deadline. NC_NOTHING: the time is over. */
enum nc_received nc_control_await(struct nc_control_socket *socket, int64_t deadline_ns,
                                  struct nc_control_message *message, int *passed, const char **fault);

/* Ends the stream. Nothing is sent any more. */
void nc_control_shutdown(struct nc_control_socket *socket);

/* Has the peer left more than a quarter of the socket's buffer unread? */
bool nc_control_is_crowded(const struct nc_control_socket *socket);

#endif
