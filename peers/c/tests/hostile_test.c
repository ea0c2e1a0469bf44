// SPDX-License-Identifier: Apache-2.0
/* What a peer says that must not: the connection ends, or the call fails, and others are served on. */
#include "raw_client.h"
#include "two_endpoints.h"

#include <fcntl.h>
#include <errno.h>
#include <sys/mman.h>

static nearcall_exported *exported;
static struct raw_client client;
static struct raw_lane lane;

static int echo(nearcall_request *request, void *context)
{
    const nearcall_value *value = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), value);
    }
    (void)context;
    return status;
}

static const nearcall_method methods[] = {{"echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L", echo}};

/* Another client is served as before. */
static void check_service(void)
{
    static const char *const signatures[] = {"echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L"};
    nearcall_service *service;
    nearcall_call *call;
    CHECK_SAYING(nearcall_lookup(calling, "echo", "Echo", signatures, 1, &service, &error) == NEARCALL_OK, "%s",
                 error.message);
    CHECK(nearcall_call_begin(service, 0, NULL, &call, &error) == NEARCALL_OK);
    nearcall_put_value(nearcall_call_arguments(call), nearcall_new_int(nearcall_call_values(call), 7));
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s", error.message);
    CHECK(nearcall_value_integer(nearcall_get_value(nearcall_call_result(call))) == 7);
    nearcall_call_end(call);
    nearcall_service_release(service);
}

static void connect_client(bool shared)
{
    raw_connect(&client, runtime_directory, "echo");
    raw_hello(&client, "echo", 0, 1 << 20);
    raw_open_lane(&client, &lane, 0, shared);
}

static void disconnect_client(void)
{
    raw_close_lane(&lane);
    raw_close(&client);
}

/* The peer says GOODBYE with reason 2, and closes the socket. */
static void check_breach(void)
{
    int passed;
    CHECK(raw_control(&client, &passed) == NC_RECEIVED);
    CHECK_SAYING(client.message.type == NC_GOODBYE && client.message.reason == NC_GOODBYE_BREACH, "type %u, reason %u, %s",
                 client.message.type, client.message.reason, client.message.text);
    CHECK(raw_control(&client, &passed) == NC_STREAM_END);
    disconnect_client();
    check_service();
}

static void should_end_the_connection_for_records_that_break_the_rules(void)
{
    static const uint8_t call[NC_CALL_HEADER + 1] = {1, 0, 0, 0, 0, 0, 0, 0, 1};
    static const struct {
        uint32_t length;
        uint8_t flags;
    } wrong[] = {
        {NC_CALL_HEADER - 1, NC_CALL},                /* shorter than its header */
        {sizeof call, 0},                             /* no type */
        {sizeof call, 31},                            /* an unknown type */
        {sizeof call, NC_RESULT | NC_ACCOMPANIED},    /* only calls are accompanied */
        {sizeof call, NC_RESULT},                     /* an answer from a caller */
        {sizeof call, NC_POST},                       /* a POST on a borrowed lane */
        {sizeof call, NC_ABORT},                      /* of nothing */
        {sizeof call, NC_CALL | NC_REFERENCES},       /* without a list */
        {sizeof call, NC_CALL | NC_ACCOMPANIED},      /* without a whole block */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        connect_client(false);
        raw_send(&client, &lane, call, wrong[i].length, wrong[i].flags);
        check_breach();
    }
}

static void should_end_the_connection_for_records_of_different_types(void)
{
    static const uint8_t call[NC_CALL_HEADER] = {1};
    connect_client(false);
    raw_send(&client, &lane, call, sizeof call, NC_CALL | NC_MORE);
    raw_send(&client, &lane, call, sizeof call, NC_POST);
    check_breach();
}

static void should_end_the_connection_for_a_deadline_that_is_cut(void)
{
    static const uint8_t call[NC_CALL_HEADER + 10] = {1, [8] = 1};
    connect_client(false);
    raw_send(&client, &lane, call, NC_CALL_HEADER + 4, NC_CALL | NC_ACCOMPANIED | NC_MORE);
    raw_send(&client, &lane, call + NC_CALL_HEADER + 4, 6, NC_CALL | NC_ACCOMPANIED);
    check_breach();
}

