// SPDX-License-Identifier: Apache-2.0
/* calls_peer CHANNEL: calls the Java service "shop" of tests/java. Ends with the death of that process. */
#include "shop.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static const char *channel;
static char address[50];
static nearcall_endpoint *endpoint;
static nearcall_service *shop;
static nearcall_error error;

static nearcall_call *begin_with(enum shop_method method, const nearcall_call_options *options)
{
    nearcall_call *call;
    CHECK_SAYING(nearcall_call_begin(shop, method, options, &call, &error) == NEARCALL_OK, "%s", error.message);
    return call;
}

static nearcall_call *begin(enum shop_method method)
{
    return begin_with(method, NULL);
}

static nearcall_reader *invoke(nearcall_call *call)
{
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s: %s", nearcall_status_name(error.status),
                 error.message);
    return nearcall_call_result(call);
}

static int32_t add(int32_t a, int32_t b)
{
    nearcall_call *call = begin(ADD);
    nearcall_put_int(nearcall_call_arguments(call), a);
    nearcall_put_int(nearcall_call_arguments(call), b);
    int32_t sum = nearcall_get_int(invoke(call));
    CHECK(nearcall_reader_status(nearcall_call_result(call)) == NEARCALL_OK);
    nearcall_call_end(call);
    return sum;
}

static void should_add(void)
{
    CHECK(add(2, 3) == 5);
    for (int i = 0; i < 10000; i++) {
        CHECK(add(i, -2 * i) == -i);
    }
}

static void should_pass_every_primitive(void)
{
    nearcall_call *call = begin(DESCRIBE);
    nearcall_writer *arguments = nearcall_call_arguments(call);
    nearcall_put_boolean(arguments, true);
    nearcall_put_byte(arguments, -1);
    nearcall_put_char(arguments, 0x20ac);
    nearcall_put_short(arguments, -300);
    nearcall_put_int(arguments, INT32_MIN);
    nearcall_put_long(arguments, INT64_MAX);
    nearcall_put_float(arguments, 1.5F);
    nearcall_put_double(arguments, -2.25);
    const char *text = nearcall_get_string(invoke(call), NULL);
    CHECK_SAYING(strcmp(text, "true -1 \xe2\x82\xac -300 -2147483648 9223372036854775807 1.5 -2.25") == 0, "%s", text);
    nearcall_call_end(call);
}

static void check_greeting(const char *name, const char *expected)
{
    nearcall_call *call = begin(GREET);
    nearcall_put_string(nearcall_call_arguments(call), name);
    const char *greeting = nearcall_get_string(invoke(call), NULL);
    CHECK(expected == NULL ? greeting == NULL : greeting != NULL && strcmp(greeting, expected) == 0);
    nearcall_call_end(call);
}

static void should_pass_strings(void)
{
    check_greeting("Ann", "Hello Ann");
    check_greeting("Zo\xc3\xab", "Hello Zo\xc3\xab");
    check_greeting("\xe2\x9c\x93 \xf0\x9f\x98\x80", "Hello \xe2\x9c\x93 \xf0\x9f\x98\x80");
    check_greeting("", "Hello ");
    check_greeting(NULL, NULL);
}

static nearcall_value *new_item(nearcall_values *values)
{
    nearcall_value *tags = nearcall_new_list(values);
    nearcall_value_add(values, tags, nearcall_new_string(values, "new"));
    nearcall_value *item = nearcall_new_instance(endpoint, values, "shop.Shop$Item");
    CHECK(nearcall_value_set(item, "name", nearcall_new_string(values, "lamp")));
    CHECK(nearcall_value_set(item, "count", nearcall_new_int(values, 3)));
    CHECK(nearcall_value_set(item, "colour", nearcall_new_enum(endpoint, values, "shop.Shop$Colour", "GREEN")));
    CHECK(nearcall_value_set(item, "tags", tags));
    return item;
}

static void should_pass_records_enums_and_arrays(void)
{
    nearcall_call *call = begin(BUY);
    nearcall_put_value(nearcall_call_arguments(call), new_item(nearcall_call_values(call)));
    nearcall_put_double(nearcall_call_arguments(call), 2.5);
    const nearcall_value *receipt = nearcall_get_value(invoke(call));
    CHECK_SAYING(receipt != NULL, "%d", nearcall_reader_status(nearcall_call_result(call)));
    CHECK(nearcall_value_real(nearcall_value_member(receipt, "total")) == 7.5);
    const nearcall_value *item = nearcall_value_member(receipt, "item");
    CHECK(strcmp(nearcall_value_text(nearcall_value_member(item, "name"), NULL), "lamp") == 0);
    CHECK(strcmp(nearcall_value_text(nearcall_value_member(item, "colour"), NULL), "GREEN") == 0);
    CHECK(nearcall_value_count(nearcall_value_member(item, "tags")) == 1);
    const nearcall_value *parts = nearcall_value_member(receipt, "parts");
    CHECK(nearcall_value_count(parts) == 2 && nearcall_value_at(parts, 0) == item && nearcall_value_at(parts, 1) == NULL);
    nearcall_call_end(call);
}

