// SPDX-License-Identifier: Apache-2.0
/* Both sides of the handshake. */
#include "handshake.h"

#include "batch_kind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const int64_t greeting_ns = 2 * (int64_t)NC_NS_PER_S;
static const int64_t closed_look_ns = 100 * (int64_t)NC_NS_PER_MS; /* how long nearcall_close() waits for a silent visitor */
static const int64_t longest_pause_ns = 20 * (int64_t)NC_NS_PER_MS;

static void greet(nearcall_endpoint *endpoint, struct nc_control_message *message, enum nc_control_type type)
{
    nc_control_init(message, type);
    message->version = NC_VERSION;
    message->pid = getpid();
    message->id_high = endpoint->id_high;
    message->id_low = endpoint->id_low;
    message->lanes = endpoint->max_lanes;
    message->flags = endpoint->trees ? NC_FLAG_TREES : 0;
    message->longest = endpoint->max_message_bytes;
}

/* The smaller limits apply on both sides. */
static void agree(struct nc_connection *connection, const struct nc_control_message *greeting)
{
    nearcall_endpoint *endpoint = connection->endpoint;
    connection->lane_limit = NC_MIN(NC_MIN(endpoint->max_lanes, greeting->lanes), (uint32_t)NC_BATCH_LANES_MAX);
    connection->longest = NC_MIN(endpoint->max_message_bytes, greeting->longest);
    connection->peer_wants_trees = (greeting->flags & NC_FLAG_TREES) != 0;
}

/* ----------------------------------------------------------------------------------------------------------- caller */

/* Connects to the socket. Returns the descriptor, or -errno. */
static int connect_once(const struct sockaddr_un *address)
{
    struct stat status;
    if (lstat(address->sun_path, &status) < 0) {
        return -errno;
    }
    if (!S_ISSOCK(status.st_mode)) {
        return -ENOTSOCK;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return -errno;
    }
    if (connect(fd, (const struct sockaddr *)address, sizeof *address) < 0) {
        int failure = errno; /* EAGAIN: the service does not accept; on a Unix socket nothing is in progress then */
        close(fd);
        return -failure;
    }
    return fd;
}

static bool may_pass(int failure)
{
    return failure == ENOENT || failure == ECONNREFUSED || failure == EAGAIN || failure == EACCES || failure == EINTR;
}

/* Waits for the service, until the endpoint is closed. Returns a connected socket, or a status in *status. */
static int connect_until(nearcall_endpoint *endpoint, const struct sockaddr_un *address, const char *name,
                         int64_t deadline_ns, int *status, nearcall_error *error)
{
    int64_t pause_ns = NC_NS_PER_MS / 2;
    for (;;) {
        if (atomic_load_explicit(&endpoint->closed, memory_order_acquire)) {
            *status = nc_fail(error, NEARCALL_CLOSED, "The endpoint is closed.");
            return -1;
        }
        int fd = connect_once(address);
        if (fd >= 0) {
            return fd;
        }
        int64_t left_ns = deadline_ns - nc_now_ns();
        if (!may_pass(-fd)) {
            *status = nc_fail_errno(error, -fd, "%s cannot be connected to", address->sun_path);
            return -1;
        }
        if (left_ns <= 0) {
            bool denied = fd == -EAGAIN || fd == -EACCES;
            *status = denied ? nc_fail_errno(error, -fd, "%s does not accept connections", address->sun_path)
                             : nc_fail(error, NEARCALL_NOT_FOUND, "No service \"%s\" listens at %s.", name,
                                       address->sun_path);
            return -1;
        }
        struct timespec pause = {.tv_nsec = (long)NC_MIN(pause_ns, left_ns)};
        nanosleep(&pause, NULL);
        pause_ns = NC_MIN(2 * pause_ns, longest_pause_ns);
    }
}

