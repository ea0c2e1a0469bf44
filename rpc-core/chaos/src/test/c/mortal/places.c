// SPDX-License-Identifier: Apache-2.0
/* The places where a thread can be stopped. The linker puts these functions between the parts of the library. */
#include "mortal.h"

#include "connection.h"
#include "control_message.h"
#include "handshake.h"
#include "incoming.h"
#include "lane.h"
#include "reader.h"
#include "segment.h"
#include "stream_channel.h"
#include "stream_ends.h"
#include "writer.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t arming = PTHREAD_MUTEX_INITIALIZER;
static char armed[200]; /* guarded by arming */
static int passages_left;
static atomic_bool is_armed;

void reach(const char *place)
{
    if (!atomic_load(&is_armed)) {
        return;
    }
    pthread_mutex_lock(&arming);
    bool stops = strcmp(armed, place) == 0 && --passages_left == 0;
    if (stops) {
        atomic_store(&is_armed, false);
    }
    pthread_mutex_unlock(&arming);
    if (stops) {
        char line[sizeof armed + 4];
        snprintf(line, sizeof line, "at %s", place);
        say(line);
        while (true) {
            pause();
        }
    }
}

void arm(const char *place, int passage)
{
    pthread_mutex_lock(&arming);
    snprintf(armed, sizeof armed, "%s", place);
    passages_left = passage;
    pthread_mutex_unlock(&arming);
    atomic_store(&is_armed, true);
    say("armed");
}

/* A function of the library, of the type that its header gives it, and what is done around it. */
#define WRAPPED(result, name, parameters) \
    __typeof__(name) __real_##name;       \
    __typeof__(name) __wrap_##name;       \
    result __wrap_##name parameters

WRAPPED(int, listen, (int fd, int backlog))
{
    reach("LISTENING");
    return __real_listen(fd, backlog);
}

WRAPPED(int, connect, (int fd, const struct sockaddr *address, socklen_t length))
{
    reach("CONNECTING");
    int result = __real_connect(fd, address, length);
    reach("CONNECTED");
    return result;
}

WRAPPED(int, accept4, (int fd, struct sockaddr *address, socklen_t *length, int flags))
{
    reach("ACCEPTING");
    return __real_accept4(fd, address, length, flags);
}

struct nc_peer;
struct nc_batch_kind;
struct nc_control_socket;

WRAPPED(bool, nc_admit, (nearcall_endpoint *of, int fd, struct nc_peer *peer))
{
    reach("ACCEPTED");
    return __real_nc_admit(of, fd, peer);
}

WRAPPED(void, nc_welcome, (nearcall_endpoint *of, const struct nc_batch_kind *kind, int fd, struct nc_peer *peer))
{
    reach("AWAITING_HELLO");
    __real_nc_welcome(of, kind, fd, peer);
}

/* Control messages are sent one by one: each begins with its length and its type. */
WRAPPED(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags))
{
    ssize_t sent = __real_sendmsg(fd, message, flags);
    if (sent > 4) {
        switch (((const uint8_t *)message->msg_iov[0].iov_base)[4]) {
        case NC_HELLO: reach("HELLO_SENT"); break;
        case NC_WELCOME: reach("WELCOME_SENT"); break;
        case NC_LANES: reach("LANES_SENT"); break;
        case NC_LANES_READY: reach("LANES_READY_SENT"); break;
        case NC_GOODBYE: reach("GOODBYE_SENT"); break;
        default: break;
        }
    }
    return sent;
}

WRAPPED(int, nc_segment_create, (struct nc_segment *segment, const struct nc_batch_shape *shape, int *fd))
{
    int result = __real_nc_segment_create(segment, shape, fd);
    reach("SEGMENT_MADE");
    return result;
}

WRAPPED(const char *, nc_segment_attach, (struct nc_segment *segment, const struct nc_batch_shape *shape, int fd))
{
    const char *result = __real_nc_segment_attach(segment, shape, fd);
    reach("SEGMENT_ATTACHED");
    return result;
}

