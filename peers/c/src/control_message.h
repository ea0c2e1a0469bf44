// SPDX-License-Identifier: Apache-2.0
/* The messages of the control socket (section 2 of the protocol). */
#ifndef NC_CONTROL_MESSAGE_H
#define NC_CONTROL_MESSAGE_H

#include "base.h"

enum nc_control_type {
    NC_HELLO = 1,
    NC_WELCOME,
    NC_REFUSED,
    NC_LANES,
    NC_LANES_READY,
    NC_DOORBELL,
    NC_CANCEL,
    NC_CLASS_OFFER,
    NC_CLASS_AGREED,
    NC_CLASS_REFUSED,
    NC_GOODBYE,
    NC_LANES_REFUSED,
    NC_RELEASE,
    NC_CLASS_DIFFERS,
    NC_CLASS_VERSION
};

enum nc_refused_reason {
    NC_REFUSED_VERSION,
    NC_REFUSED_USER,
    NC_REFUSED_SERVICE,
    NC_REFUSED_OVERLOADED,
    NC_REFUSED_CLOSING,
    NC_REFUSED_SHORTAGE,
    NC_REFUSED_CHANNEL
};

enum nc_goodbye_reason { NC_GOODBYE_CLOSED, NC_GOODBYE_IDLE, NC_GOODBYE_BREACH, NC_GOODBYE_ERROR };

enum {
    NC_VERSION = 1,
    NC_CONTROL_MAX = 4096,                      /* type and body */
    NC_CONTROL_FRAME_MAX = 4 + NC_CONTROL_MAX,  /* with the length in front */
    NC_NAME_MAX = 2000,
    NC_REASON_MAX = 800,
    NC_GOODBYE_LANES_MAX = 256,
    NC_FLAG_TREES = 1,
    NC_FLAG_FULL_DUPLEX = 1
};

/* One message of any type. Which fields it has follows from the type; the others are 0. Texts end with a zero byte. */
struct nc_control_message {
    uint8_t type;
    uint8_t reason;        /* REFUSED, GOODBYE */
    uint32_t version;      /* HELLO, WELCOME, REFUSED. If it is another than NC_VERSION, nothing behind it was read */
    int32_t pid;           /* HELLO, WELCOME, like the next five */
    uint64_t id_high;
    uint64_t id_low;
    uint32_t lanes;        /* also the lane count of LANES and LANES_READY */
    uint32_t flags;        /* also of LANES */
    uint64_t longest;
    uint32_t batch;
    uint32_t ring_capacity;
    uint32_t lane;         /* DOORBELL, CANCEL */
    uint64_t call_id;      /* CANCEL */
    uint32_t class_id;
    uint64_t fingerprint;
    uint32_t object;       /* RELEASE, like the next two */
    int64_t received;
    int64_t sent_home;
    uint16_t end_count;    /* GOODBYE */
    uint32_t end_lanes[NC_GOODBYE_LANES_MAX];
    uint64_t end_calls[NC_GOODBYE_LANES_MAX];
    uint16_t name_length;
    uint16_t text_length;
    char name[NC_NAME_MAX + 1];    /* the service of HELLO, the class of CLASS_... */
    char text[NC_CONTROL_MAX + 1]; /* channel, address, reason or shape */
};

void nc_control_init(struct nc_control_message *message, enum nc_control_type type);
void nc_control_set_name(struct nc_control_message *message, const char *name);

/* Sets the text, which is cut at a character if it is a reason and too long. */
void nc_control_set_text(struct nc_control_message *message, const char *text);

/* Writes the message with its length in front. Returns the length of all, or 0 if it has no room. */
size_t nc_control_encode(const struct nc_control_message *message, uint8_t frame[NC_CONTROL_FRAME_MAX]);

/* Reads type and body. Returns NULL, or what is wrong with the message. */
const char *nc_control_decode(const uint8_t *data, size_t length, struct nc_control_message *message);

/* Does a message of this type and address come with a descriptor? */
bool nc_control_has_descriptor(const struct nc_control_message *message);

#endif