static void should_pass_beans_that_contain_themselves(void)
{
    nearcall_call *call = begin(WRAP);
    nearcall_values *values = nearcall_call_values(call);
    nearcall_value *box = nearcall_new_instance(endpoint, values, "shop.Shop$Box");
    nearcall_value_set(box, "size", nearcall_new_int(values, 4));
    nearcall_value_set(box, "inner", box);
    nearcall_put_value(nearcall_call_arguments(call), box);
    const nearcall_value *outer = nearcall_get_value(invoke(call));
    const nearcall_value *inner = nearcall_value_member(outer, "inner");
    CHECK(nearcall_value_integer(nearcall_value_member(outer, "size")) == 5);
    CHECK(inner != NULL && nearcall_value_member(inner, "inner") == inner);
    nearcall_call_end(call);
}

static void should_get_back_what_it_sends(void)
{
    nearcall_call *call = begin(ECHO);
    nearcall_values *values = nearcall_call_values(call);
    nearcall_value *map = nearcall_new_map(values);
    nearcall_value *list = nearcall_new_list(values);
    nearcall_value *day = nearcall_new_enum(endpoint, values, "java.time.DayOfWeek", "FRIDAY");
    nearcall_value_add(values, list, day);
    nearcall_value_add(values, list, NULL);
    nearcall_value_add(values, list, nearcall_new_long(values, INT64_MIN));
    nearcall_value_add(values, list, nearcall_new_boolean(values, true));
    nearcall_value_put(values, map, nearcall_new_string(values, "list"), list);
    nearcall_value_put(values, map, nearcall_new_string(values, "again"), list);
    nearcall_value_put(values, map, nearcall_new_int(values, 7), new_item(values));
    nearcall_put_value(nearcall_call_arguments(call), map);
    const nearcall_value *back = nearcall_get_value(invoke(call));
    CHECK(nearcall_value_kind(back) == NEARCALL_KIND_MAP && nearcall_value_count(back) == 3);
    const nearcall_value *first = nearcall_value_at(back, 0);
    CHECK(first == nearcall_value_at(back, 1) && nearcall_value_count(first) == 4);
    CHECK(strcmp(nearcall_value_class(nearcall_value_at(first, 0)), "java.time.DayOfWeek") == 0);
    CHECK(nearcall_value_integer(nearcall_value_at(first, 2)) == INT64_MIN);
    CHECK(strcmp(nearcall_value_class(nearcall_value_at(back, 2)), "shop.Shop$Item") == 0);
    nearcall_call_end(call);
}

/* ---------------------------------------------------------------------------------------------------- other versions */

struct version {
    nearcall_endpoint *endpoint;
    nearcall_service *shop;
};

/* An endpoint for which some classes have other lines than for Java. */
static struct version open_version(const char *const classes[][2], size_t count)
{
    struct version version;
    CHECK(nearcall_open(NULL, &version.endpoint, &error) == NEARCALL_OK);
    for (size_t i = 0; i < count; i++) {
        CHECK_SAYING(nearcall_add_class(version.endpoint, classes[i][0], classes[i][1], &error) == NEARCALL_OK, "%s",
                     error.message);
    }
    CHECK_SAYING(nearcall_lookup(version.endpoint, address, "shop.Shop", shop_methods, SHOP_METHODS, &version.shop, &error) ==
                     NEARCALL_OK,
                 "%s", error.message);
    return version;
}

static void close_version(struct version *version)
{
    nearcall_service_release(version->shop);
    nearcall_close(version->endpoint);
}

#define RECEIPT_LINES "record\nitem shop.Shop$Item exact\ntotal double exact\nparts [Lshop.Shop$Item; exact"