WRAPPED(void, nc_segment_unmap, (struct nc_segment *segment))
{
    __real_nc_segment_unmap(segment);
    reach("SEGMENT_CLOSED");
}

WRAPPED(int, mkfifo, (const char *path, mode_t mode))
{
    int result = __real_mkfifo(path, mode);
    reach("FIFO_MADE");
    return result;
}

WRAPPED(struct nc_lane *, nc_stream_lane, (const struct nc_channel *channel, struct nc_connection *connection,
                                           const struct nc_batch_shape *shape, uint32_t index, int in_fd, int out_fd,
                                           const uint8_t *proof, bool opened_here))
{
    struct nc_lane *result = __real_nc_stream_lane(channel, connection, shape, index, in_fd, out_fd, proof, opened_here);
    reach("STREAM_OPENED");
    return result;
}

WRAPPED(int, nearcall_call_begin, (nearcall_service *service, size_t method, const nearcall_call_options *options,
                                   nearcall_call **call, nearcall_error *error))
{
    int result = __real_nearcall_call_begin(service, method, options, call, error);
    if (result == NEARCALL_OK) {
        reach("CLAIMED");
    }
    return result;
}

WRAPPED(nearcall_writer *, nearcall_request_result, (nearcall_request *request))
{
    nearcall_writer *result = __real_nearcall_request_result(request);
    reach("CLAIMED");
    return result;
}

WRAPPED(int, nc_lane_send, (struct nc_lane *lane, const uint8_t *payload, uint32_t length, uint8_t flags,
                            struct nc_patience *patience, nearcall_error *error))
{
    int result = __real_nc_lane_send(lane, payload, length, flags, patience, error);
    reach(flags & NC_MORE ? "FRAGMENT_SENT" : "SENT");
    return result;
}

/* The record is there, and the peer that sleeps is not woken yet. */
WRAPPED(uint32_t, nc_ring_publish, (struct nc_ring_producer *producer, const void *payload, uint32_t length, uint8_t flags))
{
    uint32_t result = __real_nc_ring_publish(producer, payload, length, flags);
    reach("RING_COMMITTED");
    return result;
}

WRAPPED(bool, nc_stream_publish, (struct nc_lane *lane, const void *payload, uint32_t length, uint8_t flags))
{
    bool result = __real_nc_stream_publish(lane, payload, length, flags);
    reach("STREAM_COMMITTED");
    return result;
}

WRAPPED(enum nc_wait, nc_lane_await_record, (struct nc_lane *lane, bool in_message, struct nc_patience *patience))
{
    reach("AWAITING_RECORD");
    return __real_nc_lane_await_record(lane, in_message, patience);
}

WRAPPED(enum nc_incoming_state, nc_incoming_add, (struct nc_incoming *incoming, uint64_t longest, const struct nc_record *record,
                                                  const uint8_t *payload))
{
    enum nc_incoming_state result = __real_nc_incoming_add(incoming, longest, record, payload);
    reach(result == NC_INCOMING_PART ? "FRAGMENT_READ" : "MESSAGE_SEEN");
    return result;
}

WRAPPED(void, nc_reader_begin, (nearcall_reader *reader, const uint8_t *data, size_t length))
{
    __real_nc_reader_begin(reader, data, length);
    reach("READING_BEGUN");
}

WRAPPED(int, nc_writer_finish, (nearcall_writer *writer))
{
    int result = __real_nc_writer_finish(writer);
    reach("FINISHED");
    return result;
}

WRAPPED(void, nc_control_shutdown, (struct nc_control_socket *socket))
{
    __real_nc_control_shutdown(socket);
    reach("CONNECTION_ENDED");
}

WRAPPED(void, nc_lane_free, (struct nc_lane *lane))
{
    __real_nc_lane_free(lane);
    reach("LANE_CLOSED");
}
