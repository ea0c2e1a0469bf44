// SPDX-License-Identifier: Apache-2.0
/* The service. Its objects and those of its callers end with the process that has them. */
#include "mortal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LOG_CAPACITY = 1 << 17, WITNESSES = 64 };

static const char *const say_method[] = {"say (J)J (J)J"};

static uint64_t *call_log; /* NULL: nobody asks which calls began */
static atomic_uint logged;
static atomic_int sessions;

/* Before the method does anything else; CallLog.java reads it. Every fourth takes its time, as LoggedTarget.java does. */
static void begin_method(int64_t nonce)
{
    reach("TAKEN");
    if (call_log != NULL) {
        call_log[atomic_fetch_add(&logged, 1) & (LOG_CAPACITY - 1)] = __builtin_bswap64((uint64_t)nonce);
    }
    reach("METHOD_BEGUN");
    if ((nonce & 3) == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static int64_t read_nonce(nearcall_request *request)
{
    int64_t nonce = nearcall_get_long(nearcall_request_arguments(request));
    reach("PARTLY_READ");
    return nonce;
}

static int ping(nearcall_request *request, void *context)
{
    (void)context;
    int64_t nonce = read_nonce(request);
    START(request);
    begin_method(nonce);
    nearcall_put_long(nearcall_request_result(request), nonce);
    reach("PARTLY_WRITTEN");
    return NEARCALL_OK;
}

static int order(nearcall_request *request, void *context)
{
    (void)context;
    const nearcall_value *value = nearcall_get_value(nearcall_request_arguments(request));
    reach("PARTLY_READ");
    START(request);
    begin_method(nearcall_value_integer(nearcall_value_member(value, "nonce")));
    nearcall_put_value(nearcall_request_result(request), value);
    reach("PARTLY_WRITTEN");
    return NEARCALL_OK;
}

static int echo(nearcall_request *request, void *context)
{
    (void)context;
    int64_t nonce = read_nonce(request);
    size_t length;
    const uint8_t *bytes = nearcall_get_bytes(nearcall_request_arguments(request), &length);
    START(request);
    begin_method(nonce);
    nearcall_put_bytes(nearcall_request_result(request), bytes, length);
    return NEARCALL_OK;
}

static int later(nearcall_request *request, void *context)
{
    (void)context;
    int64_t nonce = read_nonce(request);
    START(request);
    begin_method(nonce);
    nearcall_put_value(nearcall_request_result(request), nearcall_new_long(nearcall_request_values(request), nonce));
    return NEARCALL_OK;
}

static int post(nearcall_request *request, void *context)
{
    (void)context;
    int64_t nonce = read_nonce(request);
    START(request);
    begin_method(nonce);
    return NEARCALL_OK;
}

/* A failure of what the method called, as a caller in Java would throw it. */
static int rethrow(nearcall_request *request, const nearcall_error *error)
{
    return nearcall_request_throw(request, "io.nearcall.NearcallException", error->message);
}

static int heard(nearcall_request *request, void *context)
{
    (void)context;
    int64_t nonce = read_nonce(request);
    const nearcall_value *reference = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    begin_method(nonce);
    nearcall_error error;
    nearcall_service *witness = NULL;
    nearcall_call *call = NULL;
    int status = nearcall_request_bind(request, reference, TARGET "$Witness", say_method, 1, &witness, &error);
    if (status == NEARCALL_OK) {
        status = nearcall_request_call(request, witness, 0, NULL, &call, &error);
    }
    int64_t said = 0;
    if (status == NEARCALL_OK) {
        nearcall_put_long(nearcall_call_arguments(call), nonce);
        status = nearcall_call_invoke(call, &error);
        if (status == NEARCALL_OK) {
            said = nearcall_get_long(nearcall_call_result(call));
        }
    }
    nearcall_call_end(call);
    nearcall_service_release(witness);
    if (status != NEARCALL_OK) {
        return rethrow(request, &error);
    }
    nearcall_put_long(nearcall_request_result(request), said);
    return NEARCALL_OK;
}

static int session_nonce(nearcall_request *request, void *context)
{
    START(request);
    nearcall_put_long(nearcall_request_result(request), *(int64_t *)context);
    return NEARCALL_OK;
}

static void session_is_gone(void *context)
{
    free(context);
    atomic_fetch_sub(&sessions, 1);
}

static pthread_mutex_t witnesses_lock = PTHREAD_MUTEX_INITIALIZER;
static nearcall_service *witnesses[WITNESSES]; /* guarded by it */

/* Keeps a caller's object in the place of another one, or none. */
static void keep_witness(unsigned place, nearcall_service *witness)
{
    pthread_mutex_lock(&witnesses_lock);
    nearcall_service *before = witnesses[place];
    witnesses[place] = witness;
    pthread_mutex_unlock(&witnesses_lock);
    nearcall_service_release(before);
}

/* Keeps the caller's object for some time, and makes one of its own. */
static int open_session(nearcall_request *request, void *context)
{
    static const nearcall_method session_methods[] = {{"nonce ()J ()J", session_nonce}};
    (void)context;
    int64_t nonce = read_nonce(request);
    const nearcall_value *reference = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    begin_method(nonce);
    nearcall_error error;
    nearcall_service *witness;
    if (nearcall_request_bind(request, reference, TARGET "$Witness", say_method, 1, &witness, &error) != NEARCALL_OK) {
        return rethrow(request, &error);
    }
    keep_witness((unsigned)nonce & (WITNESSES - 1), witness);
    int64_t *own = malloc(sizeof *own);
    nearcall_object *session;
    if (own == NULL) {
        return NEARCALL_NO_MEMORY;
    }
    *own = nonce;
    atomic_fetch_add(&sessions, 1);
    int status = nearcall_object_new(endpoint, TARGET "$Session", session_methods, 1, own, session_is_gone, &session, &error);
    if (status != NEARCALL_OK) {
        session_is_gone(own);
        return status;
    }
    nearcall_put_value(nearcall_request_result(request), nearcall_new_reference(nearcall_request_values(request), session));
    nearcall_object_release(session); /* from here on the references of the peer keep it */
    return NEARCALL_OK;
}

void serve(const char *address, const char *log)
{
    const nearcall_method served[] = {{methods[PING], ping},     {methods[ORDER], order},
                                             {methods[MEGABYTE_ECHO], echo}, {methods[FUTURE], later},
                                             {methods[ONE_WAY], post},  {methods[CALLBACK], heard},
                                             {methods[REFERENCE], open_session}};
    nearcall_error error;
    nearcall_exported *exported; /* until the end of the process */
    if (log != NULL) {
        int fd = open(log, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (fd < 0 || ftruncate(fd, LOG_CAPACITY * sizeof *call_log) < 0) {
            die(log, strerror(errno));
        }
        void *mapped = mmap(NULL, LOG_CAPACITY * sizeof *call_log, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (mapped == MAP_FAILED) {
            die(log, strerror(errno));
        }
        call_log = mapped;
        close(fd);
    }
    if (nearcall_export(endpoint, address, TARGET, served, KINDS, NULL, &exported, &error) != NEARCALL_OK) {
        die(address, error.message);
    }
    say("serving");
}

void forget_witnesses(void)
{
    for (unsigned i = 0; i < WITNESSES; i++) {
        keep_witness(i, NULL);
    }
}

int sessions_left(void)
{
    return atomic_load(&sessions);
}