/* This side's Item has no colour and no tags, a count of another type, and a member that Java's lacks. */
static void should_exchange_the_members_that_both_versions_have(void)
{
    static const char *const classes[][2] = {
        {"shop.Shop$Item", "record\nsize int exact\ncount long exact\nname java.lang.String exact"},
        {"shop.Shop$Receipt", RECEIPT_LINES},
    };
    struct version version = open_version(classes, 2);
    nearcall_call *call;
    CHECK(nearcall_call_begin(version.shop, BUY, NULL, &call, &error) == NEARCALL_OK);
    nearcall_values *values = nearcall_call_values(call);
    nearcall_value *item = nearcall_new_instance(version.endpoint, values, "shop.Shop$Item");
    CHECK(nearcall_value_set(item, "name", nearcall_new_string(values, "lamp")));
    CHECK(nearcall_value_set(item, "count", nearcall_new_long(values, 3)));
    CHECK(nearcall_value_set(item, "size", nearcall_new_int(values, 9)));
    nearcall_put_value(nearcall_call_arguments(call), item);
    nearcall_put_double(nearcall_call_arguments(call), 2.5);
    const nearcall_value *receipt = nearcall_get_value(invoke(call));
    CHECK_SAYING(receipt != NULL, "%d", nearcall_reader_status(nearcall_call_result(call)));
    CHECK(nearcall_value_real(nearcall_value_member(receipt, "total")) == 7.5);
    const nearcall_value *back = nearcall_value_member(receipt, "item");
    CHECK(strcmp(nearcall_value_text(nearcall_value_member(back, "name"), NULL), "lamp") == 0);
    CHECK(nearcall_value_kind(nearcall_value_member(back, "count")) == NEARCALL_KIND_LONG);
    CHECK(nearcall_value_integer(nearcall_value_member(back, "count")) == 3);
    CHECK(nearcall_value_member(back, "size") == NULL);
    CHECK(nearcall_value_at(nearcall_value_member(receipt, "parts"), 0) == back);
    nearcall_call_end(call);

    /* A count that Java's int does not have is refused there. */
    CHECK(nearcall_call_begin(version.shop, BUY, NULL, &call, &error) == NEARCALL_OK);
    values = nearcall_call_values(call);
    item = nearcall_new_instance(version.endpoint, values, "shop.Shop$Item");
    CHECK(nearcall_value_set(item, "count", nearcall_new_long(values, INT64_C(1) << 40)));
    nearcall_put_value(nearcall_call_arguments(call), item);
    nearcall_put_double(nearcall_call_arguments(call), 2.5);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_CLASS && error.outcome == NEARCALL_NOT_STARTED);
    nearcall_call_end(call);
    close_version(&version);
}

static void should_write_a_constant_with_the_name_that_the_other_version_has(void)
{
    static const char *const classes[][2] = {
        {"shop.Shop$Colour", "enum\nCRIMSON was RED,SCARLET\nGREEN\nVIOLET"},
    };
    struct version version = open_version(classes, 1);
    nearcall_call *call;
    CHECK(nearcall_call_begin(version.shop, ECHO, NULL, &call, &error) == NEARCALL_OK);
    nearcall_put_value(nearcall_call_arguments(call), nearcall_new_enum(version.endpoint, nearcall_call_values(call),
                                                                        "shop.Shop$Colour", "CRIMSON"));
    const nearcall_value *colour = nearcall_get_value(invoke(call));
    CHECK(strcmp(nearcall_value_text(colour, NULL), "CRIMSON") == 0);
    nearcall_call_end(call);
    CHECK(nearcall_call_begin(version.shop, ECHO, NULL, &call, &error) == NEARCALL_OK);
    nearcall_put_value(nearcall_call_arguments(call), nearcall_new_enum(version.endpoint, nearcall_call_values(call),
                                                                        "shop.Shop$Colour", "VIOLET"));
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_CLASS && error.outcome == NEARCALL_NOT_SENT);
    nearcall_call_end(call);
    close_version(&version);
}

static void should_refuse_versions_that_are_not_compatible(void)
{
    static const char *const classes[][2] = {
        {"shop.Shop$Item", "record\nname int exact"},
        {"shop.Shop$Colour", "record\nname int exact"},
    };
    struct version version = open_version(classes, 2);
    for (int i = 0; i < 2; i++) {
        nearcall_call *call;
        CHECK(nearcall_call_begin(version.shop, ECHO, NULL, &call, &error) == NEARCALL_OK);
        nearcall_put_value(nearcall_call_arguments(call), nearcall_new_instance(version.endpoint, nearcall_call_values(call),
                                                                                classes[i][0]));
        CHECK(nearcall_call_invoke(call, &error) == NEARCALL_CLASS && error.outcome == NEARCALL_NOT_SENT);
        CHECK_SAYING(strstr(error.message, i == 0 ? "its member name" : "it is a record") != NULL, "%s", error.message);
        nearcall_call_end(call);
    }
    close_version(&version);
}

