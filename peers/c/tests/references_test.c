// SPDX-License-Identifier: Apache-2.0
/* Peers that pass many objects. */
#include "connection.h"
#include "raw_client.h"
#include "two_endpoints.h"

#include <dlfcn.h>

enum { FIRST = 1 << 30, PER_RECORD = 4000 };

static nearcall_exported *exported;
static struct raw_client client;
static struct raw_lane lane;
static pthread_mutex_t *watched; /* of what the service's side sends */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static int released;

static int unlock(pthread_mutex_t *mutex)
{
    static int (*real)(pthread_mutex_t *);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
    }
    return real(mutex);
}

static void read_all(void)
{
    struct nc_control_message release;
    const char *fault;
    int passed;
    while (nc_control_receive(&client.control, &release, &passed, &fault) == NC_RECEIVED) {
        CHECK(release.type == NC_RELEASE);
        released++;
    }
}

/* In place of the system's, also for the library. Behind the unlocking of the watched one the peer reads all that has come. */
int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int result = unlock(mutex);
    pthread_mutex_lock(&reading);
    if (watched != NULL && mutex == watched) {
        read_all();
    }
    unlock(&reading);
    return result;
}

/* Sends a call that lists references and has no arguments. id_of tells the ids. */
static void send_references(uint64_t number, uint32_t count, uint32_t (*id_of)(uint32_t))
{
    static uint8_t record[NC_CALL_HEADER + 4 * PER_RECORD + 4];
    uint32_t listed = 0;
    uint32_t header = NC_CALL_HEADER;
    memset(record, 0, NC_CALL_HEADER);
    nc_store64(record, number);
    nc_store32(record + 8, 1);
    while (listed < count) {
        uint32_t part = NC_MIN(count - listed, (uint32_t)PER_RECORD);
        for (uint32_t i = 0; i < part; i++) {
            nc_store32(record + header + 4 * i, id_of(listed + i));
        }
        listed += part;
        nc_store32(record + header + 4 * part, part);
        raw_send(&client, &lane, record, header + 4 * part + 4,
                 (uint8_t)(NC_CALL | NC_REFERENCES | (listed < count ? NC_MORE : 0)));
        header = 0;
    }
}

static void connect_client(void)
{
    raw_connect(&client, runtime_directory, "references");
    raw_hello(&client, "references", 0, 1 << 20);
    raw_open_lane(&client, &lane, 0, false);
}

static void disconnect_client(void)
{
    raw_close_lane(&lane);
    raw_close(&client);
}

static int nothing(nearcall_request *request, void *context)
{
    (void)context;
    return nearcall_request_start(request);
}

/* As many objects as there may be, with ids that a simple table puts into one chain. Then the first one again and again. */
static uint32_t colliding(uint32_t index)
{
    return FIRST + 64 * (index < 65536 ? index : 0);
}

static void should_take_objects_whose_ids_a_peer_has_chosen_so_that_they_collide(void)
{
    connect_client();
    send_references(1, 500000, colliding);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_RESULT);
    disconnect_client();
}

static uint32_t following(uint32_t index)
{
    return FIRST + index;
}

/* They are more than a control socket takes and queues. Honest peers stop now and then. */
static void should_release_many_objects_of_a_peer_that_has_stopped(void)
{
    enum { OBJECTS = 5000 };
    int passed;
    connect_client();
    send_references(1, OBJECTS, following);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_RESULT);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    for (int i = 0; i < OBJECTS; i++) {
        CHECK_SAYING(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_RELEASE, "%d", i);
        CHECK(client.message.received == 1 && client.message.sent_home == 0);
    }
    send_references(2, 1, following);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_RESULT);
    disconnect_client();
}

/* It reads just while this side finds out whether its queue is empty. */
static void should_release_all_objects_of_a_peer_that_goes_on(void)
{
    enum { OBJECTS = 5000 };
    struct nc_control_message doorbell;
    int passed;
    connect_client();
    send_references(1, OBJECTS, following);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_RESULT);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    pthread_mutex_lock(&serving->lock);
    pthread_mutex_lock(&reading);
    watched = &serving->connections->control.lock; /* the latest one */
    unlock(&reading);
    unlock(&serving->lock);
    nc_control_init(&doorbell, NC_DOORBELL);
    CHECK(nc_control_send(&client.control, &doorbell, -1, NULL));
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    pthread_mutex_lock(&reading);
    watched = NULL;
    unlock(&reading);
    CHECK(released > 0);
    for (; released < OBJECTS; released++) {
        CHECK_SAYING(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_RELEASE, "%d", released);
    }
    disconnect_client();
}

int main(void)
{
    nearcall_options options;
    static const nearcall_method served[] = {{"nothing ()V ()V", nothing}};
    nearcall_options_init(&options);
    alarm(60);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "references", "References", served, 1, NULL, &exported, &error) == NEARCALL_OK);
    RUN(should_take_objects_whose_ids_a_peer_has_chosen_so_that_they_collide);
    RUN(should_release_many_objects_of_a_peer_that_has_stopped);
    RUN(should_release_all_objects_of_a_peer_that_goes_on);
    nearcall_exported_release(exported);
    close_endpoints();
    return 0;
}
