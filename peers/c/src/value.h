// SPDX-License-Identifier: Apache-2.0
/* Values as trees (section 8 of the protocol). */
#ifndef NC_VALUE_H
#define NC_VALUE_H

#include "arena.h"
#include "jdk_classes.h"
#include "reader.h"
#include "registry.h"
#include "writer.h"

enum { NC_DEPTH_MAX = 64 };

struct nc_throwable {
    const char *class_name;
    const char *message;
    const char *text;
    nearcall_frame *frames;
    uint32_t frame_count;
    const nearcall_value *cause;
    const nearcall_value **suppressed;
    uint32_t suppressed_count;
};

struct nc_values_list {
    const nearcall_value **at;
    uint32_t count;
    uint32_t capacity;
};

struct nearcall_value {
    uint8_t kind;     /* enum nearcall_kind */
    uint8_t id;       /* of the JDK's class; 0 with a class of the application */
    uint8_t further;  /* kind of class 96 */
    uint16_t next;    /* member that is probably set next: they are set in their order */
    struct nc_class *class; /* of the application: OBJECT, ENUM, ARRAY */
    struct nc_values_list items; /* elements; keys and values in turn; members, of a version only those that both sides have */
    union {
        int64_t integer;
        double real;
        struct {
            const char *at;
            size_t length;
        } text;
        struct {
            const void *at;
            size_t count;
        } elements;
        struct nc_values_list head; /* the parts in front of the elements of a JDK's value */
        struct nc_throwable *throwable;
        const struct nc_version *version; /* of an object that was read: the connection's; NULL: both sides have the same */
        struct {
            struct nc_remote *remote; /* the peer's object; or NULL, then it is */
            struct nc_object *object; /* this process's */
        } reference;
    };
};

nearcall_value *nc_value_new(struct nc_arena *arena, int kind, uint32_t id);
bool nc_values_add(struct nc_arena *arena, struct nc_values_list *list, const nearcall_value *value);

/* Makes room for exactly so many values in a list that is empty. */
bool nc_values_reserve(struct nc_arena *arena, struct nc_values_list *list, uint32_t count);

/* The index of a member, which is looked for from there on, or SIZE_MAX if there is none. */
size_t nc_member_index(const struct nc_class *class, const char *name, size_t from);

/* The member of an object. NULL is null, or one that the peer's version of the class does not have. */
const nearcall_value *nc_member_at(const nearcall_value *object, size_t index);

/* The bytes of an element of an array of primitives. */
uint32_t nc_element_size(int kind);

/* value_read.c */
nearcall_value *nc_read_value(nearcall_reader *reader);                       /* with class */
nearcall_value *nc_read_typed(nearcall_reader *reader, const struct nc_type *type); /* by its declared type */

/* value_version.c: members of which the two sides have different versions */
nearcall_value *nc_read_differing(nearcall_reader *reader, const struct nc_type *type);
void nc_write_differing(nearcall_writer *writer, const struct nc_type *type, const nearcall_value *value);
/* The present name of a constant that had another one. */
void nc_rename_constant(nearcall_value *constant);
/* The name under which the peer knows a constant, or NULL if it does not. */
const char *nc_constant_there(struct nc_connection *connection, const nearcall_value *constant);

/* value_write.c */
void nc_write_value(nearcall_writer *writer, const nearcall_value *value);
void nc_write_typed(nearcall_writer *writer, const struct nc_type *type, const nearcall_value *value);

/* jdk_read.c, jdk_write.c: the contents of a class of section 9 */
void nc_read_jdk(nearcall_reader *reader, nearcall_value *value, const char *layout);
void nc_write_jdk(nearcall_writer *writer, const nearcall_value *value, const char *layout);

/* The layout of a value of a JDK's class. */
const char *nc_layout_of(const nearcall_value *value);

#endif
