// SPDX-License-Identifier: Apache-2.0
/* Encodes and decodes control messages. Every number and text is checked when it is read. */
#include "control_message.h"

#include "text.h"

static const uint8_t magic[4] = {'N', 'C', 'A', 'L'};

void nc_control_init(struct nc_control_message *message, enum nc_control_type type)
{
    memset(message, 0, offsetof(struct nc_control_message, end_lanes));
    message->type = (uint8_t)type;
    message->name_length = message->text_length = 0;
    message->name[0] = message->text[0] = 0;
}

void nc_control_set_name(struct nc_control_message *message, const char *name)
{
    message->name_length = (uint16_t)nc_utf8_prefix(name, NC_NAME_MAX);
    memcpy(message->name, name, message->name_length);
    message->name[message->name_length] = 0;
}

void nc_control_set_text(struct nc_control_message *message, const char *text)
{
    bool reason = message->type == NC_REFUSED || message->type == NC_GOODBYE || message->type == NC_LANES_REFUSED ||
                  message->type == NC_CLASS_REFUSED;
    message->text_length = (uint16_t)nc_utf8_prefix(text, reason ? NC_REASON_MAX : NC_CONTROL_MAX);
    memcpy(message->text, text, message->text_length);
    message->text[message->text_length] = 0;
}

bool nc_control_has_descriptor(const struct nc_control_message *message)
{
    return (message->type == NC_LANES || message->type == NC_LANES_READY) && message->text_length == 0;
}

/* --------------------------------------------------------------------------------------------------------- encoding */

struct output {
    uint8_t *at;
    uint8_t *end;
    bool full;
};

static uint8_t *claim(struct output *out, size_t length)
{
    static uint8_t nowhere[8];
    if ((size_t)(out->end - out->at) < length) {
        out->full = true;
        return nowhere;
    }
    out->at += length;
    return out->at - length;
}

static void put8(struct output *out, uint8_t value)
{
    *claim(out, 1) = value;
}

static void put32(struct output *out, uint32_t value)
{
    nc_store32(claim(out, 4), value);
}

static void put64(struct output *out, uint64_t value)
{
    nc_store64(claim(out, 8), value);
}

static void put_text(struct output *out, const char *text, uint16_t length)
{
    if ((size_t)(out->end - out->at) < 2U + length) {
        out->full = true;
        return;
    }
    nc_store16(claim(out, 2), length);
    memcpy(claim(out, length), text, length);
}

static void put_greeting(struct output *out, const struct nc_control_message *message)
{
    memcpy(claim(out, 4), magic, 4);
    put32(out, message->version);
    if (message->type == NC_REFUSED) {
        return;
    }
    put32(out, (uint32_t)message->pid);
    put64(out, message->id_high);
    put64(out, message->id_low);
    put32(out, message->lanes);
    put32(out, message->flags);
    put64(out, message->longest);
}