static void should_end_the_connection_for_a_call_that_does_not_come_behind_the_last(void)
{
    uint8_t call[NC_CALL_HEADER] = {5};
    connect_client(true);
    raw_send(&client, &lane, call, sizeof call, NC_CALL);
    CHECK(raw_receive(&client, &lane) && (client.record.flags & NC_TYPE_MASK) == NC_FAILURE);
    raw_send(&client, &lane, call, sizeof call, NC_CALL);
    check_breach();
}

static void should_end_the_connection_for_a_message_beyond_all_limits(void)
{
    static uint8_t call[16376];
    nc_store64(call, 1);
    connect_client(false);
    for (int i = 0; i < 500; i++) { /* 2 MiB agreed twice, and 4 MiB */
        for (int n = 0; n < 5000 && !nc_ring_has_room(&lane.producer); n++) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
            struct nc_control_message goodbye;
            const char *fault;
            int passed;
            if (nc_control_receive(&client.control, &goodbye, &passed, &fault) == NC_RECEIVED) {
                CHECK(goodbye.type == NC_GOODBYE && goodbye.reason == NC_GOODBYE_BREACH);
                CHECK_SAYING(i > 6 << 20 >> 14, "after %d records", i);
                disconnect_client();
                check_service();
                return;
            }
        }
        raw_notify(&client, &lane, nc_ring_publish(&lane.producer, call, sizeof call, NC_CALL | NC_MORE));
    }
    CHECK(!"the message has no end");
}

static void should_skip_a_message_that_is_longer_than_agreed(void)
{
    static uint8_t call[16376];
    nc_store64(call, 1);
    connect_client(false);
    for (int i = 0; i < 80; i++) {
        raw_send(&client, &lane, call, sizeof call, i < 79 ? NC_CALL | NC_MORE : NC_CALL);
    }
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_FAILURE);
    CHECK(nc_load32(client.payload + 8) == 5); /* arguments too large */
    disconnect_client();
}

static void should_end_the_connection_for_control_messages_that_break_the_rules(void)
{
    static const uint8_t wrong[][16] = {
        {0, 0, 0, 0},                                       /* empty */
        {1, 16, 0, 0},                                      /* longer than 4096 */
        {1, 0, 0, 0, 99},                                   /* an unknown type */
        {1, 0, 0, 0, NC_HELLO},                             /* cut off */
        {5, 0, 0, 0, NC_DOORBELL, 0, 0, 0, 0x80},           /* a number above 2^31 - 1 */
        {9, 0, 0, 0, NC_CLASS_AGREED, 2, 0, 'a', 'b', 1, 0, 0, 0}, /* of a class that was not offered */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        connect_client(false);
        CHECK(write(client.control.fd, wrong[i], sizeof wrong[i]) == sizeof wrong[i]);
        check_breach();
    }
    connect_client(false);
    struct nc_control_message release;
    nc_control_init(&release, NC_RELEASE);
    release.object = 1 << 30; /* no object that is kept */
    release.received = 1;
    CHECK(nc_control_send(&client.control, &release, -1, NULL));
    check_breach();
}

static void should_refuse_lanes_that_do_not_fit(void)
{
    static const struct {
        uint32_t batch;
        uint32_t lanes;
        uint32_t capacity;
        bool breach;
    } wrong[] = {
        {2, 0, NC_RING_CAPACITY, false}, {2, 2000, NC_RING_CAPACITY, false}, {2, 1, 4096, false},
        {3, 1, NC_RING_CAPACITY, true},  {0, 1, NC_RING_CAPACITY, true},     {2, 1, NC_RING_CAPACITY, true},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct nc_control_message lanes;
        int passed;
        int memory = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING); /* not sealed */
        connect_client(false);
        nc_control_init(&lanes, NC_LANES);
        lanes.batch = wrong[i].batch;
        lanes.lanes = wrong[i].lanes;
        lanes.ring_capacity = wrong[i].capacity;
        CHECK(nc_control_send(&client.control, &lanes, memory, NULL));
        close(memory);
        if (wrong[i].breach) {
            check_breach();
        } else {
            CHECK(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_LANES_REFUSED);
            disconnect_client();
        }
    }
}

