// SPDX-License-Identifier: Apache-2.0
/*
 * Objects that are written and read without a nearcall_value, for bindings that know the members of a class when they are
 * compiled. The C++ headers use them. Nothing is checked that such a binding knows: the members of an object have to be written
 * and read in the order of the class's lines, each as its type says.
 */
#ifndef NEARCALL_DIRECT_H
#define NEARCALL_DIRECT_H

#include "nearcall.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NEARCALL_PIECE = 2048, NEARCALL_LONG = 1 << 20 };

/*
 * Is this better copied in pieces of NEARCALL_PIECE bytes? From some 4 KiB to some 1 MiB, glibc copies by "rep movsb". On AMD's CPUs
 * from Zen 3 on that is up to 40 times as slow where the destination begins up to 31 bytes behind the source within its page
 * (https://sourceware.org/bugzilla/show_bug.cgi?id=30994). Buffers that are used again have such addresses for ever.
 */
static inline bool nearcall_copies_slowly(const void *to, const void *from, size_t length)
{
    uintptr_t ahead = ((uintptr_t)to - (uintptr_t)from) & 4095;
    return length > NEARCALL_PIECE && length < NEARCALL_LONG && ahead > 0 && ahead < 32;
}

/* Ids of classes, as section 9 of the protocol lists them. */
enum { NEARCALL_STRING_ID = 8, NEARCALL_ARRAY_LIST_ID = 19 };

/* A part of a message, from at to before end. */
typedef struct nearcall_window {
    uint8_t *at;
    uint8_t *end;
} nearcall_window;

typedef struct nearcall_mark {
    const uint8_t *at;
    const uint8_t *end; /* of the message */
    size_t objects;
} nearcall_mark;

/* Stands for a class of these lines. 0: there is no memory for it. Slow: keep the result. */
NEARCALL_API uint64_t nearcall_class_key(const char *name, const char *lines);

/*
 * Has this side described that class, and has the other side the same version of it? Otherwise its objects have to be written
 * or read as a nearcall_value. *id: that both sides have agreed on, or 0. Asks the other side nothing.
 */
NEARCALL_API bool nearcall_writer_class(const nearcall_writer *writer, uint64_t key, uint32_t *id);
NEARCALL_API bool nearcall_reader_class(const nearcall_reader *reader, uint64_t key, uint32_t *id);

/*
 * Room in the current record. A record with fewer than least bytes left is sent first; least must not exceed 64. After an error
 * the room is somewhere harmless.
 */
NEARCALL_API nearcall_window nearcall_writer_room(nearcall_writer *writer, size_t least);
/* The room is written up to there. With it came so many objects, to which nothing refers. */
NEARCALL_API void nearcall_writer_wrote(nearcall_writer *writer, const uint8_t *end, uint32_t objects);

/* Where a reader is in its message, which is in memory of its own. Whoever reads by itself must check every length. */
NEARCALL_API nearcall_mark nearcall_reader_mark(const nearcall_reader *reader);
/* Moves the reader to the mark, and forgets the error that has come since the mark was taken. There must not have been one before. */
NEARCALL_API void nearcall_reader_move(nearcall_reader *reader, nearcall_mark mark);

/* Is this the id of a class of the JDK whose objects are written as those of an ArrayList are? */
NEARCALL_API bool nearcall_is_list_id(uint32_t id);

#ifdef __cplusplus
}
#endif

#endif
