// SPDX-License-Identifier: Apache-2.0
/* The far end of the connection stays open, and nobody reads from it. */
#include "silent_peer.h"

#include "agreement.h"
#include "batch_kind.h"
#include "call.h"
#include "check.h"
#include "incoming.h"
#include "shape.h"
#include "value.h"

#include <sys/socket.h>
#include <unistd.h>

enum { RECORD_MAX = 16376 };

struct silent_message {
    nearcall_reader reader;
    struct nc_arena arena;
};

static char directory[200];
static int far_end;
static nearcall_endpoint *endpoint;
static struct nc_connection *connection;
static nearcall_error failure;
static struct nc_bytes written;

void silent_peer_open(void)
{
    int fds[2];
    nearcall_options options;
    temporary_name(directory, sizeof directory);
    CHECK(mkdtemp(directory) != NULL && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
    nearcall_options_init(&options);
    options.directory = directory;
    CHECK_SAYING(nearcall_open(&options, &endpoint, &failure) == NEARCALL_OK, "%s", failure.message);
    struct nc_peer self = {.pidfd = -1};
    connection = nc_connection_new(endpoint, fds[0], &self, NULL);
    CHECK(connection != NULL);
    connection->kind = &nc_shm_batch;
    far_end = fds[1];
}

void silent_peer_close(void)
{
    nc_connection_release(connection);
    nearcall_close(endpoint);
    nc_bytes_free(&written);
    close(far_end);
    rmdir(directory);
}

nearcall_endpoint *silent_peer_endpoint(void)
{
    return endpoint;
}

struct nc_connection *silent_peer_connection(void)
{
    return connection;
}

void silent_peer_describe(const char *name, const char *lines)
{
    CHECK_SAYING(nearcall_add_class(endpoint, name, lines, &failure) == NEARCALL_OK, "%s", failure.message);
}

uint32_t silent_peer_agree(const char *name)
{
    struct nc_class *class = nc_registry_find(nc_endpoint_classes(endpoint), name, &failure);
    CHECK_SAYING(class != NULL, "%s", failure.message);
    uint32_t id = nc_class_agree(connection, class, class->shape);
    CHECK(id != 0);
    return id;
}

struct silent_message *silent_message_new(const uint8_t *data, size_t length)
{
    struct silent_message *message = calloc(1, sizeof *message);
    CHECK(message != NULL);
    message->reader.arena = &message->arena;
    message->reader.connection = connection;
    nc_reader_begin(&message->reader, data, length);
    return message;
}

nearcall_reader *silent_message_reader(struct silent_message *message)
{
    return &message->reader;
}

const char *silent_message_error(const struct silent_message *message)
{
    return message->reader.error.status == NEARCALL_OK ? "" : message->reader.error.message;
}

void silent_message_free(struct silent_message *message)
{
    nc_reader_free(&message->reader);
    nc_arena_free(&message->arena);
    free(message);
}

/* There is a second record only if the message is too long for one. */
static int keep(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error)
{
    (void)target;
    if ((flags & NC_MORE) != 0) {
        error->status = NEARCALL_TOO_LARGE;
        return error->status;
    }
    CHECK(nc_bytes_append(&written, payload, length));
    return NEARCALL_OK;
}

const uint8_t *silent_peer_written(void (*put)(nearcall_writer *writer, const void *context), const void *context, size_t *length)
{
    static const uint8_t header[NC_ANSWER_HEADER];
    static uint8_t record[RECORD_MAX];
    nearcall_writer writer = {
        .record = record, .longest = sizeof record, .limit = UINT64_MAX / 2, .connection = connection, .send = keep};
    written.length = 0;
    nc_writer_begin(&writer, NC_RESULT, header, sizeof header);
    put(&writer, context);
    int status = nc_writer_finish(&writer);
    CHECK_SAYING(status == NEARCALL_OK || status == NEARCALL_TOO_LARGE, "%s", writer.error.message);
    nc_writer_free(&writer);
    if (status != NEARCALL_OK) {
        return NULL;
    }
    *length = written.length - sizeof header;
    return written.data + sizeof header;
}
