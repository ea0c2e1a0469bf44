// SPDX-License-Identifier: Apache-2.0
/*
 * The classes of the JDK that have ids in every connection (section 9 of the protocol). Their contents follow from a
 * layout, which has one letter for each part:
 *
 *     z boolean   b byte   c char   h short   4 int   8 long   f float   d double     in fixed width
 *     i j zigzag of 32, 64 bits     v V varint of 32, 64 bits
 *     s string, not null     S string     y varint length and bytes
 *     o value with class     L count and values with class     E count and entries
 *     I J varint length and 4, 8 bytes each
 *     and parts of one class alone:
 *     K class of an enum   N count and names   M count, name and value each   ?X boolean, then X if it is true
 *     B unscaled value of a BigDecimal   W Locale   T LocalTime   O ZoneOffset   A address   R exceptions
 *     P defaults of a Properties, which are entries
 */
#ifndef NC_JDK_CLASSES_H
#define NC_JDK_CLASSES_H

#include "base.h"

enum {
    NC_ID_BOOLEAN = 0,
    NC_ID_BYTE = 1,
    NC_ID_CHARACTER = 2,
    NC_ID_SHORT = 3,
    NC_ID_INTEGER = 4,
    NC_ID_LONG = 5,
    NC_ID_FLOAT = 6,
    NC_ID_DOUBLE = 7,
    NC_ID_STRING = 8,
    NC_ID_BOOLEANS = 9, /* to 16, in the order boolean, byte, char, short, int, long, float, double */
    NC_ID_STRINGS = 17,
    NC_ID_OBJECTS = 18,
    NC_ID_ARRAY_LIST = 19,
    NC_ID_ARRAY_DEQUE = 21,
    NC_ID_LINKED_HASH_SET = 24,
    NC_ID_LINKED_HASH_MAP = 31,
    NC_ID_ENTRY = 56,
    NC_ID_THROWABLE = 95,
    NC_ID_FURTHER = 96,
    NC_ID_REFERENCE = 97,
    NC_ID_ELEMENTS = 98,
    NC_FIRST_FREE_ID = 120,
    NC_LAST_ID = 65535,
    NC_FURTHER_KINDS = 49
};

struct nc_jdk_class {
    const char *name;   /* NULL: none by which it is declared */
    const char *layout; /* NULL: arrays and primitives, which have kinds of their own */
    uint8_t kind;       /* enum nearcall_kind */
    bool value;         /* it has no references */
    bool final;         /* its type is exact */
};

/* The class of an id below 120, or NULL. */
const struct nc_jdk_class *nc_jdk_class(uint32_t id);

/* The class of a kind of class 96, or NULL. */
const struct nc_jdk_class *nc_jdk_further(uint32_t kind);

/* The id of a class by its name, as in "java.lang.String" or "[I"; -1 if it has none. *further: its kind, for id 96. */
int32_t nc_jdk_id(const char *name, size_t length, uint32_t *further);

#endif