static void put_body(struct output *out, const struct nc_control_message *message)
{
    bool named = message->type >= NC_CLASS_OFFER && message->type != NC_GOODBYE && message->type != NC_LANES_REFUSED &&
                 message->type != NC_RELEASE;
    if (named) {
        put_text(out, message->name, message->name_length);
    }
    switch (message->type) {
    case NC_HELLO:
        put_greeting(out, message);
        put_text(out, message->name, message->name_length);
        put_text(out, message->text, message->text_length);
        break;
    case NC_WELCOME:
        put_greeting(out, message);
        break;
    case NC_REFUSED:
        put_greeting(out, message);
        put8(out, message->reason);
        put_text(out, message->text, message->text_length);
        break;
    case NC_LANES:
    case NC_LANES_READY:
        put32(out, message->batch);
        put32(out, message->lanes);
        put32(out, message->ring_capacity);
        if (message->type == NC_LANES) {
            put32(out, message->flags);
        }
        put_text(out, message->text, message->text_length);
        break;
    case NC_LANES_REFUSED:
        put32(out, message->batch);
        put_text(out, message->text, message->text_length);
        break;
    case NC_DOORBELL:
        put32(out, message->lane);
        break;
    case NC_CANCEL:
        put32(out, message->lane);
        put64(out, message->call_id);
        break;
    case NC_CLASS_OFFER:
        put32(out, message->class_id);
        put64(out, message->fingerprint);
        break;
    case NC_CLASS_AGREED:
        put32(out, message->class_id);
        break;
    case NC_CLASS_VERSION:
        put32(out, message->class_id);
        put_text(out, message->text, message->text_length);
        break;
    case NC_CLASS_REFUSED:
    case NC_CLASS_DIFFERS:
        put_text(out, message->text, message->text_length);
        break;
    case NC_RELEASE:
        put32(out, message->object);
        put64(out, (uint64_t)message->received);
        put64(out, (uint64_t)message->sent_home);
        break;
    default: /* GOODBYE */
        put8(out, message->reason);
        put_text(out, message->text, message->text_length);
        nc_store16(claim(out, 2), message->end_count);
        for (unsigned i = 0; i < message->end_count; i++) {
            put32(out, message->end_lanes[i]);
            put64(out, message->end_calls[i]);
        }
        break;
    }
}

size_t nc_control_encode(const struct nc_control_message *message, uint8_t frame[NC_CONTROL_FRAME_MAX])
{
    struct output out = {.at = frame + 4, .end = frame + NC_CONTROL_FRAME_MAX};
    put8(&out, message->type);
    put_body(&out, message);
    if (out.full) {
        return 0;
    }
    nc_store32(frame, (uint32_t)(out.at - frame - 4));
    return (size_t)(out.at - frame);
}

/* --------------------------------------------------------------------------------------------------------- decoding */

struct input {
    const uint8_t *at;
    const uint8_t *end;
    const char *fault; /* the first one */
};

static const uint8_t *take(struct input *in, size_t length)
{
    static const uint8_t zeros[8];
    if ((size_t)(in->end - in->at) < length) {
        in->fault = in->fault != NULL ? in->fault : "it is too short";
        return zeros;
    }
    in->at += length;
    return in->at - length;
}

/* A u32 that is no magic, version or flags. */
static uint32_t get_count(struct input *in)
{
    uint32_t value = nc_load32(take(in, 4));
    if (value > INT32_MAX) {
        in->fault = "a number is above 2^31 - 1";
    }
    return value;
}

static void get_text(struct input *in, char *text, uint16_t *length, size_t limit)
{
    uint16_t stated = nc_load16(take(in, 2));
    if (in->fault != NULL) {
        return;
    }
    if (stated > limit || (size_t)(in->end - in->at) < stated) {
        in->fault = "a text is too long";
        return;
    }
    if (!nc_utf8_valid(in->at, stated)) {
        in->fault = "a text is not UTF-8";
        return;
    }
    memcpy(text, take(in, stated), stated);
    text[stated] = 0;
    *length = stated;
}

static void get_greeting(struct input *in, struct nc_control_message *message)
{
    if (memcmp(take(in, 4), magic, 4) != 0) {
        in->fault = in->fault != NULL ? in->fault : "it does not begin with NCAL";
    }
    message->version = nc_load32(take(in, 4));
    if (message->type == NC_REFUSED || (message->version != NC_VERSION && in->fault == NULL)) {
        return;
    }
    message->pid = (int32_t)get_count(in);
    message->id_high = nc_load64(take(in, 8));
    message->id_low = nc_load64(take(in, 8));
    message->lanes = get_count(in);
    message->flags = nc_load32(take(in, 4));
    message->longest = nc_load64(take(in, 8));
    if (in->fault == NULL && (message->longest < 65536 || message->longest > INT64_MAX)) {
        in->fault = "its longest message is not within 65536 and 2^63 - 1";
    }
}

