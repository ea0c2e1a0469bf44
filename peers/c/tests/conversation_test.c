// SPDX-License-Identifier: Apache-2.0
/*
 * Conversations of docs/vectors: a client says what the vectors' caller says, record by record. The services answer what
 * the vectors' service answers, to the same bytes. Only exceptions differ: Java's have a form that Java alone writes.
 */
#include "raw_client.h"
#include "two_endpoints.h"
#include "value.h"
#include "vectors.h"

#define VECTORS_TEST "io.nearcall.CallVectorsTest$"
#define TREES_TEST "io.nearcall.TreesTest$"
#define SLASHED "Lio/nearcall/CallVectorsTest$"
#define CRATE "Lio/nearcall/TreesTest$Crate;"

#define START(request)                                 \
    do {                                               \
        int started = nearcall_request_start(request); \
        (void)context;                                 \
        if (started != NEARCALL_OK) {                  \
            return started;                            \
        }                                              \
    } while (0)

static int nothing(nearcall_request *request, void *context)
{
    START(request);
    return NEARCALL_OK;
}

static int sum(nearcall_request *request, void *context)
{
    nearcall_reader *in = nearcall_request_arguments(request);
    int64_t total = nearcall_get_int(in);
    total += nearcall_get_long(in);
    total += (int64_t)nearcall_get_double(in);
    total += nearcall_get_boolean(in);
    START(request);
    nearcall_put_long(nearcall_request_result(request), total);
    return NEARCALL_OK;
}

static int buy(nearcall_request *request, void *context)
{
    const nearcall_value *paper = nearcall_get_value(nearcall_request_arguments(request));
    nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    if (nearcall_value_integer(nearcall_value_member(paper, "pages")) == 0) {
        return nearcall_request_throw(request, VECTORS_TEST "SoldOut",
                                      nearcall_value_text(nearcall_value_member(paper, "title"), NULL));
    }
    nearcall_put_value(nearcall_request_result(request), paper);
    return NEARCALL_OK;
}

static int echo(nearcall_request *request, void *context)
{
    size_t length;
    const uint8_t *bytes = nearcall_get_bytes(nearcall_request_arguments(request), &length);
    START(request);
    nearcall_put_bytes(nearcall_request_result(request), bytes, length);
    return NEARCALL_OK;
}

static int any(nearcall_request *request, void *context)
{
    const nearcall_value *thing = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    nearcall_put_value(nearcall_request_result(request), thing);
    return NEARCALL_OK;
}

static int later(nearcall_request *request, void *context)
{
    const char *text = nearcall_get_string(nearcall_request_arguments(request), NULL);
    START(request);
    nearcall_put_value(nearcall_request_result(request), nearcall_new_string(nearcall_request_values(request), text));
    return NEARCALL_OK;
}

static int soon(nearcall_request *request, void *context)
{
    START(request);
    nearcall_put_value(nearcall_request_result(request), nearcall_new_string(nearcall_request_values(request), "soon"));
    return NEARCALL_OK;
}

static atomic_int last_tip;

static int tip(nearcall_request *request, void *context)
{
    int32_t amount = nearcall_get_int(nearcall_request_arguments(request));
    START(request);
    atomic_store(&last_tip, amount);
    return NEARCALL_OK;
}

static int tips(nearcall_request *request, void *context)
{
    START(request);
    nearcall_put_int(nearcall_request_result(request), atomic_load(&last_tip));
    return NEARCALL_OK;
}

static nearcall_service *rented; /* kept, because a stub that is given up is released */

static int rent(nearcall_request *request, void *context)
{
    static const char *const methods[] = {"seats ()I ()I"};
    const nearcall_value *boat = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    nearcall_error failure;
    nearcall_call *call;
    CHECK(nearcall_request_bind(request, boat, VECTORS_TEST "Boat", methods, 1, &rented, &failure) == NEARCALL_OK);
    CHECK(nearcall_request_call(request, rented, 0, NULL, &call, &failure) == NEARCALL_OK);
    CHECK_SAYING(nearcall_call_invoke(call, &failure) == NEARCALL_OK, "%s", failure.message);
    nearcall_put_int(nearcall_request_result(request), nearcall_get_int(nearcall_call_result(call)));
    nearcall_call_end(call);
    return NEARCALL_OK;
}

