// SPDX-License-Identifier: Apache-2.0
/* What the callers of the Java service "shop" have in common. Each gets the channel as its argument. */
#ifndef NC_CALLS_H
#define NC_CALLS_H

#include "shop.h"

#include <unistd.h>

static const char *channel;
static char address[50];
static nearcall_endpoint *endpoint;
static nearcall_service *shop;
static nearcall_error error;

static inline nearcall_call *begin_with(enum shop_method method, const nearcall_call_options *options)
{
    nearcall_call *call;
    CHECK_SAYING(nearcall_call_begin(shop, method, options, &call, &error) == NEARCALL_OK, "%s", error.message);
    return call;
}

static inline nearcall_call *begin(enum shop_method method)
{
    return begin_with(method, NULL);
}

static inline nearcall_reader *invoke(nearcall_call *call)
{
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s: %s", nearcall_status_name(error.status),
                 error.message);
    return nearcall_call_result(call);
}

static inline int32_t add(int32_t a, int32_t b)
{
    nearcall_call *call = begin(ADD);
    nearcall_put_int(nearcall_call_arguments(call), a);
    nearcall_put_int(nearcall_call_arguments(call), b);
    int32_t sum = nearcall_get_int(invoke(call));
    CHECK(nearcall_reader_status(nearcall_call_result(call)) == NEARCALL_OK);
    nearcall_call_end(call);
    return sum;
}

static inline nearcall_value *new_item(nearcall_values *values)
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

static inline void open_shop(int argc, char **argv)
{
    CHECK(argc == 2);
    channel = argv[1];
    snprintf(address, sizeof address, "%s:shop", channel);
    alarm(120);
    CHECK_SAYING(nearcall_open(NULL, &endpoint, &error) == NEARCALL_OK, "%s", error.message);
    describe_classes(endpoint);
    CHECK_SAYING(nearcall_lookup(endpoint, address, "shop.Shop", shop_methods, SHOP_METHODS, &shop, &error) == NEARCALL_OK,
                 "%s", error.message);
}

static inline void close_shop(void)
{
    nearcall_service_release(shop);
    nearcall_close(endpoint);
}

#endif