static void get_ends(struct input *in, struct nc_control_message *message)
{
    message->end_count = nc_load16(take(in, 2));
    if (message->end_count > NC_GOODBYE_LANES_MAX) {
        in->fault = "it lists more than 256 lanes";
        return;
    }
    for (unsigned i = 0; i < message->end_count; i++) {
        message->end_lanes[i] = get_count(in);
        message->end_calls[i] = nc_load64(take(in, 8));
    }
}

static void get_body(struct input *in, struct nc_control_message *message)
{
    switch (message->type) {
    case NC_HELLO:
        get_greeting(in, message);
        if (message->version == NC_VERSION) {
            get_text(in, message->name, &message->name_length, NC_NAME_MAX);
            get_text(in, message->text, &message->text_length, NC_NAME_MAX);
        }
        break;
    case NC_WELCOME:
        get_greeting(in, message);
        break;
    case NC_REFUSED:
        get_greeting(in, message);
        message->reason = *take(in, 1);
        get_text(in, message->text, &message->text_length, NC_REASON_MAX);
        break;
    case NC_LANES:
    case NC_LANES_READY:
        message->batch = get_count(in);
        message->lanes = get_count(in);
        message->ring_capacity = get_count(in);
        if (message->type == NC_LANES) {
            message->flags = nc_load32(take(in, 4));
            if (message->flags & ~(uint32_t)NC_FLAG_FULL_DUPLEX) {
                in->fault = "it has flags that version 1 does not have";
            }
        }
        get_text(in, message->text, &message->text_length, NC_NAME_MAX);
        break;
    case NC_LANES_REFUSED:
        message->batch = get_count(in);
        get_text(in, message->text, &message->text_length, NC_REASON_MAX);
        break;
    case NC_DOORBELL:
        message->lane = get_count(in);
        break;
    case NC_CANCEL:
        message->lane = get_count(in);
        message->call_id = nc_load64(take(in, 8));
        break;
    case NC_CLASS_OFFER:
        get_text(in, message->name, &message->name_length, NC_NAME_MAX);
        message->class_id = get_count(in);
        message->fingerprint = nc_load64(take(in, 8));
        break;
    case NC_CLASS_AGREED:
        get_text(in, message->name, &message->name_length, NC_NAME_MAX);
        message->class_id = get_count(in);
        break;
    case NC_CLASS_VERSION:
        get_text(in, message->name, &message->name_length, NC_NAME_MAX);
        message->class_id = get_count(in);
        get_text(in, message->text, &message->text_length, NC_CONTROL_MAX);
        break;
    case NC_CLASS_REFUSED:
    case NC_CLASS_DIFFERS:
        get_text(in, message->name, &message->name_length, NC_NAME_MAX);
        get_text(in, message->text, &message->text_length,
                 message->type == NC_CLASS_REFUSED ? NC_REASON_MAX : NC_CONTROL_MAX);
        break;
    case NC_RELEASE:
        message->object = get_count(in);
        message->received = (int64_t)nc_load64(take(in, 8));
        message->sent_home = (int64_t)nc_load64(take(in, 8));
        break;
    case NC_GOODBYE:
        message->reason = *take(in, 1);
        get_text(in, message->text, &message->text_length, NC_REASON_MAX);
        get_ends(in, message);
        break;
    default:
        in->fault = "its type is unknown";
    }
}

const char *nc_control_decode(const uint8_t *data, size_t length, struct nc_control_message *message)
{
    struct input in = {.at = data, .end = data + length};
    nc_control_init(message, (enum nc_control_type)*take(&in, 1));
    get_body(&in, message);
    bool greeting = message->type == NC_HELLO || message->type == NC_WELCOME || message->type == NC_REFUSED;
    bool whole = in.at == in.end || (greeting && message->version != NC_VERSION);
    if (in.fault == NULL && !whole) {
        in.fault = "it is too long";
    }
    return in.fault;
}