static void should_refuse_a_handshake_that_is_wrong(void)
{
    static const uint8_t wrong_version[] = {9, 0, 0, 0, NC_HELLO, 'N', 'C', 'A', 'L', 2, 0, 0, 0};
    int passed;
    raw_connect(&client, runtime_directory, "echo");
    CHECK(write(client.control.fd, wrong_version, sizeof wrong_version) == sizeof wrong_version);
    CHECK(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_REFUSED);
    CHECK(client.message.reason == NC_REFUSED_VERSION && client.message.version == NC_VERSION);
    raw_close(&client);

    raw_connect(&client, runtime_directory, "echo");
    struct nc_control_message hello;
    nc_control_init(&hello, NC_HELLO);
    hello.version = NC_VERSION;
    hello.longest = 65536;
    nc_control_set_name(&hello, "echo");
    nc_control_set_text(&hello, "pigeon");
    CHECK(nc_control_send(&client.control, &hello, -1, NULL));
    CHECK(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_REFUSED);
    CHECK(client.message.reason == NC_REFUSED_CHANNEL);
    raw_close(&client);
    check_service();
}

/* A program that has asked for trees may walk through a value without a limit. */
static void should_refuse_a_value_that_contains_itself_if_trees_were_asked_for(void)
{
    static const uint8_t call[NC_CALL_HEADER + 5] = {1, [8] = 1, [16] = 20, 1, 1, 20, 2};
    nearcall_options options;
    nearcall_endpoint *of_trees;
    nearcall_exported *echoes;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    options.trees = true;
    CHECK(nearcall_open(&options, &of_trees, &error) == NEARCALL_OK);
    CHECK(nearcall_export(of_trees, "trees", "Echo", methods, 1, NULL, &echoes, &error) == NEARCALL_OK);
    raw_connect(&client, runtime_directory, "trees");
    raw_hello(&client, "trees", 0, 65536);
    raw_open_lane(&client, &lane, 0, false);
    raw_send(&client, &lane, call, sizeof call, NC_CALL);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_FAILURE && nc_load32(client.payload + 8) == 2);
    disconnect_client();
    nearcall_exported_release(echoes);
    nearcall_close(of_trees);
}

/* A connection that has ended counts for as long as a method runs on for it. */
static void should_refuse_connections_beyond_the_limit(void)
{
    enum { LIMIT = 3 };
    static struct raw_client clients[LIMIT + 1];
    nearcall_options options;
    nearcall_endpoint *small;
    nearcall_exported *crowded;
    int passed;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    options.max_connections = LIMIT;
    CHECK(nearcall_open(&options, &small, &error) == NEARCALL_OK);
    CHECK(nearcall_export(small, "crowded", "Crowded", methods, 1, NULL, &crowded, &error) == NEARCALL_OK);
    for (int i = 0; i < LIMIT; i++) {
        raw_connect(&clients[i], runtime_directory, "crowded");
        raw_hello(&clients[i], "crowded", 0, 65536);
    }
    raw_connect(&clients[LIMIT], runtime_directory, "crowded");
    CHECK(raw_control(&clients[LIMIT], &passed) == NC_RECEIVED && clients[LIMIT].message.type == NC_REFUSED);
    CHECK(clients[LIMIT].message.reason == NC_REFUSED_OVERLOADED);
    raw_close(&clients[LIMIT]);
    raw_close(&clients[0]);
    bool welcome = false;
    for (int i = 0; i < 200 && !welcome; i++) { /* the end of a connection is noticed some time */
        struct nc_control_message hello;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        raw_connect(&clients[0], runtime_directory, "crowded");
        nc_control_init(&hello, NC_HELLO);
        hello.version = NC_VERSION;
        hello.longest = 65536;
        nc_control_set_name(&hello, "crowded");
        nc_control_set_text(&hello, "shm");
        nc_control_send(&clients[0].control, &hello, -1, NULL);
        CHECK(raw_control(&clients[0], &passed) == NC_RECEIVED);
        welcome = clients[0].message.type == NC_WELCOME;
        if (!welcome) {
            raw_close(&clients[0]);
        }
    }
    CHECK(welcome);
    for (int i = 0; i < LIMIT; i++) {
        raw_close(&clients[i]);
    }
    nearcall_exported_release(crowded);
    nearcall_close(small);
}

/* ------------------------------------------------------------------------------------------------------------- fuzzing */

