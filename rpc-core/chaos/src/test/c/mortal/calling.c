// SPDX-License-Identifier: Apache-2.0
/* The callers: some call until the process ends, others until their first failure. */
#include "mortal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEGABYTE = 1 << 20, CALLERS = 2, TRIERS = 3, ATTEMPTS_MAX = 200000 };

static const char *const nonce_method[] = {"nonce ()J ()J"};

struct caller {
    char address[200];
    uint64_t random; /* xorshift */
    unsigned kinds;  /* a bit for each */
    FILE *attempts;  /* NULL: a failure ends the process */
};

static uint64_t next_random(struct caller *caller)
{
    caller->random ^= caller->random << 13;
    caller->random ^= caller->random >> 7;
    caller->random ^= caller->random << 17;
    return caller->random;
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* A wrong answer has a status of its own. */
enum { WRONG = 1000 };

static int witness_say(nearcall_request *request, void *context)
{
    int64_t said = nearcall_get_long(nearcall_request_arguments(request));
    START(request);
    *(int64_t *)context = said;
    nearcall_put_long(nearcall_request_result(request), said);
    return NEARCALL_OK;
}

/* So the library may call it after the call has ended: it is freed when nobody refers to it any more. */
static nearcall_object *new_witness(int64_t **heard_nonce)
{
    static const nearcall_method witness_methods[] = {{"say (J)J (J)J", witness_say}};
    nearcall_error error = {0};
    nearcall_object *witness;
    *heard_nonce = calloc(1, sizeof **heard_nonce);
    if (*heard_nonce == NULL || nearcall_object_new(endpoint, TARGET "$Witness", witness_methods, 1, *heard_nonce, free,
                                                    &witness, &error) != NEARCALL_OK) {
        die("a witness", error.message);
    }
    return witness;
}

static void put_arguments(enum kind kind, nearcall_call *call, int64_t nonce, const uint8_t *megabyte, nearcall_object *witness)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_values *values = nearcall_call_values(call);
    if (kind == ORDER) {
        nearcall_value *items = nearcall_new_list(values);
        nearcall_value *made = nearcall_new_instance(endpoint, values, TARGET "$Order");
        nearcall_value_add(values, items, nearcall_new_string(values, "tea"));
        nearcall_value_set(made, "nonce", nearcall_new_long(values, nonce));
        nearcall_value_set(made, "customer", nearcall_new_string(values, "Ada"));
        nearcall_value_set(made, "items", items);
        nearcall_put_value(writer, made);
        reach("PARTLY_WRITTEN");
        return;
    }
    nearcall_put_long(writer, nonce);
    reach("PARTLY_WRITTEN");
    if (kind == MEGABYTE_ECHO) {
        nearcall_put_bytes(writer, megabyte, MEGABYTE);
    } else if (witness != NULL) {
        nearcall_put_value(writer, nearcall_new_reference(values, witness));
    }
}

/* The second call of a session: it may fail where the first one did not, as that of CallKind.java. */
static int ask_session(const nearcall_value *reference, int64_t nonce)
{
    nearcall_error error;
    nearcall_service *session;
    nearcall_call *call;
    int status = NEARCALL_OK;
    if (nearcall_bind(reference, TARGET "$Session", nonce_method, 1, &session, &error) != NEARCALL_OK) {
        return NEARCALL_OK;
    }
    nearcall_call_options options = {.deadline_ns = 20000000};
    if (nearcall_call_begin(session, 0, &options, &call, &error) == NEARCALL_OK) {
        int asked = nearcall_call_invoke(call, &error);
        if (asked == NEARCALL_NOT_FOUND || (asked == NEARCALL_OK && nearcall_get_long(nearcall_call_result(call)) != nonce)) {
            status = WRONG;
        }
        nearcall_call_end(call);
    }
    nearcall_service_release(session);
    return status;
}

static int check_answer(enum kind kind, nearcall_call *call, int64_t nonce, const uint8_t *megabyte, const int64_t *heard_nonce)
{
    nearcall_reader *reader = nearcall_call_result(call);
    size_t length;
    const uint8_t *bytes;
    bool right = true;
    switch (kind) {
    case PING: right = nearcall_get_long(reader) == nonce; break;
    case ORDER: {
        const nearcall_value *answered = nearcall_get_value(reader);
        right = nearcall_value_integer(nearcall_value_member(answered, "nonce")) == nonce &&
                nearcall_value_count(nearcall_value_member(answered, "items")) == 1;
        break;
    }
    case MEGABYTE_ECHO:
        bytes = nearcall_get_bytes(reader, &length);
        right = bytes != NULL && length == MEGABYTE && memcmp(bytes, megabyte, MEGABYTE) == 0;
        break;
    case FUTURE: right = nearcall_value_integer(nearcall_get_value(reader)) == nonce; break;
    case CALLBACK: right = nearcall_get_long(reader) == nonce && *heard_nonce == nonce; break;
    case REFERENCE: return ask_session(nearcall_get_value(reader), nonce);
    default: break;
    }
    return right ? NEARCALL_OK : WRONG;
}

/* The other side's method failed because its call of this process did. */
static bool failed_within(enum kind kind, nearcall_call *call)
{
    const char *class_name = nearcall_throwable_class(nearcall_call_exception(call));
    return kind == CALLBACK && strncmp(class_name, "io.nearcall.", 12) == 0;
}