/* Reads the answer to HELLO. Returns NEARCALL_OK, or a status. *again: the service is closing, and may come back. */
static int read_answer(struct nc_connection *connection, const char *name, bool *again, nearcall_error *error)
{
    struct nc_control_message answer;
    int passed = -1;
    const char *fault = NULL;
    enum nc_received received =
        nc_control_await(&connection->control, nc_now_ns() + greeting_ns, &answer, &passed, &fault);
    if (passed >= 0) {
        nc_close_elsewhere(connection->endpoint->closing, &passed, 1);
    }
    switch (received) {
    case NC_RECEIVED:
        break;
    case NC_NOTHING:
        return nc_fail(error, NEARCALL_DEADLINE, "The service \"%s\" did not answer the handshake within 2 s.", name);
    case NC_STREAM_END:
        *again = true;
        return nc_fail(error, NEARCALL_LOST, "The service \"%s\" closed its socket during the handshake.", name);
    default:
        return nc_fail(error, NEARCALL_BREACH, "\"%s\" does not speak this protocol: %s.", name, fault);
    }
    if (answer.type == NC_REFUSED) {
        *again = answer.reason == NC_REFUSED_CLOSING;
        int status = answer.reason == NC_REFUSED_OVERLOADED  ? NEARCALL_OVERLOADED
                     : answer.reason == NC_REFUSED_CLOSING   ? NEARCALL_CLOSED
                     : answer.reason == NC_REFUSED_SERVICE   ? NEARCALL_NOT_FOUND
                     : answer.reason == NC_REFUSED_CHANNEL   ? NEARCALL_UNSUPPORTED
                                                             : NEARCALL_REFUSED;
        return nc_fail(error, status, "The service \"%s\" refuses this process: %s.", name, answer.text);
    }
    if (answer.type != NC_WELCOME || answer.version != NC_VERSION) {
        return nc_fail(error, NEARCALL_BREACH, "The service \"%s\" answered the handshake with message %u, version %u.",
                       name, answer.type, answer.version);
    }
    agree(connection, &answer);
    return NEARCALL_OK;
}

static int say_hello(nearcall_endpoint *endpoint, int fd, const struct nc_batch_kind *kind, const char *name,
                     struct nc_connection **connection, bool *again, nearcall_error *error)
{
    struct nc_peer peer;
    int result = nc_peer_of_socket(fd, &peer);
    if (result < 0) {
        nc_close_socket(endpoint->closing, fd);
        return nc_fail_errno(error, -result, "The kernel does not say who serves \"%s\"", name);
    }
    /* Before anything is sent or read. */
    if (!nc_users_allow(&endpoint->users, peer.uid)) {
        nc_peer_close(&peer);
        nc_close_socket(endpoint->closing, fd);
        return nc_fail(error, NEARCALL_REFUSED, "The service \"%s\" is of user %lu, who is not allowed.", name,
                       (unsigned long)peer.uid);
    }
    if (kind != &nc_shm_batch && peer.uid != endpoint->users.own) {
        nc_peer_close(&peer);
        nc_close_socket(endpoint->closing, fd);
        return nc_fail(error, NEARCALL_REFUSED, "The service \"%s\" is of another user, with whom only shm is used.", name);
    }
    const char *channel = kind->channel->name;
    struct nc_connection *opened = nc_connection_new(endpoint, fd, &peer, kind);
    if (opened == NULL) {
        nc_peer_close(&peer);
        nc_close_socket(endpoint->closing, fd);
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a connection.");
    }
    struct nc_control_message hello;
    greet(endpoint, &hello, NC_HELLO);
    nc_control_set_name(&hello, name);
    nc_control_set_text(&hello, channel);
    nc_control_send(&opened->control, &hello, -1, NULL); /* if that fails, the stream has ended */
    int status = read_answer(opened, name, again, error);
    size_t length = strlen(channel) + strlen(name) + 2;
    if (status == NEARCALL_OK && (opened->address = malloc(length)) == NULL) {
        status = nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a connection.");
    }
    if (status == NEARCALL_OK) {
        snprintf(opened->address, length, "%s:%s", channel, name);
        opened->lookups = 1;
        status = nc_connection_start(opened, error);
    }
    if (status != NEARCALL_OK) {
        nc_connection_release(opened);
        return status;
    }
    *connection = opened;
    return NEARCALL_OK;
}