/* A list that occurs twice arrives as two lists if this side has asked for trees. */
static void should_receive_trees_if_it_asks_for_them(void)
{
    nearcall_options options;
    nearcall_endpoint *of_trees;
    nearcall_service *same_shop;
    nearcall_call *call;
    nearcall_options_init(&options);
    options.trees = true;
    CHECK(nearcall_open(&options, &of_trees, &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_lookup(of_trees, address, "shop.Shop", shop_methods, SHOP_METHODS, &same_shop, &error) ==
                     NEARCALL_OK,
                 "%s", error.message);
    CHECK(nearcall_call_begin(same_shop, ECHO, NULL, &call, &error) == NEARCALL_OK);
    nearcall_values *values = nearcall_call_values(call);
    nearcall_value *outer = nearcall_new_list(values);
    nearcall_value *inner = nearcall_new_list(values);
    nearcall_value_add(values, outer, inner);
    nearcall_value_add(values, outer, inner);
    nearcall_put_value(nearcall_call_arguments(call), outer);
    const nearcall_value *back = nearcall_get_value(invoke(call));
    CHECK(nearcall_value_count(back) == 2 && nearcall_value_at(back, 0) != nearcall_value_at(back, 1));
    nearcall_call_end(call);
    nearcall_service_release(same_shop);
    nearcall_close(of_trees);
}

static void should_pass_values_without_their_class(void)
{
    nearcall_call *call = begin(LATER);
    nearcall_values *values = nearcall_call_values(call);
    nearcall_value *at = nearcall_new_instance(endpoint, values, "java.time.Instant");
    nearcall_value *by = nearcall_new_instance(endpoint, values, "java.time.Duration");
    nearcall_value_add(values, at, nearcall_new_long(values, 1000));
    nearcall_value_add(values, at, nearcall_new_int(values, 5));
    nearcall_value_add(values, by, nearcall_new_long(values, -1));
    nearcall_value_add(values, by, nearcall_new_int(values, 2));
    nearcall_put_plain(nearcall_call_arguments(call), "java.time.Instant", at);
    nearcall_put_plain(nearcall_call_arguments(call), "java.time.Duration", by);
    const nearcall_value *later = nearcall_get_plain(invoke(call), "java.time.Instant");
    CHECK(nearcall_value_integer(nearcall_value_field(later, 0)) == 999);
    CHECK(nearcall_value_integer(nearcall_value_field(later, 1)) == 7);
    nearcall_call_end(call);

    static const int32_t numbers[] = {1, -2, 1 << 20};
    call = begin(TWICE);
    values = nearcall_call_values(call);
    nearcall_put_plain(nearcall_call_arguments(call), "[I", nearcall_new_primitives(values, NEARCALL_KIND_INTS, numbers, 3));
    size_t count;
    const int32_t *doubled = nearcall_value_elements(nearcall_get_plain(invoke(call), "[I"), &count);
    CHECK(count == 3 && doubled[0] == 2 && doubled[1] == -4 && doubled[2] == 1 << 21);
    nearcall_call_end(call);
}

static void reverse(size_t length)
{
    uint8_t *bytes = malloc(length);
    for (size_t i = 0; i < length; i++) {
        bytes[i] = (uint8_t)(i * 31 + i / 251);
    }
    nearcall_call *call = begin(REVERSE);
    nearcall_put_bytes(nearcall_call_arguments(call), bytes, length);
    size_t received;
    const uint8_t *reversed = nearcall_get_bytes(invoke(call), &received);
    CHECK(received == length);
    for (size_t i = 0; i < length; i++) {
        CHECK(reversed[i] == bytes[length - 1 - i]);
    }
    nearcall_call_end(call);
    free(bytes);
}

static void should_pass_bytes_of_any_length(void)
{
    static const size_t lengths[] = {1, 16300, 16359, 16360, 16361, 70000, 1000000, 5000000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        reverse(lengths[i]);
    }
}

static void should_agree_on_a_class_within_an_answer(void)
{
    nearcall_call *call = begin(SURPRISE);
    const nearcall_value *gift = nearcall_get_value(invoke(call));
    size_t length;
    nearcall_value_text(nearcall_value_member(gift, "wrapping"), &length);
    CHECK(length == 25000);
    nearcall_call_end(call);
}

static void should_receive_exceptions(void)
{
    nearcall_call *call = begin(FAIL);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_EXCEPTION);
    const nearcall_value *thrown = nearcall_call_exception(call);
    CHECK(strcmp(nearcall_throwable_class(thrown), "java.lang.IllegalStateException") == 0);
    CHECK(strcmp(nearcall_throwable_message(thrown), "closed") == 0);
    CHECK(strcmp(nearcall_throwable_class(nearcall_throwable_cause(thrown)), "java.lang.IllegalArgumentException") == 0);
    CHECK(nearcall_throwable_frame_count(thrown) > 0);
    nearcall_frame frame = nearcall_throwable_frame(thrown, 0);
    CHECK(strcmp(frame.class_name, "shop.Server") == 0 && strcmp(frame.method, "fail") == 0 && frame.line > 0);
    nearcall_call_end(call);

    call = begin(BUY);
    nearcall_put_value(nearcall_call_arguments(call), new_item(nearcall_call_values(call)));
    nearcall_put_double(nearcall_call_arguments(call), 0);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_EXCEPTION);
    CHECK(strcmp(nearcall_throwable_class(nearcall_call_exception(call)), "shop.Shop$SoldOut") == 0);
    nearcall_call_end(call);
}

