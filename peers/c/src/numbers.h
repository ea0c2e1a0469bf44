// SPDX-License-Identifier: Apache-2.0
/* The numbers of the objects that have been written into a message, by their address (section 8 of the protocol). */
#ifndef NC_NUMBERS_H
#define NC_NUMBERS_H

#include "base.h"

/* Begins as zero. */
struct nc_numbers {
    struct nc_number *entries; /* a hash table with open addressing, at most half full */
    size_t capacity;           /* a power of two, or 0 */
    size_t count;              /* of the entries in use */
    uint32_t next;             /* number. An object to which nothing can refer just takes one */
};

void nc_numbers_free(struct nc_numbers *numbers);

/* Forgets all objects. Keeps memory of moderate size. */
void nc_numbers_clear(struct nc_numbers *numbers);

/*
 * The number of an object that was added before, or -1: then it has been added and has the next number. -2 if memory has
 * run out.
 */
int64_t nc_numbers_find_or_add(struct nc_numbers *numbers, const void *object);

#endif
