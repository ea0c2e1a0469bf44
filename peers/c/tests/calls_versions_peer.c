// SPDX-License-Identifier: Apache-2.0
/* Exchanges classes with the Java service "shop" of tests/java that are of another version here. */
#include "calls.h"

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

int main(int argc, char **argv)
{
    open_shop(argc, argv);
    RUN(should_exchange_the_members_that_both_versions_have);
    RUN(should_write_a_constant_with_the_name_that_the_other_version_has);
    RUN(should_refuse_versions_that_are_not_compatible);
    close_shop();
    return 0;
}
