// SPDX-License-Identifier: Apache-2.0
/*
 * A message that is being received (section 5 of the protocol). Its records are put together in one private buffer, which
 * grows with what has arrived, and values are read from there. A peer that changes shared memory meanwhile changes nothing.
 */
#ifndef NC_INCOMING_H
#define NC_INCOMING_H

#include "ring.h"

enum nc_message_type {
    NC_CALL = 1,
    NC_POST = 2,
    NC_RESULT = 3,
    NC_EXCEPTION = 4,
    NC_FAILURE = 5,
    NC_ABORT = 6
};

enum {
    NC_TYPE_MASK = 0x1f,
    NC_ACCOMPANIED = 0x20, /* a CALL or POST with a deadline or metadata */
    NC_REFERENCES = 0x40,  /* the record ends with a list of references */
    NC_ANSWER_HEADER = 8,
    NC_CALL_HEADER = 16
};

struct nc_incoming {
    bool begun;
    bool aborted;
    bool too_long;     /* beyond the agreed length: nothing of it is kept */
    uint8_t type;
    bool accompanied;
    uint64_t call;
    uint32_t object;   /* of a CALL or POST, like method */
    uint32_t method;   /* with the strand, on a shared lane */
    struct nc_bytes body; /* behind the header; of an ABORT its reason */
    uint64_t length;   /* of the whole body */
    uint32_t first;    /* of the body in the first record, without its list */
    uint64_t counted;  /* of all records but the last, short ones rounded up */
    int32_t *references; /* from the lists of all records */
    size_t reference_count;
    size_t counted_references; /* that are in the connection's counts */
    size_t reference_capacity;
    const char *fault; /* what is wrong, after NC_INCOMING_BREACH */
};

enum nc_incoming_state { NC_INCOMING_PART, NC_INCOMING_WHOLE, NC_INCOMING_BREACH };

/*
 * Begins the next message. Keeps a buffer of up to 64 KiB. Keeps one of up to 4 MiB, or of 32 MiB and more, until a message needs less
 * than a quarter of it: the kernel takes longer to clear fresh pages than a copy takes. Frees all others, which glibc keeps itself.
 */
void nc_incoming_reset(struct nc_incoming *incoming);

/*
 * Memory behind the body into which the next record of at most length bytes may be read, so that nc_incoming_add() need not copy
 * it. NULL if it has to be read elsewhere.
 */
uint8_t *nc_incoming_room(struct nc_incoming *incoming, uint32_t length);

/* Adds a record, which is where nc_incoming_room() has said, or elsewhere. longest: the agreed length of a message. */
enum nc_incoming_state nc_incoming_add(struct nc_incoming *incoming, uint64_t longest, const struct nc_record *record,
                                       const uint8_t *payload);

void nc_incoming_free(struct nc_incoming *incoming);

#endif
