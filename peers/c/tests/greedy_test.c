// SPDX-License-Identifier: Apache-2.0
/* Clients that ask for more than their share, within the rules or just beyond. */
#include "raw_client.h"
#include "two_endpoints.h"

#include <errno.h>
#include <linux/sockios.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/ioctl.h>

static nearcall_exported *exported;
static struct raw_client client;

static int nothing(nearcall_request *request, void *context)
{
    (void)context;
    return nearcall_request_start(request);
}

static atomic_int counted;

static int count(nearcall_request *request, void *context)
{
    atomic_fetch_add(&counted, 1);
    (void)context;
    return nearcall_request_start(request);
}

static atomic_bool awake;

static int nap(nearcall_request *request, void *context)
{
    while (!atomic_load(&awake)) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    (void)context;
    return nearcall_request_start(request);
}

static const nearcall_method methods[] = {{"nothing ()V ()V", nothing}, {"count ()V ()V", count}, {"nap ()V ()V", nap}};
enum { COUNT = 1, NAP, METHODS };

/* Lanes at a place where nobody listens. Each is refused, and none counts. */
static void should_count_no_lanes_that_were_refused(void)
{
    enum { TIMES = 80 }; /* a connection may have 65 lanes */
    struct nc_control_message lanes;
    int passed;
    raw_connect(&client, runtime_directory, "greedy");
    raw_send_hello_over(&client, "unix", "greedy", 0, 1 << 20);
    raw_await_welcome(&client);
    for (uint32_t i = 0; i < TIMES; i++) {
        nc_control_init(&lanes, NC_LANES);
        lanes.batch = 2 * i;
        lanes.lanes = 1;
        lanes.ring_capacity = NC_RING_CAPACITY;
        nc_control_set_text(&lanes, ".unix-1-0123456789abcdef/"
                                    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
        CHECK(nc_control_send(&client.control, &lanes, -1, NULL));
        CHECK(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_LANES_REFUSED);
        CHECK_SAYING(strstr(client.message.text, "nobody accepts") != NULL, "%u: %s", i, client.message.text);
    }
    raw_close(&client);
}

static void send_call(struct raw_lane *lane, uint64_t id, uint32_t method)
{
    uint8_t call[NC_CALL_HEADER] = {[8] = 1};
    nc_store64(call, id);
    nc_store32(call + 12, method);
    raw_send(&client, lane, call, sizeof call, NC_CALL);
}

/* They wait behind a slow one, which keeps the lane. */
static void should_not_run_calls_that_are_cancelled_before_they_are_read(void)
{
    enum { CALLS = 300 };
    struct raw_lane lane;
    struct nc_control_message cancel;
    raw_connect(&client, runtime_directory, "greedy");
    raw_hello(&client, "greedy", 0, 1 << 20);
    raw_open_lane(&client, &lane, 0, true);
    send_call(&lane, 1, NAP);
    for (uint64_t id = 2; id < CALLS; id++) {
        send_call(&lane, id, COUNT);
    }
    for (uint64_t id = 2; id < CALLS; id++) {
        nc_control_init(&cancel, NC_CANCEL);
        cancel.lane = 0;
        cancel.call_id = id;
        CHECK(nc_control_send(&client.control, &cancel, -1, NULL));
    }
    int unread = 1;
    while (unread > 0) {
        bool queued = nc_control_flush(&client.control);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        CHECK(ioctl(client.control.fd, SIOCOUTQ, &unread) == 0);
        unread += queued ? 1 : 0;
    }
    atomic_store(&awake, true);
    for (uint64_t id = 1; id < CALLS; id++) {
        CHECK(raw_receive(&client, &lane) && nc_load64(client.payload) == id);
    }
    CHECK_SAYING(atomic_load(&counted) == 0, "%d", atomic_load(&counted));
    raw_close_lane(&lane);
    raw_close(&client);
}

/* Empty texts, each of which is a byte of the message. */
static void should_refuse_to_bind_more_methods_than_an_interface_has(void)
{
    enum { SIGNATURES = 65537, PART = 16000 };
    static uint8_t call[NC_CALL_HEADER + SIGNATURES + 20] = {1, [12] = 1};
    static const uint8_t names[] = {(6 + 1) << 1, 'g', 'r', 'e', 'e', 'd', 'y', 2, 1, 0x81, 0x80, 4};
    struct raw_lane lane;
    uint32_t length = NC_CALL_HEADER + sizeof names + SIGNATURES;
    memcpy(call + NC_CALL_HEADER, names, sizeof names);
    memset(call + NC_CALL_HEADER + sizeof names, 2, SIGNATURES);
    raw_connect(&client, runtime_directory, "greedy");
    raw_hello(&client, "greedy", 0, 1 << 20);
    raw_open_lane(&client, &lane, 0, false);
    for (uint32_t sent = 0; sent < length; sent += PART) {
        bool more = length - sent > PART;
        raw_send(&client, &lane, call + sent, more ? PART : length - sent, (uint8_t)(NC_CALL | (more ? NC_MORE : 0)));
    }
    CHECK(raw_receive(&client, &lane));
    CHECK_SAYING(client.record.flags == NC_FAILURE && nc_load32(client.payload + 8) == 2, "%u", client.record.flags);
    raw_close_lane(&lane);
    raw_close(&client);
}

static atomic_bool flooding;

static void *connect_without_end(void *unused)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/flooded.sock", runtime_directory);
    while (atomic_load(&flooding)) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        connect(fd, (struct sockaddr *)&address, sizeof address);
        close(fd);
    }
    return unused;
}

