// SPDX-License-Identifier: Apache-2.0
/* Which FAILURE answers a call, and what its texts are. */
#include "raw_client.h"
#include "two_endpoints.h"

enum { LONGEST = 65536, MAKE = 0, FILL = 1 };

static nearcall_exported *exported;
static struct raw_client client;
static struct raw_lane lane;

static int make(nearcall_request *request, void *context)
{
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request),
                           nearcall_new_instance(serving, nearcall_request_values(request), "shop.Item"));
    }
    (void)context;
    return status;
}

static int fill(nearcall_request *request, void *context)
{
    static const char bytes[2 * LONGEST];
    nearcall_get_bytes(nearcall_request_arguments(request), NULL);
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nearcall_put_bytes(nearcall_request_result(request), bytes, sizeof bytes);
    }
    (void)context;
    return status;
}

static void connect_client(void)
{
    raw_connect(&client, runtime_directory, "failures");
    raw_hello(&client, "failures", 0, LONGEST);
    raw_open_lane(&client, &lane, 0, false);
}

static void disconnect_client(void)
{
    raw_close_lane(&lane);
    raw_close(&client);
}

static void send_call(uint64_t id, uint32_t object, uint32_t method, const void *arguments, uint32_t length, uint8_t flags)
{
    uint8_t call[NC_CALL_HEADER + 200] = {0};
    nc_store64(call, id);
    nc_store32(call + 8, object);
    nc_store32(call + 12, method);
    memcpy(call + NC_CALL_HEADER, arguments, length);
    raw_send(&client, &lane, call, NC_CALL_HEADER + length, flags);
}

static void should_answer_when_a_class_offer_is_not_answered(void)
{
    int passed;
    connect_client();
    send_call(1, 1, MAKE, "", 0, NC_CALL);
    CHECK(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_CLASS_OFFER);
    CHECK(raw_receive(&client, &lane) || raw_receive(&client, &lane)); /* the offer has 5 s */
    CHECK(client.record.flags == NC_FAILURE && nc_load64(client.payload) == 1);
    CHECK_SAYING(nc_load32(client.payload + 8) == 8, "%u", nc_load32(client.payload + 8));
    disconnect_client();
}

int main(void)
{
    nearcall_options options;
    static const nearcall_method served[] = {{"make ()Lshop/Item; ()L", make}, {"fill ([B)[B (A)A", fill}};
    nearcall_options_init(&options);
    options.max_message_bytes = LONGEST;
    alarm(60);
    open_endpoints(&options);
    CHECK(nearcall_add_class(serving, "shop.Item", "record\nx int exact", &error) == NEARCALL_OK);
    CHECK(nearcall_export(serving, "failures", "Failures", served, 2, NULL, &exported, &error) == NEARCALL_OK);
    RUN(should_answer_when_a_class_offer_is_not_answered);
    nearcall_exported_release(exported);
    close_endpoints();
    return 0;
}