int nc_connect(nearcall_endpoint *endpoint, const struct nc_batch_kind *kind, const char *name, int64_t deadline_ns,
               struct nc_connection **connection, nearcall_error *error)
{
    struct sockaddr_un address;
    int status = nc_directory_socket(&endpoint->directory, name, &address, error);
    status = status != NEARCALL_OK ? status : nc_directory_restore(&endpoint->directory, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    for (;;) {
        bool again = false;
        int fd = connect_until(endpoint, &address, name, deadline_ns, &status, error);
        if (fd < 0) {
            return status;
        }
        status = say_hello(endpoint, fd, kind, name, connection, &again, error);
        if (!again || nc_now_ns() >= deadline_ns || atomic_load_explicit(&endpoint->closed, memory_order_acquire)) {
            return status;
        }
        struct timespec pause = {.tv_nsec = longest_pause_ns};
        nanosleep(&pause, NULL);
    }
}

/* ---------------------------------------------------------------------------------------------------------- service */

static void refuse(struct nc_control_socket *control, enum nc_refused_reason reason, const char *text)
{
    struct nc_control_message refused;
    nc_control_init(&refused, NC_REFUSED);
    refused.version = NC_VERSION;
    refused.reason = (uint8_t)reason;
    nc_control_set_text(&refused, text);
    nc_control_send(control, &refused, -1, NULL);
}

/* Reads HELLO. Returns whether the process may come in. offered: the kind of channel, or NULL for all. */
static bool is_welcome(struct nc_connection *connection, const struct nc_batch_kind *offered)
{
    nearcall_endpoint *endpoint = connection->endpoint;
    struct nc_control_message hello;
    int passed = -1;
    const char *fault = NULL;
    char text[200];
    int64_t deadline_ns = nc_now_ns() + greeting_ns;
    enum nc_received received;
    do {
        received = nc_control_await(&connection->control, NC_MIN(deadline_ns, nc_now_ns() + closed_look_ns), &hello,
                                    &passed, &fault);
    } while (received == NC_NOTHING && nc_now_ns() < deadline_ns &&
             !atomic_load_explicit(&endpoint->closed, memory_order_acquire));
    if (passed >= 0) { /* not with HELLO */
        nc_close_elsewhere(endpoint->closing, &passed, 1);
    }
    if (received != NC_RECEIVED || hello.type != NC_HELLO) {
        return false;
    }
    if (hello.version != NC_VERSION) {
        refuse(&connection->control, NC_REFUSED_VERSION, "it speaks version 1 of the protocol");
        return false;
    }
    if (atomic_load_explicit(&endpoint->closed, memory_order_acquire)) {
        refuse(&connection->control, NC_REFUSED_CLOSING, "it is closing");
        return false;
    }
    const struct nc_batch_kind *kind = nc_batch_kind_of(hello.text, hello.text_length);
    if (kind == NULL || (offered != NULL && kind != offered)) {
        snprintf(text, sizeof text, "it is offered over %s only",
                 offered == NULL ? "shm, unix and fifo" : offered->channel->name);
        refuse(&connection->control, NC_REFUSED_CHANNEL, text);
        return false;
    }
    if (kind != &nc_shm_batch && connection->peer.uid != endpoint->users.own) {
        refuse(&connection->control, NC_REFUSED_CHANNEL, "other users are served over shm only");
        return false;
    }
    connection->kind = kind;
    agree(connection, &hello);
    return true;
}

static void leave_place(nearcall_endpoint *endpoint)
{
    pthread_mutex_lock(&endpoint->lock);
    endpoint->accepted--;
    pthread_mutex_unlock(&endpoint->lock);
}

bool nc_admit(nearcall_endpoint *endpoint, int fd, struct nc_peer *peer)
{
    if (nc_peer_of_socket(fd, peer) < 0) {
        nc_close_socket(endpoint->closing, fd);
        return false;
    }
    bool allowed = nc_users_allow(&endpoint->users, peer->uid);
    pthread_mutex_lock(&endpoint->lock);
    bool admitted = allowed && endpoint->accepted < endpoint->max_connections;
    endpoint->accepted += admitted ? 1 : 0;
    pthread_mutex_unlock(&endpoint->lock);
    if (!admitted) {
        struct nc_control_socket control;
        char text[200] = "it has as many connections as it may have";
        if (!allowed) {
            snprintf(text, sizeof text, "user %lu is not among those that are allowed here", (unsigned long)peer->uid);
        }
        nc_control_socket_init(&control, fd);
        control.closing = endpoint->closing;
        refuse(&control, allowed ? NC_REFUSED_OVERLOADED : NC_REFUSED_USER, text);
        nc_control_socket_close(&control);
        nc_peer_close(peer);
    }
    return admitted;
}

void nc_turn_away(nearcall_endpoint *endpoint, int fd, struct nc_peer *peer)
{
    leave_place(endpoint);
    nc_peer_close(peer);
    nc_close_socket(endpoint->closing, fd);
}

void nc_welcome(nearcall_endpoint *endpoint, const struct nc_batch_kind *kind, int fd, struct nc_peer *peer)
{
    struct nc_connection *connection = nc_connection_new(endpoint, fd, peer, NULL);
    if (connection == NULL) {
        nc_turn_away(endpoint, fd, peer);
        return;
    }
    connection->counted = true;
    if (is_welcome(connection, kind)) {
        struct nc_control_message welcome;
        greet(endpoint, &welcome, NC_WELCOME);
        nc_control_send(&connection->control, &welcome, -1, NULL);
        nc_connection_start(connection, NULL); /* if that fails, the stream ends */
    }
    nc_connection_release(connection);
}