/* Arguments that begin well, with bytes changed: each is answered, or ends the connection with a reason. */
static void should_survive_arguments_with_bytes_changed(void)
{
    static const uint8_t value[] = {20, 1, 6, 5, 2, 9, 4, 97, 0, 8, 0, 0, 0, 0, 0, 0, 4, 64, 0x60, 1, 2,
                                    0x0e, 1, 2, 1, 0, 0, 0, 2, 0, 0, 0, 0x20, 1, 1, 9, 4, 97, 20, 3};
    uint32_t answers = 0;
    uint64_t call = 0;
    connect_client(false);
    for (int i = 0; i < 4000; i++) {
        uint8_t record[NC_CALL_HEADER + sizeof value];
        nc_store64(record, ++call);
        nc_store32(record + 8, 1);
        nc_store32(record + 12, 0);
        memcpy(record + NC_CALL_HEADER, value, sizeof value);
        for (uint32_t n = random_below(4); n > 0; n--) {
            record[NC_CALL_HEADER + random_below(sizeof value)] = (uint8_t)random_below(256);
        }
        uint32_t length = NC_CALL_HEADER + 1 + random_below(sizeof value);
        raw_send(&client, &lane, record, length, NC_CALL);
        CHECK(raw_receive(&client, &lane));
        CHECK(nc_load64(client.payload) == call);
        while (client.record.flags & NC_MORE) {
            CHECK(raw_receive(&client, &lane));
        }
        answers++;
    }
    CHECK(answers == 4000);
    disconnect_client();
    check_service();
}

static void should_survive_random_records_and_control_messages(void)
{
    static const uint8_t types[] = {0x01, 0x81, 0x02, 0x21, 0x41, 0x03, 0x86, 0x06, 0x61, 0xff};
    for (int i = 0; i < 300; i++) {
        connect_client(i % 2 == 0);
        uint64_t call = 0;
        for (int n = 0; n < 12 && nc_ring_has_room(&lane.producer); n++) {
            uint8_t record[200];
            for (size_t b = 0; b < sizeof record; b++) {
                record[b] = (uint8_t)random_below(256);
            }
            nc_store64(record, ++call);
            nc_store32(record + 8, random_below(3));
            nc_store32(record + 12, random_below(8));
            uint8_t flags = types[random_below(random_below(3) == 0 ? sizeof types : 2)];
            raw_notify(&client, &lane, nc_ring_publish(&lane.producer, record, random_below(sizeof record), flags));
        }
        uint8_t control[64];
        for (size_t b = 0; b < sizeof control; b++) {
            control[b] = (uint8_t)random_below(256);
        }
        nc_store32(control, 1 + random_below(40));
        control[4] = (uint8_t)(1 + random_below(15));
        if (send(client.control.fd, control, sizeof control, MSG_NOSIGNAL) < 0) {
            CHECK(errno == EPIPE || errno == ECONNRESET); /* the connection has ended already */
        }
        disconnect_client();
    }
    check_service();
}

int main(void)
{
    nearcall_options options;
    nearcall_options_init(&options);
    options.max_message_bytes = 1 << 20;
    alarm(120);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "echo", "Echo", methods, 1, NULL, &exported, &error) == NEARCALL_OK);
    RUN(should_end_the_connection_for_records_that_break_the_rules);
    RUN(should_end_the_connection_for_records_of_different_types);
    RUN(should_end_the_connection_for_a_deadline_that_is_cut);
    RUN(should_end_the_connection_for_a_call_that_does_not_come_behind_the_last);
    RUN(should_end_the_connection_for_a_message_beyond_all_limits);
    RUN(should_skip_a_message_that_is_longer_than_agreed);
    RUN(should_end_the_connection_for_control_messages_that_break_the_rules);
    RUN(should_refuse_lanes_that_do_not_fit);
    RUN(should_refuse_a_handshake_that_is_wrong);
    RUN(should_refuse_a_value_that_contains_itself_if_trees_were_asked_for);
    RUN(should_refuse_connections_beyond_the_limit);
    RUN(should_survive_arguments_with_bytes_changed);
    RUN(should_survive_random_records_and_control_messages);
    nearcall_exported_release(exported);
    close_endpoints();
    return 0;
}
