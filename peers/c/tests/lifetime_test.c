// SPDX-License-Identifier: Apache-2.0
/* What is released or closed while a call or a look-up still needs it. The sanitizers see what is used too late. */
#include "service.h"
#include "two_endpoints.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static const char *const methods[] = {"make ()LThing; ()R"};
static const char *const thing_methods[] = {"note (I)V (I)V"};
static nearcall_service *service;
static nearcall_exported *exported;
static atomic_bool no_threads;
static atomic_int notes;
static atomic_int things_gone;

static void pause_millis(long millis)
{
    nanosleep(&(struct timespec){.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * 1000000}, NULL);
}

static int64_t now_millis(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* In place of the system's, also for the library. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    }
    return atomic_load(&no_threads) ? EAGAIN : real(thread, attributes, run, argument);
}

static bool becomes(atomic_int *number, int expected)
{
    for (int i = 0; i < 600 && atomic_load(number) != expected; i++) {
        pause_millis(5);
    }
    return atomic_load(number) == expected;
}

static int note(nearcall_request *request, void *context)
{
    int32_t number = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        atomic_fetch_add(&notes, number);
    }
    (void)context;
    return status;
}

static void thing_is_gone(void *context)
{
    (void)context;
    atomic_fetch_add(&things_gone, 1);
}

static int make(nearcall_request *request, void *context)
{
    const nearcall_method noted[] = {{thing_methods[0], note}};
    nearcall_object *thing;
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        status = nearcall_object_new(serving, "Thing", noted, 1, NULL, thing_is_gone, &thing, NULL);
    }
    if (status == NEARCALL_OK) {
        nearcall_put_reference(nearcall_request_result(request), "Thing",
                               nearcall_new_reference(nearcall_request_values(request), thing));
        nearcall_object_release(thing);
    }
    (void)context;
    return status;
}

