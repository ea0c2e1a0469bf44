// SPDX-License-Identifier: Apache-2.0
/* Names, channels and ends of services, between two endpoints of one process. */
#include "local.h"

static void should_keep_a_name_for_one_service(void)
{
    const nearcall_method served[] = {{methods[ADD], add}};
    nearcall_exported *other;
    CHECK(nearcall_export(calling, "local", "Local", served, 1, NULL, &other, &error) == NEARCALL_NAME_IN_USE);
    CHECK(nearcall_export(calling, ".local", "Local", served, 1, NULL, &other, &error) == NEARCALL_INVALID);
    CHECK(nearcall_export(calling, "tcp:local", "Local", served, 1, NULL, &other, &error) == NEARCALL_UNSUPPORTED);
    nearcall_service *none;
    nearcall_options options;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    options.lookup_timeout_ns = 10 * 1000 * 1000;
    nearcall_endpoint *impatient;
    CHECK(nearcall_open(&options, &impatient, &error) == NEARCALL_OK);
    CHECK(nearcall_lookup(impatient, "nobody", "Local", methods, METHODS, &none, &error) == NEARCALL_NOT_FOUND);
    nearcall_close(impatient);
}

/* The service is offered over one channel alone. */
static void should_find_the_channel_if_the_address_names_none(void)
{
    nearcall_service *found;
    nearcall_options options;
    nearcall_endpoint *other;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    CHECK(nearcall_open(&options, &other, &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_lookup(other, "local", "Local", methods, METHODS, &found, &error) == NEARCALL_OK, "%s",
                 error.message);
    nearcall_call *call;
    CHECK(nearcall_call_begin(found, ADD, NULL, &call, &error) == NEARCALL_OK);
    nearcall_put_int(nearcall_call_arguments(call), 1);
    nearcall_put_int(nearcall_call_arguments(call), 2);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_OK && nearcall_get_int(nearcall_call_result(call)) == 3);
    nearcall_call_end(call);
    nearcall_service_release(found);
    const char *wrong = strcmp(channel, "shm") == 0 ? "unix:local" : "shm:local";
    CHECK(nearcall_lookup(other, wrong, "Local", methods, METHODS, &found, &error) == NEARCALL_UNSUPPORTED);
    nearcall_close(other);
}

static void should_restore_its_files_when_a_cleaner_removes_them(void)
{
    char path[200];
    struct stat status;
    static const char *const suffixes[] = {"lock", "sock"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/local.%s", runtime_directory, suffixes[i]);
        CHECK(unlink(path) == 0);
    }
    bool there = false;
    for (int i = 0; i < 100 && !there; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        there = stat(path, &status) == 0;
    }
    CHECK(there && call_add(1, 1) == 2);
    nearcall_service *again;
    CHECK_SAYING(nearcall_lookup(calling, address, "Local", methods, METHODS, &again, &error) == NEARCALL_OK, "%s",
                 error.message);
    nearcall_service_release(again);
    CHECK(!nearcall_exported_is_closed(exported));
}

static void *nap_until_the_end(void *unused)
{
    nearcall_error failure;
    nearcall_call *call = begin(NAP, NULL);
    nearcall_put_long(nearcall_call_arguments(call), 60000);
    int status = nearcall_call_invoke(call, &failure);
    CHECK_SAYING(status == NEARCALL_LOST, "%s: %s", nearcall_status_name(status), failure.message);
    CHECK_SAYING(failure.outcome == NEARCALL_MAY_HAVE_RUN, "%s", failure.message);
    nearcall_call_end(call);
    return unused;
}

/* Nobody refers to anything over a connection that has ended. That is no lack of room. */
static void write_reference_behind_the_end(nearcall_call *call, nearcall_object *object)
{
    nearcall_put_reference(nearcall_call_arguments(call), "Twice", nearcall_new_reference(nearcall_call_values(call), object));
    nearcall_put_int(nearcall_call_arguments(call), 1);
    int status = nearcall_call_invoke(call, &error);
    CHECK_SAYING(status == NEARCALL_LOST && error.outcome == NEARCALL_NOT_SENT, "%s: %s", nearcall_status_name(status), error.message);
    nearcall_call_end(call);
    nearcall_object_release(object);
}

/* Two futures: the first runs when the service says goodbye, and the second waits behind it. */
static void should_refuse_and_end_calls_when_the_service_closes(void)
{
    nearcall_call_options options = {.kind = NEARCALL_FUTURE};
    nearcall_call *call;
    nearcall_object *object;
    pthread_t thread;
    int before = atomic_load(&naps_begun);
    nearcall_call *running = begin(NAP, &options);
    nearcall_put_long(nearcall_call_arguments(running), 60000);
    CHECK(nearcall_call_send(running, &error) == NEARCALL_OK);
    nearcall_call *waiting = begin(ADD, &options);
    nearcall_put_int(nearcall_call_arguments(waiting), 1);
    nearcall_put_int(nearcall_call_arguments(waiting), 1);
    CHECK(nearcall_call_send(waiting, &error) == NEARCALL_OK);
    CHECK(pthread_create(&thread, NULL, nap_until_the_end, NULL) == 0);
    while (atomic_load(&naps_begun) < before + 2) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    nearcall_exported_release(exported);
    call = begin(ADD, NULL);
    nearcall_put_int(nearcall_call_arguments(call), 1);
    nearcall_put_int(nearcall_call_arguments(call), 1);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_NOT_FOUND && error.outcome == NEARCALL_NOT_STARTED);
    nearcall_call_end(call);
    nearcall_call *referring = begin(TWICE, NULL);
    CHECK(nearcall_object_new(calling, "Twice", NULL, 0, NULL, NULL, &object, &error) == NEARCALL_OK);
    nearcall_close(serving);
    CHECK(nearcall_call_await(running, &error) == NEARCALL_LOST);
    CHECK_SAYING(error.outcome == NEARCALL_MAY_HAVE_RUN, "%s", error.message);
    CHECK(nearcall_call_await(waiting, &error) == NEARCALL_LOST);
    CHECK_SAYING(error.outcome == NEARCALL_NOT_STARTED, "%s", error.message);
    CHECK_SAYING(strstr(error.message, "goodbye") != NULL, "%s", error.message);
    nearcall_call_end(running);
    nearcall_call_end(waiting);
    pthread_join(thread, NULL);
    CHECK(nearcall_call_begin(service, ADD, NULL, &call, &error) == NEARCALL_LOST);
    nearcall_close(calling);
    CHECK(nearcall_call_begin(service, ADD, NULL, &call, &error) != NEARCALL_OK);
    write_reference_behind_the_end(referring, object);
    nearcall_service_release(service); /* after its endpoint */
}

int main(int argc, char **argv)
{
    open_local(argc, argv);
    RUN(should_keep_a_name_for_one_service);
    RUN(should_find_the_channel_if_the_address_names_none);
    RUN(should_restore_its_files_when_a_cleaner_removes_them);
    RUN(should_refuse_and_end_calls_when_the_service_closes);
    CHECK(rmdir(runtime_directory) == 0);
    return 0;
}
