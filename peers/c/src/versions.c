// SPDX-License-Identifier: Apache-2.0
/* Compares two shapes, section by section. Both sides do it by themselves, and come to the same. */
#include "versions.h"

#include "text.h"

#include <stdlib.h>

/* The peer may make up any text. What is longer is taken for not compatible: comparing names takes quadratic time. */
enum { SHAPE_MAX = 262144, MEMBERS_MAX = 4096 };

struct comparison {
    struct nc_registry *registry;
    struct nc_sections ours;
    struct nc_sections theirs;
    const char **seen; /* names of classes: those before next have been compared */
    size_t seen_count;
    struct nc_version *found;
    char *reason;
    size_t reason_capacity;
};

void nc_versions_free(struct nc_version *versions)
{
    while (versions != NULL) {
        struct nc_version *next = versions->next;
        for (size_t i = 0; versions->constants != NULL && i < versions->class->member_count; i++) {
            free(versions->constants[i]);
        }
        free(versions->constants);
        free(versions->members);
        free(versions);
        versions = next;
    }
}

static bool fail(struct comparison *comparison, const char *class_name, const char *what, const char *more)
{
    nc_format(comparison->reason, comparison->reason_capacity, "%.80s: %s%.60s", class_name, what, more);
    return false;
}

static bool no_memory(struct comparison *comparison)
{
    nc_format(comparison->reason, comparison->reason_capacity, "there is no memory to compare the two versions");
    return false;
}

/* Records and classes that extend something are compatible with each other, and so are arrays. */
static const char *family(const char *kind)
{
    const char *plain = strncmp(kind, "final ", 6) == 0 ? kind + 6 : kind;
    if (strcmp(kind, "record") == 0 || strncmp(plain, "class extends ", 14) == 0) {
        return "members";
    }
    return strncmp(kind, "array", 5) == 0 ? "array" : plain;
}

static void see(struct comparison *comparison, const char *class_name)
{
    for (size_t i = 0; i < comparison->seen_count; i++) {
        if (strcmp(comparison->seen[i], class_name) == 0) {
            return;
        }
    }
    comparison->seen[comparison->seen_count++] = class_name;
}

/* The section of the class, or of an array's innermost elements, whose values are written without their class. */
static void see_within(struct comparison *comparison, const char *type_name)
{
    char name[2048];
    const char *element = strrchr(type_name, '[');
    size_t length = strlen(type_name);
    if (element != NULL) {
        element++;
        length = strlen(element);
        if (length < 3 || element[0] != 'L' || element[length - 1] != ';') {
            return;
        }
        element++;
        length -= 2;
    } else {
        element = type_name;
    }
    if (length >= sizeof name) {
        return;
    }
    memcpy(name, element, length);
    name[length] = 0;
    const struct nc_section *here = nc_sections_find(&comparison->ours, name);
    const struct nc_section *there = nc_sections_find(&comparison->theirs, name);
    if (here != NULL || there != NULL) {
        see(comparison, here != NULL ? here->class_name : there->class_name);
    }
}

static struct nc_version *add_version(struct comparison *comparison, const struct nc_section *here)
{
    const struct nc_class *class = nc_registry_known(comparison->registry, here->class_name);
    struct nc_version *version = class == NULL ? NULL : calloc(1, sizeof *version);
    if (version != NULL) {
        version->class = class;
        version->next = comparison->found;
        comparison->found = version;
    }
    return version;
}

/* -------------------------------------------------------------------------------------------------------------- kinds */

static bool has_constant(const struct nc_section *section, const char *name, size_t length)
{
    for (size_t i = 0; i < section->member_count; i++) {
        if (strncmp(section->members[i].name, name, length) == 0 && section->members[i].name[length] == 0) {
            return true;
        }
    }
    return false;
}

/* What a constant is called there: its present name, or a former one. */
static bool name_there(const struct nc_member *constant, const struct nc_section *there, char **name)
{
    if (has_constant(there, constant->name, strlen(constant->name))) {
        *name = strdup(constant->name);
        return *name != NULL;
    }
    for (const char *at = constant->former; at != NULL && *at != 0;) {
        size_t length = strcspn(at, ",");
        if (has_constant(there, at, length)) {
            *name = strndup(at, length);
            return *name != NULL;
        }
        at += length + (at[length] == ',' ? 1 : 0);
    }
    return true;
}

static bool compare_constants(struct comparison *comparison, const struct nc_section *here,
                              const struct nc_section *there)
{
    struct nc_version *version = add_version(comparison, here);
    if (version == NULL || (version->constants = calloc(here->member_count + 1, sizeof(char *))) == NULL) {
        return no_memory(comparison);
    }
    for (size_t i = 0; i < here->member_count; i++) {
        if (!name_there(&here->members[i], there, &version->constants[i])) {
            return no_memory(comparison);
        }
    }
    return true;
}

