// SPDX-License-Identifier: Apache-2.0
/* Clients that ask for more than their share, within the rules or just beyond. */
#include "raw_client.h"
#include "two_endpoints.h"

static nearcall_exported *exported;
static struct raw_client client;

static int nothing(nearcall_request *request, void *context)
{
    (void)context;
    return nearcall_request_start(request);
}

static const nearcall_method methods[] = {{"nothing ()V ()V", nothing}};

/* Lanes at a place where nobody listens. Each is refused, and none counts. */
static void should_count_no_lanes_that_were_refused(void)
{
    enum { TIMES = 80 }; /* a connection may have 65 lanes */
    struct nc_control_message lanes;
    int passed;
    raw_connect(&client, runtime_directory, "greedy");
    raw_send_hello_over(&client, "unix", "greedy", 0, 1 << 20);
    raw_await_welcome(&client);
    for (uint32_t i = 0; i < TIMES; i++) {
        nc_control_init(&lanes, NC_LANES);
        lanes.batch = 2 * i;
        lanes.lanes = 1;
        lanes.ring_capacity = NC_RING_CAPACITY;
        nc_control_set_text(&lanes, ".unix-1-0123456789abcdef/"
                                    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
        CHECK(nc_control_send(&client.control, &lanes, -1, NULL));
        CHECK(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_LANES_REFUSED);
        CHECK_SAYING(strstr(client.message.text, "nobody accepts") != NULL, "%u: %s", i, client.message.text);
    }
    raw_close(&client);
}

int main(void)
{
    nearcall_options options;
    nearcall_options_init(&options);
    alarm(60);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "greedy", "Greedy", methods, 1, NULL, &exported, &error) == NEARCALL_OK);
    RUN(should_count_no_lanes_that_were_refused);
    nearcall_exported_release(exported);
    close_endpoints();
    return 0;
}
