// SPDX-License-Identifier: Apache-2.0
/* How values of a class travel between two sides whose versions of it differ (section 7 of the protocol, "Two shapes"). */
#ifndef NC_VERSIONS_H
#define NC_VERSIONS_H

#include "registry.h"

struct nc_common_member {
    uint32_t index;   /* of this side's member */
    bool as_declared; /* if not, it is written with its class, and a primitive as its box */
};

/* What of one class travels. Never changed once it was made. */
struct nc_version {
    struct nc_version *next;
    const struct nc_class *class;
    struct nc_common_member *members; /* in the order in which they travel; of an enum and an array NULL */
    size_t member_count;
    char **constants;                 /* of an enum: what each constant is called there; NULL: it is not known there */
};

/* An array's elements are written with their class: one side only takes them for exact. */
static inline bool nc_version_of_elements(const struct nc_version *version)
{
    return version != NULL && version->class->kind == NC_CLASS_ARRAY;
}

/*
 * Compares this side's class with the peer's shape of it. Adds what differs in front of *versions, of this class and of those
 * within it. Returns false with a reason if no value can travel, or memory has run out.
 */
bool nc_versions_compare(struct nc_registry *registry, const struct nc_class *class, const char *shape,
                         struct nc_version **versions, char *reason, size_t reason_capacity);

void nc_versions_free(struct nc_version *versions);

/* version_sections.c: a shape, taken apart. */
struct nc_section {
    char *class_name;
    char *kind; /* the first line */
    char *text; /* without the name */
    struct nc_member *members;
    size_t member_count;
};

struct nc_sections {
    struct nc_section *at;
    size_t count;
};

/* Takes any text apart: the peer need not have made it well. Returns false if memory has run out. */
bool nc_sections_parse(const char *class_name, const char *shape, struct nc_sections *sections);
void nc_sections_free(struct nc_sections *sections);
const struct nc_section *nc_sections_find(const struct nc_sections *sections, const char *class_name);

/* Compares texts by UTF-16 units, as Java does. */
int nc_compare_utf16(const char *one, const char *other);

/* version_members.c: for each of first the index of the member of second to which it belongs, or -1. */
bool nc_match_members(const struct nc_section *first, const struct nc_section *second, int *partners);

/* Is there a value except null that fits both types, as far as their names tell? */
bool nc_types_fit(const struct nc_member *one, const struct nc_member *other);

/* jdk_supertypes.c */
bool nc_jdk_is_supertype(const char *name, const char *supertype);
bool nc_jdk_is_final(const char *name);

#endif
