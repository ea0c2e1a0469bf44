// SPDX-License-Identifier: Apache-2.0
/* Passes values to the Java service "shop" of tests/java, and back. */
#include "calls.h"

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

int main(int argc, char **argv)
{
    open_shop(argc, argv);
    RUN(should_add);
    RUN(should_pass_every_primitive);
    RUN(should_pass_strings);
    RUN(should_pass_records_enums_and_arrays);
    RUN(should_pass_beans_that_contain_themselves);
    RUN(should_get_back_what_it_sends);
    RUN(should_receive_trees_if_it_asks_for_them);
    RUN(should_pass_values_without_their_class);
    RUN(should_pass_bytes_of_any_length);
    RUN(should_agree_on_a_class_within_an_answer);
    RUN(should_receive_exceptions);
    close_shop();
    return 0;
}
