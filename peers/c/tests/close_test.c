// SPDX-License-Identifier: Apache-2.0
/* Endpoints that are closed while somebody comes. */
#include "endpoint.h"
#include "raw_client.h"
#include "two_endpoints.h"

#include <dlfcn.h>
#include <pthread.h>

static nearcall_endpoint *endpoint;
static _Thread_local bool stops; /* when it has left the endpoint's lock */

static void pause_millis(long millis)
{
    nanosleep(&(struct timespec){.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * 1000000}, NULL);
}

/* In place of the system's, also for the library. */
int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    static int (*real)(pthread_mutex_t *);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
    }
    int result = real(mutex);
    if (stops && mutex == &endpoint->lock) {
        stops = false;
        pause_millis(600);
    }
    return result;
}

static int nothing(nearcall_request *request, void *context)
{
    (void)context;
    return nearcall_request_start(request);
}

static const nearcall_method served[] = {{"nothing ()V ()V", nothing}};

static void open_endpoint(void)
{
    nearcall_options options;
    nearcall_options_init(&options);
    temporary_name(runtime_directory, sizeof runtime_directory);
    CHECK(mkdtemp(runtime_directory) != NULL);
    options.directory = runtime_directory;
    CHECK_SAYING(nearcall_open(&options, &endpoint, &error) == NEARCALL_OK, "%s", error.message);
}

static void should_close_while_a_visitor_says_nothing(void)
{
    struct raw_client client;
    nearcall_exported *exported;
    open_endpoint();
    CHECK(nearcall_export(endpoint, "closed", "Closed", served, 1, NULL, &exported, &error) == NEARCALL_OK);
    raw_connect(&client, runtime_directory, "closed");
    pause_millis(200);
    int64_t begun_ns = nc_now_ns();
    nearcall_close(endpoint);
    int64_t millis = (nc_now_ns() - begun_ns) / (int64_t)NC_NS_PER_MS;
    CHECK_SAYING(millis < 1000, "%lld ms", (long long)millis);
    nearcall_exported_release(exported);
    raw_close(&client);
    CHECK(rmdir(runtime_directory) == 0);
}

static void *offer(void *unused)
{
    nearcall_exported *exported;
    stops = true;
    CHECK(nearcall_export(endpoint, "closed", "Closed", served, 1, NULL, &exported, &error) == NEARCALL_OK);
    nearcall_exported_release(exported);
    return unused;
}

static void should_leave_no_files_of_a_service_that_is_being_offered(void)
{
    pthread_t thread;
    open_endpoint();
    CHECK(pthread_create(&thread, NULL, offer, NULL) == 0);
    pause_millis(300);
    nearcall_close(endpoint);
    CHECK(rmdir(runtime_directory) == 0);
    pthread_join(thread, NULL);
}

int main(void)
{
    alarm(60);
    RUN(should_close_while_a_visitor_says_nothing);
    RUN(should_leave_no_files_of_a_service_that_is_being_offered);
    return 0;
}