static bool compare_arrays(struct comparison *comparison, const struct nc_section *here, const struct nc_section *there)
{
    if (strcmp(here->kind, there->kind) != 0) {
        return add_version(comparison, here) != NULL || no_memory(comparison);
    }
    if (strcmp(here->kind, "array exact") == 0) {
        see_within(comparison, here->class_name);
    }
    return true;
}

/* Partners of here's members, and the order in which they travel: that of the section whose text comes first. */
static bool match(const struct nc_section *here, const struct nc_section *there, int *partners, bool *turned)
{
    *turned = nc_compare_utf16(here->text, there->text) > 0;
    if (!*turned) {
        return nc_match_members(here, there, partners);
    }
    int *inverse = calloc(there->member_count + 1, sizeof *inverse);
    bool matched = inverse != NULL && nc_match_members(there, here, inverse);
    for (size_t i = 0; matched && i < here->member_count; i++) {
        partners[i] = -1;
    }
    for (size_t i = 0; matched && i < there->member_count; i++) {
        if (inverse[i] >= 0) {
            partners[inverse[i]] = (int)i;
        }
    }
    free(inverse);
    return matched;
}

static bool add_pair(struct comparison *comparison, struct nc_version *version, const struct nc_section *here,
                     const struct nc_section *there, size_t index, int partner)
{
    const struct nc_member *member = &here->members[index];
    const struct nc_member *other = &there->members[partner];
    bool as_declared = member->exact == other->exact && strcmp(member->type_name, other->type_name) == 0;
    if (as_declared && member->exact) {
        see_within(comparison, member->type_name);
    } else if (!as_declared && !nc_types_fit(member, other)) {
        return fail(comparison, here->class_name, "the two sides declare other types for its member ", member->name);
    }
    version->members[version->member_count++] =
        (struct nc_common_member){.index = (uint32_t)index, .as_declared = as_declared};
    return true;
}

static bool compare_members(struct comparison *comparison, const struct nc_section *here,
                            const struct nc_section *there)
{
    int *partners = calloc(here->member_count + 1, sizeof *partners);
    struct nc_version *version = add_version(comparison, here);
    bool turned;
    bool whole = partners != NULL && version != NULL && match(here, there, partners, &turned);
    if (whole) {
        version->members = calloc(here->member_count + 1, sizeof *version->members);
        whole = version->members != NULL;
    }
    if (!whole) {
        free(partners);
        return no_memory(comparison);
    }
    size_t most = turned ? there->member_count : here->member_count;
    for (size_t i = 0; whole && i < most; i++) {
        for (size_t n = 0; whole && n < here->member_count; n++) {
            bool next = partners[n] >= 0 && (turned ? (size_t)partners[n] == i : n == i);
            whole = !next || add_pair(comparison, version, here, there, n, partners[n]);
        }
    }
    free(partners);
    return whole;
}

static bool compare(struct comparison *comparison, const char *class_name)
{
    const struct nc_section *here = nc_sections_find(&comparison->ours, class_name);
    const struct nc_section *there = nc_sections_find(&comparison->theirs, class_name);
    if (here == NULL || there == NULL) {
        return fail(comparison, class_name, "only one side describes it", "");
    }
    if (there->member_count > MEMBERS_MAX) {
        return fail(comparison, class_name, "the other side describes it with too many members", "");
    }
    if (strcmp(family(here->kind), family(there->kind)) != 0) {
        return fail(comparison, class_name, "here it is a ", here->kind);
    }
    if (strcmp(family(here->kind), "members") == 0) {
        return compare_members(comparison, here, there);
    }
    if (strcmp(here->kind, "enum") == 0) {
        return compare_constants(comparison, here, there);
    }
    return strncmp(here->kind, "array", 5) != 0 || compare_arrays(comparison, here, there);
}

bool nc_versions_compare(struct nc_registry *registry, const struct nc_class *class, const char *shape,
                         struct nc_version **versions, char *reason, size_t reason_capacity)
{
    struct comparison comparison = {.registry = registry, .reason = reason, .reason_capacity = reason_capacity};
    if (strlen(shape) > SHAPE_MAX) {
        return fail(&comparison, class->name, "the other side describes it in too many words", "");
    }
    bool parsed = nc_sections_parse(class->name, class->shape, &comparison.ours) &&
                  nc_sections_parse(class->name, shape, &comparison.theirs);
    comparison.seen = parsed ? calloc(comparison.ours.count + comparison.theirs.count, sizeof(char *)) : NULL;
    bool compatible = comparison.seen != NULL || no_memory(&comparison);
    if (compatible) {
        see(&comparison, comparison.ours.at[0].class_name);
    }
    for (size_t next = 0; compatible && next < comparison.seen_count; next++) {
        compatible = compare(&comparison, comparison.seen[next]);
    }
    free(comparison.seen);
    nc_sections_free(&comparison.ours);
    nc_sections_free(&comparison.theirs);
    if (!compatible) {
        nc_versions_free(comparison.found);
        return false;
    }
    while (comparison.found != NULL) {
        struct nc_version *version = comparison.found;
        comparison.found = version->next;
        version->next = *versions;
        *versions = version;
    }
    return true;
}
