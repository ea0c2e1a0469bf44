// SPDX-License-Identifier: Apache-2.0
/* The application's classes that an endpoint knows, and their shapes (section 7 of the protocol). */
#ifndef NC_REGISTRY_H
#define NC_REGISTRY_H

#include "base.h"

#include <stdatomic.h>

enum nc_class_kind {
    NC_CLASS_RECORD,
    NC_CLASS_BEAN,  /* any other class with fields */
    NC_CLASS_ENUM,
    NC_CLASS_ARRAY, /* not one of the JDK's */
    NC_CLASS_REMOTE /* an interface that travels by reference */
};

enum nc_type_form {
    NC_TYPE_PRIMITIVE,
    NC_TYPE_STRING,
    NC_TYPE_JDK,    /* without class: a final class of section 9 */
    NC_TYPE_CLASS,  /* without class: a final class of the application, an enum, or an array */
    NC_TYPE_ANY     /* with class */
};

/* How a member or an element is written. */
struct nc_type {
    enum nc_type_form form;
    char primitive; /* Z B C S I J F D */
    uint32_t id;    /* of the JDK's class, and its kind if it is of class 96 */
    uint32_t further;
    struct nc_class *class;
};

struct nc_member {
    char *name; /* or an enum's constant */
    char *type_name;
    bool exact;
    char *former; /* names that it had, with commas between; NULL: none */
    struct nc_type type;
};

/* Parses a line "name type exact was former,names", or the constant of an enum. Returns false if it is malformed. */
bool nc_member_parse(struct nc_member *member, const char *line, size_t length, bool constant);
void nc_member_clear(struct nc_member *member);

struct nc_class {
    struct nc_class *next;
    char *name;
    size_t name_length;
    enum nc_class_kind kind;
    bool exact; /* values of the declared type are written without their class */
    char *section; /* the lines of the shape that are about this class */
    struct nc_member *members;
    size_t member_count;
    struct nc_type element; /* of an array */
    bool resolved; /* the types of its members are known */
    atomic_bool prepared; /* its shape is, too; behind it, nothing changes */
    char *shape;
    uint64_t fingerprint;
    uint64_t key; /* nc_class_key() of its name and section; 0: an array that was made, or memory ran out */
};

struct nc_registry;

struct nc_registry *nc_registry_new(void);
void nc_registry_free(struct nc_registry *registry);

/* Adds a class. section: the lines of its shape, without the sections of other classes. */
int nc_registry_add(struct nc_registry *registry, const char *name, const char *section, struct nc_class **added,
                    nearcall_error *error);

/*
 * The class of that name with its shape, or NULL with an error. Arrays of known classes are known. Classes are never
 * removed, and a class does not change once it was found here.
 */
struct nc_class *nc_registry_find(struct nc_registry *registry, const char *name, nearcall_error *error);

/* A hash of both, which tells classes from each other as a fingerprint does. 0: there is no memory for it. */
uint64_t nc_class_key(const char *name, const char *section);

/* The class of this key, with its shape, or NULL. Keys are compared faster than names. */
const struct nc_class *nc_registry_find_key(struct nc_registry *registry, uint64_t key);

/* A class that a prepared one contains, or NULL. */
struct nc_class *nc_registry_known(struct nc_registry *registry, const char *name);

#endif