static void should_withdraw_a_service_while_clients_connect_without_end(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    nearcall_exported *flooded;
    nearcall_endpoint *endpoint;
    nearcall_options options;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    options.max_connections = 4;
    CHECK(nearcall_open(&options, &endpoint, &error) == NEARCALL_OK);
    CHECK(nearcall_export(endpoint, "flooded", "Flooded", methods, METHODS, NULL, &flooded, &error) == NEARCALL_OK);
    atomic_store(&flooding, true);
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, connect_without_end, NULL) == 0);
    }
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    int64_t begun_ns = nc_now_ns();
    nearcall_exported_release(flooded);
    nearcall_close(endpoint);
    int64_t taken_ns = nc_now_ns() - begun_ns;
    atomic_store(&flooding, false);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    CHECK_SAYING(taken_ns < 3 * (int64_t)NC_NS_PER_S, "%lld ms", (long long)(taken_ns / NC_NS_PER_MS));
}

/* Each leaves so many answers unread that a goodbye has no room. */
static void should_say_goodbye_to_all_at_once(void)
{
    enum { CLIENTS = 30, UNREAD = 400 };
    static struct raw_client clients[CLIENTS];
    struct nc_control_message lanes;
    nearcall_exported *closing;
    nearcall_endpoint *endpoint;
    nearcall_options options;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    CHECK(nearcall_open(&options, &endpoint, &error) == NEARCALL_OK);
    CHECK(nearcall_export(endpoint, "unread", "Unread", methods, METHODS, NULL, &closing, &error) == NEARCALL_OK);
    for (int i = 0; i < CLIENTS; i++) {
        raw_connect(&clients[i], runtime_directory, "unread");
        raw_send_hello_over(&clients[i], "unix", "unread", 0, 1 << 20);
        raw_await_welcome(&clients[i]);
        for (int n = 0; n < UNREAD; n++) {
            nc_control_init(&lanes, NC_LANES); /* of no ring capacity, and no place */
            lanes.lanes = 1;
            nc_control_set_text(&lanes, "x");
            nc_control_send(&clients[i].control, &lanes, -1, NULL);
        }
        while (nc_control_flush(&clients[i].control)) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        }
    }
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    int64_t begun_ns = nc_now_ns();
    nearcall_exported_release(closing);
    nearcall_close(endpoint);
    int64_t taken_ns = nc_now_ns() - begun_ns;
    CHECK_SAYING(taken_ns < 2 * (int64_t)NC_NS_PER_S, "%lld ms", (long long)(taken_ns / NC_NS_PER_MS));
    for (int i = 0; i < CLIENTS; i++) {
        raw_close(&clients[i]);
    }
}

int main(void)
{
    nearcall_options options;
    nearcall_options_init(&options);
    alarm(60);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "greedy", "Greedy", methods, METHODS, NULL, &exported, &error) == NEARCALL_OK);
    RUN(should_count_no_lanes_that_were_refused);
    RUN(should_not_run_calls_that_are_cancelled_before_they_are_read);
    RUN(should_refuse_to_bind_more_methods_than_an_interface_has);
    RUN(should_withdraw_a_service_while_clients_connect_without_end);
    RUN(should_say_goodbye_to_all_at_once);
    nearcall_exported_release(exported);
    close_endpoints();
    return 0;
}
