// SPDX-License-Identifier: Apache-2.0
/* Writes shapes and their fingerprints. */
#include "shape.h"

#include "sha256.h"

#include <stdlib.h>

static bool resolve_member(struct nc_registry *registry, struct nc_member *member, nearcall_error *error)
{
    static const char *const primitives[] = {"boolean", "byte", "char", "short", "int", "long", "float", "double"};
    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++) {
        if (strcmp(member->type_name, primitives[i]) == 0) {
            member->type = (struct nc_type){.form = NC_TYPE_PRIMITIVE, .primitive = "ZBCSIJFD"[i]};
            return true;
        }
    }
    if (!member->exact) {
        member->type = (struct nc_type){.form = NC_TYPE_ANY};
        return true;
    }
    if (!nc_resolve_exact(registry, member->type_name, strlen(member->type_name), &member->type, error)) {
        return false;
    }
    if (member->type.form == NC_TYPE_ANY) {
        nc_fail(error, NEARCALL_CLASS, "Member %s is marked exact, but %s is not a final class.", member->name,
                member->type_name);
        return false;
    }
    return true;
}

static bool resolve(struct nc_registry *registry, struct nc_class *class, nearcall_error *error)
{
    for (size_t i = 0; !class->resolved && class->kind != NC_CLASS_ENUM && i < class->member_count; i++) {
        if (!resolve_member(registry, &class->members[i], error)) {
            return false;
        }
    }
    class->resolved = true;
    return true;
}

/* Classes within a shape, sorted by name. */
struct within {
    struct nc_class **classes;
    size_t count;
};

/* Adds the class of a type, or the innermost elements' class of an array. Returns false if memory has run out. */
static bool add(struct within *within, const struct nc_class *owner, const struct nc_type *type)
{
    while (type->form == NC_TYPE_CLASS && type->class->kind == NC_CLASS_ARRAY) {
        type = &type->class->element;
    }
    struct nc_class *class = type->class;
    if (type->form != NC_TYPE_CLASS || class == owner) {
        return true;
    }
    size_t at = 0;
    while (at < within->count && strcmp(within->classes[at]->name, class->name) < 0) {
        at++;
    }
    if (at < within->count && within->classes[at] == class) {
        return true;
    }
    struct nc_class **grown = realloc(within->classes, (within->count + 1) * sizeof(*grown));
    if (grown == NULL) {
        return false;
    }
    memmove(grown + at + 1, grown + at, (within->count - at) * sizeof(*grown));
    grown[at] = class;
    within->classes = grown;
    within->count++;
    return true;
}

static bool add_members(struct within *within, const struct nc_class *owner, const struct nc_class *class)
{
    if (class->kind == NC_CLASS_ARRAY) {
        return add(within, owner, &class->element);
    }
    for (size_t i = 0; class->kind != NC_CLASS_ENUM && i < class->member_count; i++) {
        if (!add(within, owner, &class->members[i].type)) {
            return false;
        }
    }
    return true;
}

static bool collect(struct nc_registry *registry, struct nc_class *class, struct within *within, nearcall_error *error)
{
    if (!resolve(registry, class, error)) {
        return false;
    }
    if (!add_members(within, class, class)) {
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a shape.") == NEARCALL_OK;
    }
    /* Until nothing is added any more. A class that is inserted in front of others makes the search begin again. */
    for (size_t i = 0; i < within->count;) {
        size_t before = within->count;
        if (!resolve(registry, within->classes[i], error)) {
            return false;
        }
        if (!add_members(within, class, within->classes[i])) {
            return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a shape.") == NEARCALL_OK;
        }
        i = within->count == before ? i + 1 : 0;
    }
    return true;
}

uint64_t nc_fingerprint(const char *shape)
{
    uint8_t digest[32];
    uint64_t fingerprint = 0;
    nc_sha256(shape, strlen(shape), digest);
    for (int i = 0; i < 8; i++) {
        fingerprint = fingerprint << 8 | digest[i];
    }
    return fingerprint;
}

bool nc_shape_prepare(struct nc_registry *registry, struct nc_class *class, nearcall_error *error)
{
    if (atomic_load_explicit(&class->prepared, memory_order_relaxed)) {
        return true;
    }
    struct within within = {0};
    struct nc_bytes text = {0};
    bool collected = collect(registry, class, &within, error);
    bool whole = collected && nc_bytes_append(&text, class->section, strlen(class->section));
    for (size_t i = 0; whole && i < within.count; i++) {
        const char *const parts[] = {"\n\n", within.classes[i]->name, "\n", within.classes[i]->section};
        for (int n = 0; whole && n < 4; n++) {
            whole = nc_bytes_append(&text, parts[n], strlen(parts[n]));
        }
    }
    whole = whole && nc_bytes_append(&text, "", 1);
    free(within.classes);
    if (!whole) {
        if (collected) {
            nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a shape.");
        }
        nc_bytes_free(&text);
        return false;
    }
    class->shape = (char *)text.data;
    class->fingerprint = nc_fingerprint(class->shape);
    atomic_store_explicit(&class->prepared, true, memory_order_release); /* partner: nc_registry_find() */
    return true;
}