static nearcall_service *new_thing(void)
{
    nearcall_service *thing;
    nearcall_call *call;
    CHECK(nearcall_call_begin(service, 0, NULL, &call, &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s", error.message);
    CHECK_SAYING(nearcall_bind(nearcall_get_reference(nearcall_call_result(call)), "Thing", thing_methods, 1, &thing,
                               &error) == NEARCALL_OK, "%s", error.message);
    nearcall_call_end(call);
    return thing;
}

static void should_send_a_call_whose_service_was_released(void)
{
    static const int kinds[] = {NEARCALL_POST, NEARCALL_SYNC, NEARCALL_FUTURE};
    for (int i = 0; i < 3; i++) {
        nearcall_call_options options = {.kind = kinds[i]};
        nearcall_call *call;
        nearcall_service *thing = new_thing();
        CHECK(nearcall_call_begin(thing, 0, &options, &call, &error) == NEARCALL_OK);
        nearcall_put_int(nearcall_call_arguments(call), 1);
        nearcall_service_release(thing);
        CHECK_SAYING(nearcall_call_send(call, &error) == NEARCALL_OK, "%s", error.message);
        if (kinds[i] != NEARCALL_POST) {
            CHECK_SAYING(nearcall_call_await(call, &error) == NEARCALL_OK, "%s", error.message);
        }
        nearcall_call_end(call);
        CHECK(becomes(&notes, i + 1) && becomes(&things_gone, i + 1));
    }
}

static void *close_soon(void *endpoint)
{
    pause_millis(50);
    nearcall_close(endpoint);
    return NULL;
}

static void should_end_a_look_up_when_its_endpoint_closes(void)
{
    nearcall_options options;
    nearcall_endpoint *closing;
    nearcall_service *none;
    pthread_t thread;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    CHECK(nearcall_open(&options, &closing, &error) == NEARCALL_OK);
    int64_t begun = now_millis();
    CHECK(pthread_create(&thread, NULL, close_soon, closing) == 0);
    int status = nearcall_lookup(closing, "nobody", "Thing", methods, 1, &none, &error);
    CHECK_SAYING(status == NEARCALL_CLOSED, "%s", nearcall_status_name(status));
    CHECK(now_millis() - begun < 2000);
    pthread_join(thread, NULL);
}

static nearcall_exported *export_moving(nearcall_endpoint *endpoint)
{
    const nearcall_method served[] = {{methods[0], make}};
    nearcall_exported *moving;
    CHECK_SAYING(nearcall_export(endpoint, "shm:moving", "Maker", served, 1, NULL, &moving, &error) == NEARCALL_OK, "%s",
                 error.message);
    return moving;
}

static void should_offer_a_name_again_that_was_just_released(void)
{
    for (int i = 0; i < 200; i++) {
        nearcall_exported_release(export_moving(serving));
    }
}

static void check_moving(void)
{
    nearcall_service *moving;
    CHECK_SAYING(nearcall_lookup(calling, "shm:moving", "Maker", methods, 1, &moving, &error) == NEARCALL_OK, "%s",
                 error.message);
    nearcall_service_release(moving);
}

/* The first endpoint goes on, and so does the connection to it. */
static void should_find_a_name_that_has_moved_to_another_endpoint(void)
{
    nearcall_options options;
    nearcall_endpoint *other;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    CHECK(nearcall_open(&options, &other, &error) == NEARCALL_OK);
    nearcall_exported *moving = export_moving(serving);
    check_moving();
    nearcall_exported_release(moving);
    moving = export_moving(other);
    check_moving();
    check_moving();
    nearcall_exported_release(moving);
    nearcall_close(other);
}

static void *end_soon(void *call)
{
    pause_millis(200);
    nearcall_call_end(call);
    return NULL;
}

/* As if descriptors or memory had run out: there are two lanes. */
static void should_wait_for_a_lane_if_no_more_can_be_made(void)
{
    enum { NONE_LEFT = 2 * 2097151 };
    nearcall_call_options options = {.deadline_ns = 5 * INT64_C(1000000000)};
    nearcall_call *calls[3];
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        CHECK(nearcall_call_begin(service, 0, &options, &calls[i], &error) == NEARCALL_OK);
    }
    pthread_mutex_lock(&service->connection->lock);
    uint32_t next = service->connection->next_batch;
    service->connection->next_batch = NONE_LEFT;
    pthread_mutex_unlock(&service->connection->lock);
    CHECK(pthread_create(&thread, NULL, end_soon, calls[0]) == 0);
    CHECK_SAYING(nearcall_call_begin(service, 0, &options, &calls[2], &error) == NEARCALL_OK, "%s", error.message);
    pthread_join(thread, NULL);
    nearcall_call_end(calls[1]);
    nearcall_call_end(calls[2]);
    pthread_mutex_lock(&service->connection->lock);
    service->connection->next_batch = next;
    pthread_mutex_unlock(&service->connection->lock);
}

static int count_connections(void)
{
    int count = 0;
    pthread_mutex_lock(&calling->lock);
    for (const struct nc_connection *each = calling->connections; each != NULL; each = each->next) {
        count++;
    }
    pthread_mutex_unlock(&calling->lock);
    return count;
}

static bool has_at_most(int connections)
{
    for (int i = 0; i < 600 && count_connections() > connections; i++) {
        pause_millis(5);
    }
    return count_connections() <= connections;
}

static void should_keep_two_connections_for_a_name_that_moves_between_two_endpoints(void)
{
    nearcall_options options;
    nearcall_endpoint *other;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    CHECK(nearcall_open(&options, &other, &error) == NEARCALL_OK);
    int before = count_connections();
    for (int i = 0; i < 8; i++) {
        nearcall_exported *moving = export_moving(i % 2 == 0 ? serving : other);
        check_moving();
        nearcall_exported_release(moving);
    }
    CHECK_SAYING(has_at_most(before + 2), "%d connections, %d before", count_connections(), before);
    nearcall_close(other);
}

/* A process listens under the name, and has no such service. */
static void should_keep_no_connection_for_a_name_without_a_service(void)
{
    char listening[100];
    char alias[100];
    snprintf(listening, sizeof listening, "%s/lifetime.sock", runtime_directory);
    snprintf(alias, sizeof alias, "%s/alias.sock", runtime_directory);
    CHECK(link(listening, alias) == 0);
    int before = count_connections();
    for (int i = 0; i < 20; i++) {
        nearcall_service *none;
        int status = nearcall_lookup(calling, "shm:alias", "Maker", methods, 1, &none, &error);
        CHECK_SAYING(status == NEARCALL_NOT_FOUND, "%s", error.message);
    }
    CHECK_SAYING(has_at_most(before), "%d connections, %d before", count_connections(), before);
    CHECK(unlink(alias) == 0);
}

/* As if a cleaner had removed the directory, and somebody else had put a link there. */
static void should_not_follow_a_link_in_place_of_its_directory(void)
{
    char away[80];
    char other[80];
    char lock[80];
    struct stat before;
    struct stat after;
    snprintf(lock, sizeof lock, "%s/lifetime.lock", runtime_directory);
    CHECK(stat(lock, &before) == 0);
    snprintf(away, sizeof away, "%s.away", runtime_directory);
    snprintf(other, sizeof other, "%s.other", runtime_directory);
    CHECK(mkdir(other, 0700) == 0 && rename(runtime_directory, away) == 0 && symlink(other, runtime_directory) == 0);
    nearcall_service *none;
    CHECK(nearcall_lookup(calling, "shm:elsewhere", "Maker", methods, 1, &none, &error) == NEARCALL_INVALID);
    CHECK_SAYING(strstr(error.message, "symbolic link") != NULL, "%s", error.message);
    pause_millis(2500); /* a service looks each second */
    CHECK(rmdir(other) == 0); /* nothing is in it */
    CHECK(unlink(runtime_directory) == 0 && rename(away, runtime_directory) == 0);
    do { /* the service locks its name again, and writes its pid */
        pause_millis(100);
        CHECK(stat(lock, &after) == 0);
    } while (after.st_mtim.tv_sec == before.st_mtim.tv_sec && after.st_mtim.tv_nsec == before.st_mtim.tv_nsec);
    nearcall_service *again;
    nearcall_endpoint *fresh;
    nearcall_options options;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    CHECK(nearcall_open(&options, &fresh, &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_lookup(fresh, "shm:lifetime", "Maker", methods, 1, &again, &error) == NEARCALL_OK, "%s",
                 error.message);
    nearcall_service_release(again);
    nearcall_close(fresh);
}

static int mask(nearcall_request *request, void *context)
{
    sigset_t blocked;
    int status = nearcall_request_start(request);
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_request_result(request),
                         (sigismember(&blocked, SIGTERM) ? 1 : 0) + (sigismember(&blocked, SIGSEGV) ? 2 : 0));
    }
    (void)context;
    return status;
}