static void should_refuse_what_the_service_does_not_have(void)
{
    static const char *const methods[] = {"add (JJ)J (JJ)J", "subtract (II)I (II)I", "add (II)I (II)L"};
    static const char *const reasons[] = {"other types", "none of that name", "wire form"};
    nearcall_service *other;
    CHECK(nearcall_lookup(endpoint, address, "shop.Shop", methods, 3, &other, &error) == NEARCALL_OK);
    for (size_t i = 0; i < 3; i++) {
        nearcall_call *call;
        CHECK(nearcall_call_begin(other, i, NULL, &call, &error) == NEARCALL_NOT_FOUND);
        CHECK_SAYING(strstr(error.message, reasons[i]) != NULL, "%s", error.message);
    }
    nearcall_service_release(other);
    static const char *const malformed[] = {"add"};
    CHECK(nearcall_lookup(endpoint, "shop", "shop.Shop", malformed, 1, &other, &error) == NEARCALL_INVALID);
    CHECK(nearcall_lookup(endpoint, "tcp:shop", "shop.Shop", methods, 1, &other, &error) == NEARCALL_UNSUPPORTED);
    CHECK(nearcall_lookup(endpoint, "../shop", "shop.Shop", methods, 1, &other, &error) == NEARCALL_INVALID);
}

static void should_report_arguments_that_cannot_be_read(void)
{
    nearcall_call *call = begin(ADD);
    nearcall_put_int(nearcall_call_arguments(call), 2); /* one is missing */
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_UNREADABLE && error.outcome == NEARCALL_NOT_STARTED);
    nearcall_call_end(call);
    call = begin(GREET);
    nearcall_put_string(nearcall_call_arguments(call), "\xff");
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_INVALID && error.outcome == NEARCALL_NOT_SENT);
    nearcall_call_end(call);
    call = begin(ADD); /* given up before anything was sent */
    nearcall_call_end(call);
    CHECK(add(1, 1) == 2);
}

static void should_end_a_call_at_its_deadline(void)
{
    nearcall_call_options options = {.deadline_ns = 100 * 1000 * 1000};
    nearcall_call *call = begin_with(SLEEP, &options);
    nearcall_put_long(nearcall_call_arguments(call), 60000);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_DEADLINE && error.outcome == NEARCALL_MAY_HAVE_RUN);
    nearcall_call_end(call);
    CHECK(add(4, 4) == 8);
    for (int i = 0; i < 100; i++) { /* the service is told, and interrupts the method */
        call = begin(INTERRUPTS);
        int32_t interrupts = nearcall_get_int(invoke(call));
        nearcall_call_end(call);
        if (interrupts > 0) {
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    CHECK(!"the method was not interrupted");
}

static void *cancel_soon(void *call)
{
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    nearcall_call_cancel(call);
    return NULL;
}

static void should_cancel_from_another_thread(void)
{
    nearcall_call *call = begin(SLEEP);
    nearcall_put_long(nearcall_call_arguments(call), 20000);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, cancel_soon, call) == 0);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_CANCELLED && error.outcome == NEARCALL_MAY_HAVE_RUN);
    pthread_join(thread, NULL);
    nearcall_call_end(call);
    CHECK(add(5, 5) == 10);
}

/* The answer of the arguments that were cut short is skipped, and the lane goes on. */
static void should_give_up_a_call_that_is_partly_sent(void)
{
    uint8_t bytes[100000] = {0};
    for (int i = 0; i < 10; i++) {
        nearcall_call *call = begin(REVERSE);
        nearcall_put_bytes(nearcall_call_arguments(call), bytes, sizeof bytes);
        nearcall_call_end(call);
        CHECK(add(i, 1) == i + 1);
    }
}

static void should_tell_the_method_its_deadline_and_metadata(void)
{
    static const nearcall_pair pairs[] = {{"tenant", "m\xc3\xbcller"}};
    nearcall_call_options options = {.deadline_ns = 5000000000, .metadata = pairs, .metadata_count = 1};
    nearcall_call *call = begin_with(CONTEXT, &options);
    const char *text = nearcall_get_string(invoke(call), NULL);
    CHECK_SAYING(strcmp(text, "m\xc3\xbcller true") == 0, "%s", text);
    nearcall_call_end(call);
    static const nearcall_pair wrong[] = {{"a b", ""}};
    options = (nearcall_call_options){.metadata = wrong, .metadata_count = 1};
    CHECK(nearcall_call_begin(shop, CONTEXT, &options, &call, &error) == NEARCALL_INVALID);
}

