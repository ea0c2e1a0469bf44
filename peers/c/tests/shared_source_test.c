// SPDX-License-Identifier: Apache-2.0
/* One source of a stream that two peers read, one of which stops in the middle of an answer. */
#include "raw_client.h"
#include "two_endpoints.h"

#include <malloc.h>

enum { LONG = 100 * 1000, FETCH = 0, GET = 0 };

static const char *const signatures[] = {"get ()Ljava/util/stream/Stream; ()E"};
static nearcall_exported *exported;
static nearcall_object *stream;
static int32_t elements; /* how many there are */
static int32_t made;
static bool all_long; /* else the first one only; the others are their numbers */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
size_t __sanitizer_get_current_allocated_bytes(void);

static size_t allocated(void)
{
    return __sanitizer_get_current_allocated_bytes();
}
#else
static size_t allocated(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
#endif

static int get(nearcall_request *request, void *context)
{
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nearcall_put_reference(nearcall_request_result(request), NEARCALL_STREAM,
                               nearcall_new_reference(nearcall_request_values(request), stream));
    }
    (void)context;
    return status;
}

static int make(void *context, nearcall_values *values, const nearcall_value **element)
{
    static char text[LONG + 1];
    memset(text, 'x', LONG);
    if (made == elements) {
        return NEARCALL_STREAM_END;
    }
    *element = made == 0 || all_long ? nearcall_new_string(values, text) : nearcall_new_int(values, made);
    made++;
    (void)context;
    return NEARCALL_OK;
}

static void open_source(int32_t count, bool of_long_ones)
{
    static const nearcall_method served[] = {{"get ()Ljava/util/stream/Stream; ()E", get}};
    nearcall_source source = {.next = make};
    nearcall_options options;
    nearcall_options_init(&options);
    options.max_message_bytes = 1 << 20;
    elements = count;
    made = 0;
    all_long = of_long_ones;
    open_endpoints(&options);
    CHECK(nearcall_source_new(&source, &stream, &error) == NEARCALL_OK);
    CHECK(nearcall_export(serving, "source", "Source", served, 1, NULL, &exported, &error) == NEARCALL_OK);
}

static void close_source(void)
{
    nearcall_exported_release(exported);
    nearcall_object_release(stream);
    close_endpoints();
}

static void raw_call(struct raw_client *client, struct raw_lane *lane, uint64_t id, uint32_t object, int64_t position)
{
    uint8_t call[NC_CALL_HEADER + 16];
    nc_store64(call, id);
    nc_store32(call + 8, object);
    nc_store32(call + 12, 0);
    nc_store64(call + NC_CALL_HEADER, (uint64_t)position);
    nc_store64(call + NC_CALL_HEADER + 8, INT64_MAX);
    raw_send(client, lane, call, object == 1 ? NC_CALL_HEADER : sizeof call, NC_CALL);
}

/* Has a reference to the source. */
static void open_reader(struct raw_client *client, struct raw_lane *lane)
{
    raw_connect(client, runtime_directory, "source");
    raw_hello(client, "source", 0, 1 << 20);
    raw_open_lane(client, lane, 0, false);
    raw_call(client, lane, 1, 1, 0);
    CHECK(raw_receive(client, lane) && (client->record.flags & NC_TYPE_MASK) == NC_RESULT);
}

static void close_reader(struct raw_client *client, struct raw_lane *lane)
{
    raw_close_lane(lane);
    raw_close(client);
}

/* The source is the first object that a connection refers to. */
static void fetch(struct raw_client *client, struct raw_lane *lane, uint64_t id, int64_t position)
{
    raw_call(client, lane, id, 1 << 30, position);
}

/* Receives the rest of an answer. Its last record remains. */
static void receive_answer(struct raw_client *client, struct raw_lane *lane)
{
    do {
        CHECK(raw_receive(client, lane));
        CHECK((client->record.flags & NC_TYPE_MASK) == NC_RESULT);
    } while ((client->record.flags & NC_MORE) != 0);
}

static bool ends_with(const struct raw_client *client, const uint8_t *bytes, uint32_t count)
{
    uint32_t length = client->record.length;
    return length >= count && memcmp(client->payload + length - count, bytes, count) == 0;
}