static int attempt(nearcall_service *target, enum kind kind, int64_t nonce, uint8_t *megabyte, nearcall_error *error)
{
    nearcall_call_options options = {
        .kind = kind == FUTURE ? NEARCALL_FUTURE : kind == ONE_WAY ? NEARCALL_POST : NEARCALL_SYNC, .deadline_ns = 20000000000};
    int64_t *heard_nonce = NULL;
    nearcall_object *witness = kind == CALLBACK || kind == REFERENCE ? new_witness(&heard_nonce) : NULL;
    nearcall_call *call;
    error->outcome = NEARCALL_NOT_SENT;
    int status = nearcall_call_begin(target, kind, &options, &call, error);
    if (status == NEARCALL_OK) {
        if (kind == MEGABYTE_ECHO) {
            memset(megabyte, (int)nonce, MEGABYTE);
        }
        put_arguments(kind, call, nonce, megabyte, witness);
        status = kind == ONE_WAY ? nearcall_call_send(call, error) : nearcall_call_invoke(call, error);
        if (status == NEARCALL_EXCEPTION && failed_within(kind, call)) {
            status = NEARCALL_OK;
        } else if (status == NEARCALL_OK && kind != ONE_WAY) {
            status = check_answer(kind, call, nonce, megabyte, heard_nonce);
        }
        nearcall_call_end(call);
    }
    if (witness != NULL) {
        nearcall_object_release(witness);
    }
    return status;
}

static nearcall_service *look_up(const struct caller *caller, nearcall_error *error)
{
    nearcall_service *target;
    return nearcall_lookup(endpoint, caller->address, TARGET, methods, KINDS, &target, error) == NEARCALL_OK ? target : NULL;
}

static uint8_t *new_megabyte(void)
{
    uint8_t *megabyte = malloc(MEGABYTE);
    if (megabyte == NULL) {
        die("a megabyte", strerror(errno));
    }
    return megabyte;
}

static enum kind next_kind(struct caller *caller)
{
    enum kind kind;
    do {
        kind = (enum kind)(next_random(caller) % KINDS);
    } while (!(caller->kinds & 1U << kind));
    return kind;
}

static void *call_for_ever(void *argument)
{
    struct caller *caller = argument;
    nearcall_error error = {0};
    nearcall_service *target = look_up(caller, &error);
    uint8_t *megabyte = new_megabyte();
    int status = target == NULL ? error.status : NEARCALL_OK;
    while (status == NEARCALL_OK) {
        status = attempt(target, next_kind(caller), (int64_t)(next_random(caller) | 1), megabyte, &error);
    }
    if (status != NEARCALL_CLOSED && status != NEARCALL_LOST) { /* this process has closed, or the other side has, then */
        die("a call", status == WRONG ? "a wrong answer" : error.message);
    }
    nearcall_service_release(target);
    free(megabyte);
    free(caller);
    return NULL;
}

static void start(void *(*run)(void *), struct caller *caller, pthread_t *thread)
{
    if (pthread_create(thread, NULL, run, caller) != 0) {
        die("a thread", "it does not start");
    }
}

static struct caller *new_caller(const char *address, uint64_t seed, unsigned kinds)
{
    struct caller *caller = calloc(1, sizeof *caller);
    if (caller == NULL) {
        die("a caller", "no memory");
    }
    snprintf(caller->address, sizeof caller->address, "%s", address);
    caller->random = seed | 1;
    caller->kinds = kinds;
    return caller;
}

void call(const char *address, uint64_t seed, unsigned kinds)
{
    say("calling");
    for (unsigned i = 0; i < CALLERS; i++) {
        pthread_t thread;
        start(call_for_ever, new_caller(address, seed + 7919 * i, kinds), &thread);
        pthread_detach(thread);
    }
}

static nearcall_service *tried; /* of all threads that try */

static void *try_until_failure(void *argument)
{
    struct caller *caller = argument;
    uint8_t *megabyte = new_megabyte();
    int status = NEARCALL_OK;
    for (unsigned i = 0; i < ATTEMPTS_MAX && status == NEARCALL_OK; i++) {
        nearcall_error error = {0};
        enum kind kind = next_kind(caller);
        int64_t nonce = (int64_t)(next_random(caller) | 1);
        int64_t begin_ns = now_ns();
        status = attempt(tried, kind, nonce, megabyte, &error);
        fprintf(caller->attempts, "%s %lld %lld %lld %s %d\n", kind_names[kind], (long long)nonce, (long long)begin_ns,
                (long long)now_ns(), status == WRONG ? "WRONG" : nearcall_status_name(status), error.outcome);
    }
    free(megabyte);
    free(caller);
    return NULL;
}

/* In a thread of its own, because this process goes on taking commands. So is the next one. */
static void *look(void *argument)
{
    nearcall_error error;
    tried = look_up(argument, &error);
    free(argument);
    say(tried == NULL ? "lost" : "found");
    return NULL;
}

static void *try_each(void *argument)
{
    struct caller *first = argument;
    pthread_t threads[TRIERS];
    char *text;
    size_t length;
    FILE *attempts = open_memstream(&text, &length);
    for (unsigned i = 0; i < TRIERS; i++) {
        struct caller *caller = new_caller("", first->random + 104729 * i, first->kinds);
        caller->attempts = attempts;
        start(try_until_failure, caller, &threads[i]);
    }
    for (unsigned i = 0; i < TRIERS; i++) {
        pthread_join(threads[i], NULL);
    }
    fclose(attempts);
    fputs(text, stdout);
    free(text);
    nearcall_service_release(tried);
    tried = NULL;
    free(first);
    say("ended");
    return NULL;
}

static void start_detached(void *(*run)(void *), struct caller *caller)
{
    pthread_t thread;
    start(run, caller, &thread);
    pthread_detach(thread);
}

void find(const char *address)
{
    start_detached(look, new_caller(address, 1, 0));
}

void try_all(uint64_t seed)
{
    start_detached(try_each, new_caller("", seed, (1U << KINDS) - 1));
}
