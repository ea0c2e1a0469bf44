// SPDX-License-Identifier: Apache-2.0
/* Which members of two versions of a class belong together, and whether their types fit. */
#include "versions.h"

#include <stdlib.h>

/* What follows the last dot. */
static const char *simple_name(const struct nc_member *member)
{
    const char *dot = strrchr(member->name, '.');
    return dot == NULL ? member->name : dot + 1;
}

/*
 * The index of the member that has a name, among those that are not taken, or -1. A name that several of them have does not
 * count.
 */
static int find_name(const struct nc_section *section, const bool *taken, bool simple, const char *name, size_t length)
{
    int found = -1;
    for (size_t i = 0; i < section->member_count; i++) {
        const char *own = simple ? simple_name(&section->members[i]) : section->members[i].name;
        if (!taken[i] && strncmp(own, name, length) == 0 && own[length] == 0) {
            if (found >= 0) {
                return -1;
            }
            found = (int)i;
        }
    }
    return found;
}

struct matching {
    const struct nc_section *first;
    const struct nc_section *second;
    int *partners; /* of first */
    bool *taken;   /* of second, now */
    bool *before;  /* of the side whose names are looked up, when the step began */
};

static void take(struct matching *matching, int index, int partner)
{
    if (index >= 0 && partner >= 0 && matching->partners[index] < 0 && !matching->taken[partner]) {
        matching->partners[index] = partner;
        matching->taken[partner] = true;
    }
}

static void remember_second(struct matching *matching)
{
    memcpy(matching->before, matching->taken, matching->second->member_count * sizeof(bool));
}

static void remember_first(struct matching *matching)
{
    for (size_t i = 0; i < matching->first->member_count; i++) {
        matching->before[i] = matching->partners[i] >= 0;
    }
}

/* Calls take() for each former name of one side's members, against the simple names of the other. */
static void by_former_names(struct matching *matching, bool of_first)
{
    const struct nc_section *former = of_first ? matching->first : matching->second;
    const struct nc_section *named = of_first ? matching->second : matching->first;
    for (size_t i = 0; i < former->member_count; i++) {
        const char *at = former->members[i].former;
        while (at != NULL && *at != 0) {
            size_t length = strcspn(at, ",");
            int found = find_name(named, matching->before, true, at, length);
            take(matching, of_first ? (int)i : found, of_first ? found : (int)i);
            at += length + (at[length] == ',' ? 1 : 0);
        }
    }
}

static void by_simple_names(struct matching *matching, bool *first_left)
{
    for (size_t i = 0; i < matching->first->member_count; i++) {
        const char *name = simple_name(&matching->first->members[i]);
        size_t length = strlen(name);
        bool alone = find_name(matching->first, first_left, true, name, length) == (int)i;
        if (alone) {
            take(matching, (int)i, find_name(matching->second, matching->before, true, name, length));
        }
    }
}

bool nc_match_members(const struct nc_section *first, const struct nc_section *second, int *partners)
{
    size_t most = NC_MAX(first->member_count, second->member_count) + 1;
    bool *flags = calloc(3 * most, sizeof *flags);
    if (flags == NULL) {
        return false;
    }
    struct matching matching = {
        .first = first, .second = second, .partners = partners, .taken = flags, .before = flags + most};
    for (size_t i = 0; i < first->member_count; i++) {
        partners[i] = -1;
    }
    /* 1. The same names. */
    for (size_t i = 0; i < first->member_count; i++) {
        const char *name = first->members[i].name;
        take(&matching, (int)i, find_name(second, matching.before, false, name, strlen(name)));
    }
    /* 2. Former names, first those of first, then those of second. */
    remember_second(&matching);
    by_former_names(&matching, true);
    remember_first(&matching);
    by_former_names(&matching, false);
    /* 3. The same simple names, if they are the only ones. */
    bool *first_left = flags + 2 * most;
    remember_first(&matching);
    memcpy(first_left, matching.before, first->member_count * sizeof(bool));
    remember_second(&matching);
    by_simple_names(&matching, first_left);
    free(flags);
    return true;
}

/* -------------------------------------------------------------------------------------------------------------- types */

static const char *const boxes[][2] = {
    {"java.lang.Boolean", "boolean"}, {"java.lang.Character", "char"}, {"java.lang.Byte", "byte"},
    {"java.lang.Short", "short"},     {"java.lang.Integer", "int"},    {"java.lang.Long", "long"},
    {"java.lang.Float", "float"},     {"java.lang.Double", "double"},
};

enum { BOXES = 8, FIRST_NUMBER = 2 };

/* The primitive of a box, or the name itself. */
static const char *unboxed(const char *name)
{
    for (int i = 0; i < BOXES; i++) {
        if (strcmp(boxes[i][0], name) == 0) {
            return boxes[i][1];
        }
    }
    return name;
}

static const char *boxed(const char *name)
{
    for (int i = 0; i < BOXES; i++) {
        if (strcmp(boxes[i][1], name) == 0) {
            return boxes[i][0];
        }
    }
    return name;
}

static bool is_number(const char *primitive)
{
    for (int i = FIRST_NUMBER; i < BOXES; i++) {
        if (strcmp(boxes[i][1], primitive) == 0) {
            return true;
        }
    }
    return false;
}

/* False if the first type has objects of one class of the JDK only, and the second is none of its supertypes. */
static bool may_hold(const struct nc_member *exact, const struct nc_member *other)
{
    const char *name = boxed(exact->type_name);
    return !exact->exact || !nc_jdk_is_final(name) || nc_jdk_is_supertype(name, other->type_name);
}

bool nc_types_fit(const struct nc_member *one, const struct nc_member *other)
{
    const char *one_type = unboxed(one->type_name);
    const char *other_type = unboxed(other->type_name);
    if (strcmp(one_type, other_type) == 0 || (is_number(one_type) && is_number(other_type))) {
        return true;
    }
    return !(one->exact && other->exact) && may_hold(one, other) && may_hold(other, one);
}
