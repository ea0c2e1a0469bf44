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
    size_t length;
    nearcall_get_bytes(nearcall_request_arguments(request), &length);
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

/* Reads a text of Latin-1 at *at, and goes on behind it. */
static bool is_text(const uint8_t **at, const char *expected)
{
    size_t length = strlen(expected);
    bool same = (*at)[0] == (length + 1) << 1 && memcmp(*at + 1, expected, length) == 0;
    *at += 1 + length;
    return same;
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

/* The text is cut within a character, because its first one has a single byte. */
static void should_send_a_text_that_is_cut_within_a_character(void)
{
    struct nc_control_message refused;
    char text[200] = "x";
    int passed;
    for (int i = 0; i < 95; i++) {
        strcat(text, "\xc3\xa4");
    }
    connect_client();
    send_call(1, 1, MAKE, "", 0, NC_CALL);
    CHECK(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_CLASS_OFFER);
    nc_control_init(&refused, NC_CLASS_REFUSED);
    nc_control_set_name(&refused, "shop.Item");
    nc_control_set_text(&refused, text);
    CHECK(nc_control_send(&client.control, &refused, -1, NULL));
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_FAILURE);
    CHECK_SAYING(nc_load32(client.payload + 8) == 9, "%u", nc_load32(client.payload + 8));
    disconnect_client();
}

static void should_state_the_limit_if_a_message_is_too_long(void)
{
    static const uint8_t bytes[16000];
    const uint8_t *texts = client.payload + NC_ANSWER_HEADER + 4;
    connect_client();
    send_call(1, 1, FILL, "\1\1", 2, NC_CALL | NC_MORE);
    for (int i = 0; i < 5; i++) {
        raw_send(&client, &lane, bytes, sizeof bytes, (uint8_t)(NC_CALL | (i < 4 ? NC_MORE : 0)));
    }
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_FAILURE && nc_load32(client.payload + 8) == 5);
    CHECK(is_text(&texts, "65536") && is_text(&texts, ""));
    send_call(2, 1, FILL, "\0", 1, NC_CALL);
    do {
        CHECK(raw_receive(&client, &lane));
    } while ((client.record.flags & NC_MORE) != 0);
    texts = client.payload + 4; /* an ABORT has no Call Id */
    CHECK(client.record.flags == NC_ABORT && nc_load32(client.payload) == 11);
    CHECK(is_text(&texts, "65536") && is_text(&texts, ""));
    disconnect_client();
}

static void should_name_a_class_that_differs_at_once(void)
{
    static const char agreed[] = "\1\1\x14shop.Item\1\1\x40record\nx java.lang.String exact";
    const uint8_t *texts = client.payload + NC_ANSWER_HEADER + 4;
    connect_client();
    send_call(1, 0, 0, agreed, sizeof agreed - 1, NC_CALL);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_RESULT);
    int64_t begun_ns = nc_now_ns();
    send_call(2, 1, MAKE, "", 0, NC_CALL);
    CHECK(raw_receive(&client, &lane) && nc_now_ns() - begun_ns < (int64_t)NC_NS_PER_S);
    CHECK(client.record.flags == NC_FAILURE);
    CHECK_SAYING(nc_load32(client.payload + 8) == 10, "%u", nc_load32(client.payload + 8));
    CHECK(is_text(&texts, "shop.Item") && texts[0] > 2);
    disconnect_client();
}

/* A method's name is compared up to its end, and not up to a zero byte. */
static void should_not_bind_a_method_whose_name_has_a_zero_byte(void)
{
    static const char bound[] = "\x12" "failures\2\1\1\x32make ()Lshop/Item; ()L\0x";
    connect_client();
    send_call(1, 0, 1, bound, sizeof bound - 1, NC_CALL);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_RESULT && client.record.length == NC_ANSWER_HEADER + 10);
    CHECK(nc_load32(client.payload + NC_ANSWER_HEADER + 6) == UINT32_MAX);
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
    RUN(should_send_a_text_that_is_cut_within_a_character);
    RUN(should_state_the_limit_if_a_message_is_too_long);
    RUN(should_name_a_class_that_differs_at_once);
    RUN(should_not_bind_a_method_whose_name_has_a_zero_byte);
    nearcall_exported_release(exported);
    close_endpoints();
    return 0;
}