static int same_int(nearcall_request *request, void *context)
{
    int32_t passengers = nearcall_get_int(nearcall_request_arguments(request));
    int64_t left_ns = nearcall_request_remaining_ns(request);
    const char *tenant = nearcall_request_metadata(request, "tenant");
    START(request);
    /* The conversation's calls have 20 s or no limit, and a tenant with a wide name or none. */
    CHECK(left_ns == -1 || (left_ns > 0 && left_ns <= 20 * (int64_t)NC_NS_PER_S));
    CHECK(tenant == NULL || strcmp(tenant, "M\xc3\xbcller") == 0);
    nearcall_put_int(nearcall_request_result(request), passengers);
    return NEARCALL_OK;
}

/* ------------------------------------------------------------------------------------------------------------- trees */

static nearcall_endpoint *of_trees; /* it asks for trees, too */
static atomic_bool one_object;

static int store(nearcall_request *request, void *context)
{
    const nearcall_value *left = nearcall_get_value(nearcall_request_arguments(request));
    const nearcall_value *right = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    atomic_store(&one_object, left == right);
    return NEARCALL_OK;
}

static int is_one_object(nearcall_request *request, void *context)
{
    START(request);
    nearcall_put_boolean(nearcall_request_result(request), atomic_load(&one_object));
    return NEARCALL_OK;
}

static int twice(nearcall_request *request, void *context)
{
    const nearcall_value *crate = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    nearcall_values *values = nearcall_request_values(request);
    nearcall_value *crates = nearcall_new_instance(of_trees, values, "[L" TREES_TEST "Crate;");
    nearcall_value_add(values, crates, crate);
    nearcall_value_add(values, crates, crate);
    nearcall_value_add(values, crates, NULL);
    nearcall_put_value(nearcall_request_result(request), crates);
    return NEARCALL_OK;
}

static int twice_later(nearcall_request *request, void *context)
{
    enum { ARRAYS_AS_LIST = 40 };
    const nearcall_value *crate = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    nearcall_values *values = nearcall_request_values(request);
    nearcall_value *crates = nc_value_new(values, NEARCALL_KIND_COLLECTION, ARRAYS_AS_LIST);
    nearcall_value_add(values, crates, crate);
    nearcall_value_add(values, crates, crate);
    nearcall_put_value(nearcall_request_result(request), crates);
    return NEARCALL_OK;
}

static int not_here(nearcall_request *request, void *context)
{
    START(request);
    return NEARCALL_UNSUPPORTED;
}

/* ---------------------------------------------------------------------------------------------------------- playing */

static struct raw_client client;
static struct raw_lane borrowed;
static struct raw_lane shared;

static void play_control(const struct vector *vector, bool by_caller)
{
    uint8_t frame[NC_CONTROL_FRAME_MAX];
    int passed;
    if (by_caller) {
        CHECK(write(client.control.fd, vector->bytes, vector->length) == (ssize_t)vector->length);
        return;
    }
    CHECK(raw_control(&client, &passed) == NC_RECEIVED);
    size_t length = nc_control_encode(&client.message, frame);
    CHECK(length == vector->length && memcmp(frame, vector->bytes, length) == 0);
}

static void play(size_t index)
{
    const struct vector *vector = &vectors[index];
    bool by_caller = vector->name[0] == '>';
    char where[20];
    unsigned flags = 0;
    CHECK(sscanf(vector->name + 2, "%19s %x", where, &flags) >= 1);
    if (strcmp(where, "control") == 0) {
        play_control(vector, by_caller);
        return;
    }
    struct raw_lane *lane = strcmp(where, "shared") == 0 ? &shared : &borrowed;
    if (by_caller) {
        raw_send(&client, lane, vector->bytes, (uint32_t)vector->length, (uint8_t)flags);
        return;
    }
    CHECK_SAYING(raw_receive(&client, lane), "entry %zu has no answer", index);
    CHECK_SAYING(client.record.flags == flags, "entry %zu: flags %02x instead of %02x", index, client.record.flags, flags);
    bool exception = (flags & NC_TYPE_MASK) == NC_EXCEPTION;
    size_t compared = exception ? 16 : vector->length; /* the call, one exception, and its class's first letters */
    CHECK_SAYING((exception || client.record.length == vector->length) &&
                     memcmp(client.payload, vector->bytes, compared) == 0,
                 "entry %zu, %s, is answered otherwise", index, vector->name);
}