static void should_have_many_futures_in_flight(void)
{
    enum { FUTURES = 200 };
    nearcall_call *calls[FUTURES];
    nearcall_call_options options = {.kind = NEARCALL_FUTURE};
    char text[32];
    for (int i = 0; i < FUTURES; i++) {
        snprintf(text, sizeof text, "soon %d", i);
        calls[i] = begin_with(SOON, &options);
        nearcall_put_string(nearcall_call_arguments(calls[i]), text);
        CHECK_SAYING(nearcall_call_send(calls[i], &error) == NEARCALL_OK, "%s", error.message);
    }
    for (int i = FUTURES - 1; i >= 0; i--) {
        CHECK_SAYING(nearcall_call_await(calls[i], &error) == NEARCALL_OK, "%s", error.message);
        snprintf(text, sizeof text, "soon %d!", i);
        const nearcall_value *value = nearcall_get_value(nearcall_call_result(calls[i]));
        CHECK(strcmp(nearcall_value_text(value, NULL), text) == 0);
        nearcall_call_end(calls[i]);
    }
}

static void should_keep_the_order_of_one_way_calls_and_a_fence(void)
{
    enum { NOTES_SENT = 500 };
    nearcall_call_options options = {.kind = NEARCALL_POST, .strand = 3};
    char text[32];
    for (int i = 0; i < NOTES_SENT; i++) {
        nearcall_call *call = begin_with(NOTE, &options);
        snprintf(text, sizeof text, "note %d", i);
        nearcall_put_string(nearcall_call_arguments(call), text);
        CHECK(nearcall_call_send(call, &error) == NEARCALL_OK);
        nearcall_call_end(call);
    }
    CHECK_SAYING(nearcall_fence(shop, 3, &error) == NEARCALL_OK, "%s", error.message);
    nearcall_call *call = begin(NOTES);
    const nearcall_value *notes = nearcall_get_value(invoke(call));
    CHECK(nearcall_value_count(notes) == NOTES_SENT);
    for (int i = 0; i < NOTES_SENT; i++) {
        snprintf(text, sizeof text, "note %d", i);
        CHECK(strcmp(nearcall_value_text(nearcall_value_at(notes, (size_t)i), NULL), text) == 0);
    }
    nearcall_call_end(call);
}

static void *add_often(void *unused)
{
    (void)unused;
    for (int i = 0; i < 300; i++) {
        CHECK(add(i, i) == 2 * i);
    }
    return NULL;
}

static void should_be_called_by_many_threads(void)
{
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, add_often, NULL) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* ------------------------------------------------------------------------------------------------------- references */

static void should_call_an_object_that_was_returned(void)
{
    nearcall_call *call = begin(OPEN);
    nearcall_put_string(nearcall_call_arguments(call), "north");
    const nearcall_value *reference = nearcall_get_value(invoke(call));
    nearcall_service *till;
    CHECK_SAYING(nearcall_bind(reference, "shop.Till", till_methods, 1, &till, &error) == NEARCALL_OK, "%s",
                 error.message);
    nearcall_call_end(call); /* the stub keeps the object */
    for (int i = 1; i <= 10; i++) {
        CHECK_SAYING(nearcall_call_begin(till, 0, NULL, &call, &error) == NEARCALL_OK, "%s", error.message);
        nearcall_put_int(nearcall_call_arguments(call), 5);
        CHECK(nearcall_get_int(invoke(call)) == 5 * i);
        nearcall_call_end(call);
    }
    call = begin(TOTAL); /* it goes home */
    nearcall_put_value(nearcall_call_arguments(call), nearcall_new_reference_home(nearcall_call_values(call), till));
    CHECK(nearcall_get_int(invoke(call)) == 50);
    nearcall_call_end(call);
    nearcall_service_release(till);
}

static struct counter {
    int calls;
    int unreferenced;
} counter;

static int count_up(nearcall_request *request, void *context)
{
    struct counter *calls = context;
    int32_t value = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        calls->calls++;
        nearcall_put_int(nearcall_request_result(request), 2 * value);
    }
    return status;
}

static void unreferenced(void *context)
{
    struct counter *calls = context;
    __atomic_add_fetch(&calls->unreferenced, 1, __ATOMIC_SEQ_CST);
}