/* Waits until an answer that nobody reads has begun. */
static void await_first_record(struct raw_lane *lane)
{
    for (int i = 0; i < 5000 && !nc_ring_is_readable(&lane->consumer); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    CHECK(nc_ring_is_readable(&lane->consumer));
}

static void should_forget_what_one_peer_has_received_while_another_one_does_not_read(void)
{
    static struct raw_client stopped;
    struct raw_lane lane;
    nearcall_service *service;
    nearcall_call *call;
    nearcall_stream *read;
    const nearcall_value *element;
    open_source(200, true);
    open_reader(&stopped, &lane);
    fetch(&stopped, &lane, 2, 0);
    await_first_record(&lane);
    CHECK(nearcall_lookup(calling, "source", "Source", signatures, 1, &service, &error) == NEARCALL_OK);
    CHECK(nearcall_call_begin(service, GET, NULL, &call, &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s", error.message);
    CHECK(nearcall_stream_open(nearcall_get_reference(nearcall_call_result(call)), &read, &error) == NEARCALL_OK);
    size_t before = allocated();
    for (int i = 0; i < 180; i++) {
        CHECK_SAYING(nearcall_stream_next(read, -1, &element, &error) == NEARCALL_OK, "%s", error.message);
    }
    CHECK_SAYING(allocated() < before + 20 * LONG, "%zu bytes, %zu before", allocated(), before);
    nearcall_stream_close(read);
    nearcall_call_end(call);
    nearcall_service_release(service);
    close_reader(&stopped, &lane);
    close_source();
}

/* Has one peer be sent what it does not read, and another one of the same source overtake it. */
static void overtake(
    struct raw_client *slow, struct raw_lane *slow_lane, struct raw_client *fast, struct raw_lane *fast_lane)
{
    open_source(3, false);
    open_reader(slow, slow_lane);
    open_reader(fast, fast_lane);
    fetch(slow, slow_lane, 2, 0);
    await_first_record(slow_lane);
    fetch(fast, fast_lane, 2, 1);
    receive_answer(fast, fast_lane);
}

/* The element that it is being sent is dropped then. The others follow in its next answer. */
static void should_send_all_elements_to_a_peer_that_another_one_overtakes(void)
{
    static const uint8_t no_end[] = {0, 0};
    static const uint8_t rest[] = {1, 5, 2, 1, 5, 4, 0, 1};
    static struct raw_client slow;
    static struct raw_client fast;
    struct raw_lane slow_lane;
    struct raw_lane fast_lane;
    overtake(&slow, &slow_lane, &fast, &fast_lane);
    CHECK(ends_with(&fast, rest, sizeof rest));
    receive_answer(&slow, &slow_lane);
    CHECK(ends_with(&slow, no_end, sizeof no_end));
    fetch(&slow, &slow_lane, 3, 1);
    receive_answer(&slow, &slow_lane);
    CHECK(ends_with(&slow, rest, sizeof rest));
    close_reader(&slow, &slow_lane);
    close_reader(&fast, &fast_lane);
    close_source();
}

/* It may have received some that the slow one has not. Those are given up, which is not the end. */
static void should_not_end_the_stream_of_a_peer_whose_elements_are_given_up(void)
{
    static const uint8_t no_end[] = {0, 0};
    static struct raw_client slow;
    static struct raw_client fast;
    struct raw_lane slow_lane;
    struct raw_lane fast_lane;
    overtake(&slow, &slow_lane, &fast, &fast_lane);
    fetch(&fast, &fast_lane, 3, 3);
    receive_answer(&fast, &fast_lane);
    receive_answer(&slow, &slow_lane);
    CHECK(ends_with(&slow, no_end, sizeof no_end));
    fetch(&slow, &slow_lane, 3, 1);
    CHECK(raw_receive(&slow, &slow_lane) && (slow.record.flags & NC_TYPE_MASK) == NC_EXCEPTION);
    close_reader(&slow, &slow_lane);
    close_reader(&fast, &fast_lane);
    close_source();
}

int main(void)
{
    alarm(60);
    RUN(should_forget_what_one_peer_has_received_while_another_one_does_not_read);
    RUN(should_send_all_elements_to_a_peer_that_another_one_overtakes);
    RUN(should_not_end_the_stream_of_a_peer_whose_elements_are_given_up);
    return 0;
}
