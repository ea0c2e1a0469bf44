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

typedef struct nc_class nearcall_class;

/*
 * The class of that name, if this side has described it by these lines, and the other side has the same version of it and, if
 * with_class, an id for it. Else NULL: then the object has to be written or read as a nearcall_value. Asks the other side nothing.
 */
NEARCALL_API const nearcall_class *nearcall_writer_class(nearcall_writer *writer, const char *name, const char *lines,
                                                         bool with_class);
NEARCALL_API const nearcall_class *nearcall_reader_class(nearcall_reader *reader, const char *name, const char *lines);

/* Begins an object; its members follow. with_class: where its type is not declared exactly, as in a list. */
NEARCALL_API void nearcall_put_instance(nearcall_writer *writer, const nearcall_class *class_of, bool with_class);

/* Begins an ArrayList; its elements follow, each with its class. */
NEARCALL_API void nearcall_put_list(nearcall_writer *writer, size_t count);

/* A String where its type is not declared exactly. */
NEARCALL_API void nearcall_put_text_with_class(nearcall_writer *writer, const char *text, size_t length);

/*
 * Reading. These return false or NULL if something else follows, such as null, an object that occurs for the second time, or one
 * of another class. Then everything from the mark on has to be read as a nearcall_value.
 */
typedef struct nearcall_mark {
    const uint8_t *at;
    size_t objects;
} nearcall_mark;

NEARCALL_API nearcall_mark nearcall_reader_mark(const nearcall_reader *reader);
/* Goes back, and forgets the error that has come since. There must not have been one before. */
NEARCALL_API void nearcall_reader_rewind(nearcall_reader *reader, nearcall_mark mark);
/* Is the message read to its end, without an error? */
NEARCALL_API bool nearcall_reader_at_end(const nearcall_reader *reader);

NEARCALL_API bool nearcall_get_instance(nearcall_reader *reader, const nearcall_class *class_of, bool with_class);
/* A list of any class. count: of its elements. The message has at least a byte for each. */
NEARCALL_API bool nearcall_get_list(nearcall_reader *reader, size_t *count);
NEARCALL_API const char *nearcall_get_text_with_class(nearcall_reader *reader, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