static void should_be_called_back_and_told_when_nobody_refers_to_its_object(void)
{
    static const nearcall_method methods[] = {{"applyAsInt (I)I (I)I", count_up}};
    static const char operator_name[] = "java.util.function.IntUnaryOperator";
    nearcall_object *object;
    CHECK_SAYING(nearcall_object_new(endpoint, operator_name, methods, 1, &counter, unreferenced, &object, &error) ==
                     NEARCALL_OK,
                 "%s", error.message);
    for (int i = 0; i < 3; i++) {
        nearcall_call *call = begin(APPLY);
        nearcall_put_reference(nearcall_call_arguments(call), operator_name,
                               nearcall_new_reference(nearcall_call_values(call), object));
        nearcall_put_int(nearcall_call_arguments(call), 10);
        CHECK(nearcall_get_int(invoke(call)) == 1024);
        nearcall_call_end(call);
    }
    CHECK(counter.calls == 30);
    CHECK(__atomic_load_n(&counter.unreferenced, __ATOMIC_SEQ_CST) == 0);
    nearcall_object_release(object);
    for (int i = 0; i < 100 && __atomic_load_n(&counter.unreferenced, __ATOMIC_SEQ_CST) == 0; i++) {
        nearcall_call *call = begin(COLLECT); /* the service's stubs */
        invoke(call);
        nearcall_call_end(call);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    CHECK(__atomic_load_n(&counter.unreferenced, __ATOMIC_SEQ_CST) == 1);
}

/* ---------------------------------------------------------------------------------------------------------- streams */

static nearcall_stream *open_stream(nearcall_call *call)
{
    nearcall_stream *stream;
    const nearcall_value *reference = nearcall_get_reference(invoke(call));
    CHECK_SAYING(nearcall_stream_open(reference, &stream, &error) == NEARCALL_OK, "%s", error.message);
    nearcall_call_end(call);
    return stream;
}

static void should_read_a_stream_to_its_end(void)
{
    enum { NUMBERS = 20000 };
    nearcall_call *call = begin(RANGE);
    nearcall_put_int(nearcall_call_arguments(call), 0);
    nearcall_put_int(nearcall_call_arguments(call), NUMBERS);
    nearcall_stream *stream = open_stream(call);
    const nearcall_value *element;
    for (int i = 0; i < NUMBERS; i++) {
        CHECK_SAYING(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK, "%d: %s", i, error.message);
        CHECK(nearcall_value_integer(element) == i);
    }
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_STREAM_END);
    nearcall_stream_close(stream);

    call = begin(RANGE);
    nearcall_put_int(nearcall_call_arguments(call), 5);
    nearcall_put_int(nearcall_call_arguments(call), 5);
    stream = open_stream(call);
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_STREAM_END);
    nearcall_stream_close(stream);
}

static void should_read_a_stream_that_fails(void)
{
    const nearcall_value *element;
    nearcall_stream *stream = open_stream(begin(BROKEN));
    for (int i = 0; i < 3; i++) {
        char text[20];
        snprintf(text, sizeof text, "piece %d", i);
        CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK);
        CHECK(strcmp(nearcall_value_text(element, NULL), text) == 0);
    }
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_EXCEPTION);
    CHECK(strcmp(nearcall_throwable_message(nearcall_stream_exception(stream)), "broken") == 0);
    nearcall_stream_close(stream);
}

static void should_subscribe_to_a_publisher(void)
{
    nearcall_call *call = begin(TICKS);
    nearcall_stream *stream;
    const nearcall_value *element;
    nearcall_put_int(nearcall_call_arguments(call), 100);
    const nearcall_value *publisher = nearcall_get_reference(invoke(call));
    CHECK_SAYING(nearcall_stream_subscribe(publisher, &stream, &error) == NEARCALL_OK, "%s", error.message);
    nearcall_call_end(call);
    for (int i = 0; i < 100; i++) {
        CHECK_SAYING(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK, "%d: %s", i, error.message);
        CHECK(nearcall_value_integer(element) == i);
    }
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_STREAM_END);
    nearcall_stream_close(stream);
}

struct countdown {
    int left;
    int closed;
};

static int count_down(void *context, nearcall_values *values, const nearcall_value **element)
{
    struct countdown *countdown = context;
    if (countdown->left == 0) {
        return NEARCALL_STREAM_END;
    }
    *element = nearcall_new_int(values, countdown->left--);
    return NEARCALL_OK;
}

static void close_countdown(void *context)
{
    struct countdown *countdown = context;
    __atomic_store_n(&countdown->closed, 1, __ATOMIC_SEQ_CST);
}