static void play_all(const char *file, const char *service, uint32_t flags)
{
    read_vectors(file);
    raw_connect(&client, runtime_directory, service);
    raw_hello(&client, service, flags, 256 << 20);
    raw_open_lane(&client, &borrowed, 0, false);
    raw_open_lane(&client, &shared, 2, true);
    for (size_t i = 0; i < vector_count; i++) {
        play(i);
    }
    raw_close_lane(&borrowed);
    raw_close_lane(&shared);
    raw_close(&client);
}

static void should_answer_the_conversation_of_the_kiosk(void)
{
    play_all("calls.txt", "kiosk", 0);
}

static void should_answer_messages_of_several_records(void)
{
    play_all("fragments.txt", "kiosk", 0);
}

static void should_answer_calls_with_deadlines_and_metadata(void)
{
    play_all("context.txt", "ferry", 0);
}

static void should_answer_by_trees_if_the_caller_asks_for_them(void)
{
    play_all("trees.txt", "depot", NC_FLAG_TREES);
}

static nearcall_exported *exported[3];

static void export_all(void)
{
    static const nearcall_method kiosk[] = {
        {"any (Ljava/lang/Object;)Ljava/lang/Object; (L)L", any},
        {"buy (" SLASHED "Paper;Ljava/util/List;)" SLASHED "Paper; (LL)L", buy},
        {"echo ([B)[B (A)A", echo},
        {"later (Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture; (T)L", later},
        {"open ()V ()V", nothing},
        {"rent (" SLASHED "Boat;)I (L)I", rent},
        {"sum (IJDZ)J (IJDZ)J", sum},
        {"tip (I)V (I)V", tip},
        {"tips ()I ()I", tips},
    };
    static const nearcall_method ferry[] = {
        {"cross (I)I (I)I", same_int},
        {"crossInTime (I)I (I)I", same_int},
        {"crossLater ()Ljava/util/concurrent/CompletableFuture; ()L", soon},
        {"wave ()V ()V", nothing},
    };
    static const nearcall_method depot[] = {
        {"circle ()Ljava/lang/Object; ()L", not_here},
        {"fail ()V ()V", not_here},
        {"isOneObject ()Z ()Z", is_one_object},
        {"store (Ljava/lang/Object;Ljava/lang/Object;)V (LL)V", store},
        {"twice (" CRATE ")[" CRATE " (L)L", twice},
        {"twiceLater (" CRATE ")Ljava/util/concurrent/CompletableFuture; (L)L", twice_later},
    };
    CHECK(nearcall_add_class(serving, VECTORS_TEST "Section", "enum\nNEWS\nSPORTS", &error) == NEARCALL_OK);
    CHECK(nearcall_add_class(serving, VECTORS_TEST "Paper", "record\ntitle java.lang.String exact\npages int exact\n"
                             "section " VECTORS_TEST "Section exact", &error) == NEARCALL_OK);
    CHECK(nearcall_add_class(serving, VECTORS_TEST "Coupon", "record\npercent int exact", &error) == NEARCALL_OK);
    CHECK(nearcall_add_class(serving, VECTORS_TEST "Boat", "remote interface", &error) == NEARCALL_OK);
    CHECK(nearcall_add_class(of_trees, TREES_TEST "Crate", "final class extends java.lang.Object\ncontent "
                             "java.lang.Object\nlabel java.lang.String exact", &error) == NEARCALL_OK);
    /* Each service has the object id 1 in the vectors, so each is of an endpoint of its own. */
    CHECK_SAYING(nearcall_export(serving, "kiosk", "Kiosk", kiosk, 9, NULL, &exported[0], &error) == NEARCALL_OK, "%s",
                 error.message);
    CHECK(nearcall_export(calling, "ferry", "Ferry", ferry, 4, NULL, &exported[1], &error) == NEARCALL_OK);
    CHECK(nearcall_export(of_trees, "depot", "Depot", depot, 6, NULL, &exported[2], &error) == NEARCALL_OK);
}

int main(void)
{
    nearcall_options options;
    nearcall_options_init(&options);
    alarm(120);
    open_endpoints(&options);
    options.trees = true;
    CHECK(nearcall_open(&options, &of_trees, &error) == NEARCALL_OK);
    export_all();
    RUN(should_answer_the_conversation_of_the_kiosk);
    RUN(should_answer_messages_of_several_records);
    RUN(should_answer_calls_with_deadlines_and_metadata);
    RUN(should_answer_by_trees_if_the_caller_asks_for_them);
    for (int i = 0; i < 3; i++) {
        nearcall_exported_release(exported[i]);
    }
    nearcall_close(of_trees);
    close_endpoints();
    nearcall_service_release(rented);
    return 0;
}
