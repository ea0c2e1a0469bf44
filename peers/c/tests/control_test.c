// SPDX-License-Identifier: Apache-2.0
/* Control messages: docs/vectors/control.txt, and what has to be refused. */
#include "control_socket.h"
#include "vectors.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static struct nc_control_message message;
static uint8_t frame[NC_CONTROL_FRAME_MAX];

static void should_decode_and_encode_every_vector(void)
{
    read_vectors("control.txt");
    for (size_t i = 0; i < vector_count; i++) {
        const struct vector *vector = &vectors[i];
        CHECK(nc_load32(vector->bytes) == vector->length - 4);
        const char *fault = nc_control_decode(vector->bytes + 4, vector->length - 4, &message);
        CHECK_SAYING(fault == NULL, "%s: %s", vector->name, fault);
        size_t length = nc_control_encode(&message, frame);
        CHECK_SAYING(length == vector->length && memcmp(frame, vector->bytes, length) == 0, "%s", vector->name);
    }
}

static void should_read_what_the_vectors_mean(void)
{
    const struct vector *hello = vector_of_name("HELLO");
    CHECK(nc_control_decode(hello->bytes + 4, hello->length - 4, &message) == NULL);
    CHECK(message.type == NC_HELLO && message.version == 1 && message.lanes == 256 && message.flags == 16);
    CHECK(message.longest == UINT64_C(1) << 30);
    CHECK(strcmp(message.name, "orders") == 0 && strcmp(message.text, "shm") == 0);
    const struct vector *cancel = vector_of_name("CANCEL");
    CHECK(nc_control_decode(cancel->bytes + 4, cancel->length - 4, &message) == NULL);
    CHECK(message.lane == 17 && message.call_id == INT64_MAX);
}

static void should_refuse_every_vector_that_is_cut_or_too_long(void)
{
    for (size_t i = 0; i < vector_count; i++) {
        const struct vector *vector = &vectors[i];
        for (size_t length = 0; length < vector->length - 4; length++) {
            CHECK_SAYING(nc_control_decode(vector->bytes + 4, length, &message) != NULL, "%s cut to %zu", vector->name,
                         length);
        }
        CHECK(nc_control_decode(vector->bytes + 4, vector->length - 3, &message) != NULL);
    }
}

static void should_refuse_what_section_2_excludes(void)
{
    uint8_t unknown[] = {99};
    CHECK(nc_control_decode(unknown, sizeof unknown, &message) != NULL);
    uint8_t doorbell[] = {NC_DOORBELL, 0, 0, 0, 0x80}; /* above 2^31 - 1 */
    CHECK(nc_control_decode(doorbell, sizeof doorbell, &message) != NULL);
    uint8_t malformed[] = {NC_CLASS_REFUSED, 1, 0, 0xff, 0, 0}; /* not UTF-8 */
    CHECK(nc_control_decode(malformed, sizeof malformed, &message) != NULL);
    uint8_t flags[] = {NC_LANES, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0};
    CHECK(nc_control_decode(flags, sizeof flags, &message) != NULL);
    nc_control_init(&message, NC_WELCOME);
    message.version = NC_VERSION;
    message.longest = 65535; /* a failure and its text must fit */
    size_t length = nc_control_encode(&message, frame);
    CHECK(nc_control_decode(frame + 4, length - 4, &message) != NULL);
}

static void should_read_no_further_than_another_version(void)
{
    uint8_t hello[] = {NC_HELLO, 'N', 'C', 'A', 'L', 2, 0, 0, 0, 1, 2, 3};
    CHECK(nc_control_decode(hello, sizeof hello, &message) == NULL && message.version == 2);
}

static void should_cut_a_reason_at_a_character(void)
{
    char text[1000];
    memset(text, 'x', sizeof text);
    memcpy(text + 799, "\xc3\xbc", 3); /* two bytes across the limit of 800 */
    nc_control_init(&message, NC_GOODBYE);
    nc_control_set_text(&message, text);
    CHECK(message.text_length == 799);
}