static void should_leave_signals_to_the_threads_of_the_program(void)
{
    static const char *const signatures[] = {"mask ()I ()I"};
    const nearcall_method served[] = {{signatures[0], mask}};
    nearcall_exported *masked;
    nearcall_service *asked;
    nearcall_call *call;
    CHECK(nearcall_export(serving, "shm:mask", "Mask", served, 1, NULL, &masked, &error) == NEARCALL_OK);
    CHECK(nearcall_lookup(calling, "shm:mask", "Mask", signatures, 1, &asked, &error) == NEARCALL_OK);
    CHECK(nearcall_call_begin(asked, 0, NULL, &call, &error) == NEARCALL_OK);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_OK);
    CHECK(nearcall_get_int(nearcall_call_result(call)) == 1);
    nearcall_call_end(call);
    nearcall_service_release(asked);
    nearcall_exported_release(masked);
}

static void should_tell_of_an_object_when_closing_if_no_thread_could_be_had(void)
{
    int gone = atomic_load(&things_gone);
    nearcall_service *thing = new_thing();
    atomic_store(&no_threads, true);
    nearcall_service_release(thing);
    pause_millis(300);
    CHECK(atomic_load(&things_gone) == gone);
    atomic_store(&no_threads, false);
    nearcall_service_release(service);
    nearcall_exported_release(exported);
    close_endpoints();
    CHECK_SAYING(atomic_load(&things_gone) == gone + 1, "%d, %d before", atomic_load(&things_gone), gone);
}

int main(void)
{
    nearcall_options options;
    const nearcall_method served[] = {{methods[0], make}};
    nearcall_options_init(&options);
    alarm(120);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "shm:lifetime", "Maker", served, 1, NULL, &exported, &error) == NEARCALL_OK);
    CHECK(nearcall_lookup(calling, "shm:lifetime", "Maker", methods, 1, &service, &error) == NEARCALL_OK);
    RUN(should_send_a_call_whose_service_was_released);
    RUN(should_end_a_look_up_when_its_endpoint_closes);
    RUN(should_offer_a_name_again_that_was_just_released);
    RUN(should_find_a_name_that_has_moved_to_another_endpoint);
    RUN(should_wait_for_a_lane_if_no_more_can_be_made);
    RUN(should_keep_two_connections_for_a_name_that_moves_between_two_endpoints);
    RUN(should_keep_no_connection_for_a_name_without_a_service);
    RUN(should_not_follow_a_link_in_place_of_its_directory);
    RUN(should_leave_signals_to_the_threads_of_the_program);
    RUN(should_tell_of_an_object_when_closing_if_no_thread_could_be_had);
    return 0;
}