static void should_pass_a_stream_of_its_own(void)
{
    enum { NUMBERS = 30000 };
    static struct countdown countdown = {.left = NUMBERS};
    nearcall_source source = {.next = count_down, .close = close_countdown, .context = &countdown};
    nearcall_object *object;
    CHECK(nearcall_source_new(&source, &object, &error) == NEARCALL_OK);
    nearcall_call *call = begin(SUM);
    nearcall_put_reference(nearcall_call_arguments(call), NEARCALL_STREAM,
                           nearcall_new_reference(nearcall_call_values(call), object));
    nearcall_object_release(object);
    CHECK(nearcall_get_long(invoke(call)) == (int64_t)NUMBERS * (NUMBERS + 1) / 2);
    nearcall_call_end(call);
    for (int i = 0; i < 100 && __atomic_load_n(&countdown.closed, __ATOMIC_SEQ_CST) == 0; i++) {
        call = begin(COLLECT);
        invoke(call);
        nearcall_call_end(call);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    CHECK(__atomic_load_n(&countdown.closed, __ATOMIC_SEQ_CST) == 1);
}

/* ------------------------------------------------------------------------------------------------------ loss of the peer */

static void *sleep_long(void *unused)
{
    (void)unused;
    nearcall_error lost;
    nearcall_call *call;
    CHECK(nearcall_call_begin(shop, SLEEP, NULL, &call, &lost) == NEARCALL_OK);
    nearcall_put_long(nearcall_call_arguments(call), 60000);
    CHECK(nearcall_call_invoke(call, &lost) == NEARCALL_LOST);
    CHECK_SAYING(lost.outcome == NEARCALL_MAY_HAVE_RUN, "%s", lost.message); /* it was taken */
    nearcall_call_end(call);
    return NULL;
}

static void should_know_the_outcome_of_calls_when_the_peer_dies(void)
{
    nearcall_call *call = begin(PROCESS);
    pid_t pid = (pid_t)nearcall_get_int(invoke(call));
    nearcall_call_end(call);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, sleep_long, NULL) == 0);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    CHECK(kill(pid, SIGSTOP) == 0);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    call = begin(ADD); /* it is sent, and never read */
    nearcall_put_int(nearcall_call_arguments(call), 1);
    nearcall_put_int(nearcall_call_arguments(call), 1);
    CHECK(nearcall_call_send(call, &error) == NEARCALL_OK);
    CHECK(kill(pid, SIGKILL) == 0);
    CHECK(nearcall_call_await(call, &error) == NEARCALL_LOST);
    /* Only shared memory shows, after the death, that the call was not taken. */
    int expected = strcmp(channel, "shm") == 0 ? NEARCALL_NOT_STARTED : NEARCALL_MAY_HAVE_RUN;
    CHECK_SAYING(error.outcome == expected, "%s", error.message);
    nearcall_call_end(call);
    pthread_join(thread, NULL);
    nearcall_call *late;
    CHECK(nearcall_call_begin(shop, ADD, NULL, &late, &error) == NEARCALL_LOST && error.outcome == NEARCALL_NOT_SENT);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    channel = argv[1];
    snprintf(address, sizeof address, "%s:shop", channel);
    alarm(120);
    CHECK_SAYING(nearcall_open(NULL, &endpoint, &error) == NEARCALL_OK, "%s", error.message);
    describe_classes(endpoint);
    CHECK_SAYING(nearcall_lookup(endpoint, address, "shop.Shop", shop_methods, SHOP_METHODS, &shop, &error) == NEARCALL_OK,
                 "%s", error.message);
    RUN(should_add);
    RUN(should_pass_every_primitive);
    RUN(should_pass_strings);
    RUN(should_pass_records_enums_and_arrays);
    RUN(should_pass_beans_that_contain_themselves);
    RUN(should_get_back_what_it_sends);
    RUN(should_exchange_the_members_that_both_versions_have);
    RUN(should_write_a_constant_with_the_name_that_the_other_version_has);
    RUN(should_refuse_versions_that_are_not_compatible);
    RUN(should_receive_trees_if_it_asks_for_them);
    RUN(should_pass_values_without_their_class);
    RUN(should_pass_bytes_of_any_length);
    RUN(should_agree_on_a_class_within_an_answer);
    RUN(should_receive_exceptions);
    RUN(should_refuse_what_the_service_does_not_have);
    RUN(should_report_arguments_that_cannot_be_read);
    RUN(should_end_a_call_at_its_deadline);
    RUN(should_cancel_from_another_thread);
    RUN(should_give_up_a_call_that_is_partly_sent);
    RUN(should_tell_the_method_its_deadline_and_metadata);
    RUN(should_have_many_futures_in_flight);
    RUN(should_keep_the_order_of_one_way_calls_and_a_fence);
    RUN(should_be_called_by_many_threads);
    RUN(should_call_an_object_that_was_returned);
    RUN(should_be_called_back_and_told_when_nobody_refers_to_its_object);
    RUN(should_read_a_stream_to_its_end);
    RUN(should_read_a_stream_that_fails);
    RUN(should_subscribe_to_a_publisher);
    RUN(should_pass_a_stream_of_its_own);
    RUN(should_know_the_outcome_of_calls_when_the_peer_dies);
    nearcall_service_release(shop);
    nearcall_close(endpoint);
    return 0;
}