/* ----------------------------------------------------------------------------------------------------------- sockets */

static struct nc_control_socket ends[2];

static void connect_ends(void)
{
    int fds[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
    nc_control_socket_init(&ends[0], fds[0]);
    nc_control_socket_init(&ends[1], fds[1]);
}

static void close_ends(void)
{
    nc_control_socket_close(&ends[0]);
    nc_control_socket_close(&ends[1]);
}

static enum nc_received receive(int *passed)
{
    const char *fault = NULL;
    *passed = -1;
    return nc_control_await(&ends[1], nc_now_ns() + NC_NS_PER_S, &message, passed, &fault);
}

static void should_pass_a_descriptor_with_its_message(void)
{
    connect_ends();
    int memory = memfd_create("test", MFD_CLOEXEC);
    int passed;
    nc_control_init(&message, NC_DOORBELL);
    CHECK(nc_control_send(&ends[0], &message, -1, NULL));
    nc_control_init(&message, NC_LANES);
    CHECK(nc_control_send(&ends[0], &message, memory, NULL));
    CHECK(receive(&passed) == NC_RECEIVED && message.type == NC_DOORBELL && passed == -1);
    CHECK(receive(&passed) == NC_RECEIVED && message.type == NC_LANES && passed >= 0);
    close(passed);
    close(memory);
    close_ends();
}

static void should_refuse_a_descriptor_that_is_missing_or_too_many(void)
{
    int passed;
    connect_ends();
    nc_control_init(&message, NC_LANES);
    CHECK(nc_control_send(&ends[0], &message, -1, NULL));
    CHECK(receive(&passed) == NC_MALFORMED && passed == -1);
    close_ends();
    connect_ends();
    nc_control_init(&message, NC_DOORBELL);
    CHECK(nc_control_send(&ends[0], &message, STDIN_FILENO, NULL));
    CHECK(receive(&passed) == NC_MALFORMED && passed == -1);
    close_ends();
}

static void should_queue_what_has_no_room_and_send_it_in_order(void)
{
    connect_ends();
    bool queued = false;
    uint32_t sent = 0;
    int passed;
    while (!queued) {
        nc_control_init(&message, NC_DOORBELL);
        message.lane = sent++;
        CHECK(nc_control_send(&ends[0], &message, -1, &queued));
    }
    for (int i = 0; i < 10; i++) {
        nc_control_init(&message, NC_DOORBELL);
        message.lane = sent++;
        CHECK(nc_control_send(&ends[0], &message, -1, &queued) && queued);
    }
    for (uint32_t i = 0; i < sent; i++) {
        nc_control_flush(&ends[0]);
        CHECK(receive(&passed) == NC_RECEIVED && message.lane == i);
    }
    CHECK(!nc_control_flush(&ends[0]));
    close_ends();
}

static void should_break_off_beyond_the_limits_of_the_queue(void)
{
    connect_ends();
    unsigned queued_messages = 0;
    bool queued = false;
    nc_control_init(&message, NC_DOORBELL);
    while (nc_control_send(&ends[0], &message, -1, &queued)) {
        queued_messages += queued ? 1 : 0;
        CHECK(queued_messages <= 1024);
    }
    CHECK(queued_messages == 1024);
    struct pollfd hung_up = {.fd = ends[1].fd, .events = POLLRDHUP};
    CHECK(poll(&hung_up, 1, 1000) == 1);
    close_ends();
}

int main(void)
{
    RUN(should_decode_and_encode_every_vector);
    RUN(should_read_what_the_vectors_mean);
    RUN(should_refuse_every_vector_that_is_cut_or_too_long);
    RUN(should_refuse_what_section_2_excludes);
    RUN(should_read_no_further_than_another_version);
    RUN(should_cut_a_reason_at_a_character);
    RUN(should_pass_a_descriptor_with_its_message);
    RUN(should_refuse_a_descriptor_that_is_missing_or_too_many);
    RUN(should_queue_what_has_no_room_and_send_it_in_order);
    RUN(should_break_off_beyond_the_limits_of_the_queue);
    return 0;
}
