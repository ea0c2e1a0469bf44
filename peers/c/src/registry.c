// SPDX-License-Identifier: Apache-2.0
/* Parses the lines of classes, and finds classes by name. */
#include "registry.h"

#include "agreement.h"
#include "connection.h"
#include "jdk_classes.h"
#include "shape.h"

#include <pthread.h>
#include <stdlib.h>

enum { DIMENSIONS_MAX = 8 };

struct nc_registry {
    pthread_mutex_t lock; /* of whoever adds or prepares a class */
    /* Added in front and never removed. Readers walk without the lock: the acquire load of the head pairs with add(). */
    _Atomic(struct nc_class *) classes;
};

struct nc_registry *nc_registry_new(void)
{
    struct nc_registry *registry = calloc(1, sizeof *registry);
    if (registry != NULL) {
        pthread_mutex_init(&registry->lock, NULL);
    }
    return registry;
}

static void free_class(struct nc_class *class)
{
    if (class != NULL) {
        for (size_t i = 0; i < class->member_count; i++) {
            nc_member_clear(&class->members[i]);
        }
        free(class->members);
        free(class->section);
        free(class->shape);
        free(class->name);
        free(class);
    }
}

void nc_registry_free(struct nc_registry *registry)
{
    if (registry == NULL) {
        return;
    }
    struct nc_class *next = atomic_load_explicit(&registry->classes, memory_order_acquire);
    while (next != NULL) {
        struct nc_class *class = next;
        next = class->next;
        free_class(class);
    }
    pthread_mutex_destroy(&registry->lock);
    free(registry);
}

/* ---------------------------------------------------------------------------------------------------------- parsing */

static bool set_kind(struct nc_class *class, const char *line, size_t length)
{
    static const struct {
        const char *text;
        enum nc_class_kind kind;
        bool exact;
        bool prefix;
    } kinds[] = {
        {"record", NC_CLASS_RECORD, true, false},
        {"enum", NC_CLASS_ENUM, true, false},
        {"remote interface", NC_CLASS_REMOTE, false, false},
        {"array", NC_CLASS_ARRAY, false, false},
        {"final class extends ", NC_CLASS_BEAN, true, true},
        {"class extends ", NC_CLASS_BEAN, false, true},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t expected = strlen(kinds[i].text);
        bool same = kinds[i].prefix ? length > expected : length == expected;
        if (same && strncmp(line, kinds[i].text, expected) == 0) {
            class->kind = kinds[i].kind;
            class->exact = kinds[i].exact;
            return true;
        }
    }
    return false;
}

void nc_member_clear(struct nc_member *member)
{
    free(member->name);
    free(member->type_name);
    free(member->former);
}

bool nc_member_parse(struct nc_member *member, const char *line, size_t length, bool constant)
{
    static const char was[] = " was ";
    static const char exact[] = " exact";
    const char *former = memmem(line, length, was, sizeof was - 1);
    if (former != NULL) {
        member->former = strndup(former + sizeof was - 1, length - (size_t)(former - line) - (sizeof was - 1));
        length = (size_t)(former - line);
    }
    const size_t suffix = sizeof exact - 1;
    member->exact = !constant && length > suffix && memcmp(line + length - suffix, exact, suffix) == 0;
    length -= member->exact ? suffix : 0;
    const char *space = constant ? NULL : memchr(line, ' ', length);
    size_t name_length = space == NULL ? length : (size_t)(space - line);
    member->name = strndup(line, name_length);
    member->type_name = space == NULL ? strdup("") : strndup(space + 1, length - name_length - 1);
    return member->name != NULL && member->type_name != NULL && (former == NULL || member->former != NULL) &&
           name_length > 0 && (constant || member->type_name[0] != 0);
}

static bool parse(struct nc_class *class, const char *section)
{
    size_t lines = 0;
    for (const char *at = section; *at != 0; at++) {
        lines += *at == '\n';
    }
    class->section = strdup(section);
    class->members = calloc(lines + 1, sizeof *class->members);
    size_t length = strcspn(section, "\n");
    if (class->section == NULL || class->members == NULL || !set_kind(class, section, length)) {
        return false;
    }
    const char *at = section + length;
    while (*at == '\n') {
        length = strcspn(at + 1, "\n");
        if (!nc_member_parse(&class->members[class->member_count++], at + 1, length, class->kind == NC_CLASS_ENUM)) {
            return false;
        }
        at += 1 + length;
    }
    class->element = (struct nc_type){.form = NC_TYPE_ANY};
    return (class->kind != NC_CLASS_REMOTE && class->kind != NC_CLASS_ARRAY) || class->member_count == 0;
}

static struct nc_class *find(struct nc_registry *registry, const char *name, size_t length)
{
    struct nc_class *class = atomic_load_explicit(&registry->classes, memory_order_acquire);
    while (class != NULL && (class->name_length != length || memcmp(class->name, name, length) != 0)) {
        class = class->next;
    }
    return class;
}

/* Under the lock. */
static void add(struct nc_registry *registry, struct nc_class *class)
{
    class->next = atomic_load_explicit(&registry->classes, memory_order_relaxed);
    class->name_length = strlen(class->name);
    atomic_store_explicit(&registry->classes, class, memory_order_release);
}

int nc_registry_add(struct nc_registry *registry, const char *name, const char *section, struct nc_class **added,
                    nearcall_error *error)
{
    uint32_t further;
    bool array = name[0] == '[' && strcmp(section, "array") == 0; /* of elements that are written with their class */
    if (name[0] == 0 || (name[0] == '[' && !array) || strlen(name) > 2000 ||
        nc_jdk_id(name, strlen(name), &further) >= 0) {
        return nc_fail(error, NEARCALL_INVALID, "\"%.200s\" cannot be a class of the application.", name);
    }
    struct nc_class *class = calloc(1, sizeof *class);
    if (class == NULL || (class->name = strdup(name)) == NULL || !parse(class, section)) {
        free_class(class);
        return nc_fail(error, NEARCALL_INVALID, "The lines of class %.200s are no shape: \"%.200s\".", name, section);
    }
    class->key = nc_class_key(name, section);
    pthread_mutex_lock(&registry->lock);
    struct nc_class *known = find(registry, name, strlen(name));
    bool same = known != NULL && strcmp(known->section, section) == 0;
    if (known == NULL) {
        add(registry, class);
    }
    pthread_mutex_unlock(&registry->lock);
    if (known != NULL) {
        free_class(class);
        if (!same) {
            return nc_fail(error, NEARCALL_INVALID, "Class %.200s has other lines already.", name);
        }
        class = known;
    }
    if (added != NULL) {
        *added = class;
    }
    return NEARCALL_OK;
}

/* ---------------------------------------------------------------------------------------------------------- finding */

static struct nc_class *find_or_make(struct nc_registry *registry, const char *name, size_t length,
                                     nearcall_error *error);

/* The type that Class.getName() of an array gives its elements: "I", "Lshop.Item;" or "[I". */
static bool resolve_element(struct nc_registry *registry, const char *name, size_t length, struct nc_type *type,
                            nearcall_error *error)
{
    if (length == 1 && strchr("ZBCSIJFD", name[0]) != NULL) {
        *type = (struct nc_type){.form = NC_TYPE_PRIMITIVE, .primitive = name[0]};
        return true;
    }
    if (name[0] == 'L' && length > 2 && name[length - 1] == ';') {
        return nc_resolve_exact(registry, name + 1, length - 2, type, error);
    }
    return name[0] == '[' && nc_resolve_exact(registry, name, length, type, error);
}

bool nc_resolve_exact(struct nc_registry *registry, const char *name, size_t length, struct nc_type *type,
                      nearcall_error *error)
{
    uint32_t further = 0;
    int32_t id = nc_jdk_id(name, length, &further);
    if (id == NC_ID_STRING) {
        *type = (struct nc_type){.form = NC_TYPE_STRING};
        return true;
    }
    if (id >= 0) {
        bool final = (id == NC_ID_FURTHER ? nc_jdk_further(further) : nc_jdk_class((uint32_t)id))->final;
        *type = (struct nc_type){.form = final ? NC_TYPE_JDK : NC_TYPE_ANY, .id = (uint32_t)id, .further = further};
        return true;
    }
    struct nc_class *class = find_or_make(registry, name, length, error);
    if (class == NULL) {
        return false;
    }
    *type = (struct nc_type){.form = class->exact ? NC_TYPE_CLASS : NC_TYPE_ANY, .class = class};
    return true;
}

static struct nc_class *make_array(struct nc_registry *registry, const char *name, size_t length, nearcall_error *error)
{
    size_t dimensions = strspn(name, "[");
    struct nc_type element;
    if (dimensions > DIMENSIONS_MAX || dimensions >= length ||
        !resolve_element(registry, name + 1, length - 1, &element, error)) {
        return NULL;
    }
    struct nc_class *class = calloc(1, sizeof *class);
    if (class == NULL || (class->name = strndup(name, length)) == NULL) {
        free_class(class);
        return NULL;
    }
    class->kind = NC_CLASS_ARRAY;
    class->element = element;
    class->exact = element.form != NC_TYPE_ANY;
    class->section = strdup(class->exact ? "array exact" : "array");
    if (class->section == NULL) {
        free_class(class);
        return NULL;
    }
    add(registry, class);
    return class;
}

static struct nc_class *find_or_make(struct nc_registry *registry, const char *name, size_t length,
                                     nearcall_error *error)
{
    struct nc_class *class = find(registry, name, length);
    if (class == NULL && length > 0 && name[0] == '[') {
        class = make_array(registry, name, length, error);
    }
    if (class == NULL) {
        nc_fail(error, NEARCALL_CLASS, "Class %.*s is not known here. Describe it with nearcall_add_class().",
                (int)NC_MIN(length, (size_t)200), name);
    }
    return class;
}

uint64_t nc_class_key(const char *name, const char *section)
{
    struct nc_bytes text = {0};
    bool whole = nc_bytes_append(&text, name, strlen(name)) && nc_bytes_append(&text, "\n", 1) &&
                 nc_bytes_append(&text, section, strlen(section) + 1);
    uint64_t key = whole ? nc_fingerprint((const char *)text.data) : 0;
    nc_bytes_free(&text);
    return key;
}

const struct nc_class *nc_registry_find_key(struct nc_registry *registry, uint64_t key)
{
    const struct nc_class *class = key == 0 ? NULL : atomic_load_explicit(&registry->classes, memory_order_acquire);
    while (class != NULL && class->key != key) {
        class = class->next;
    }
    /* Partners: add(), and nc_shape_prepare(). */
    bool prepared = class == NULL || atomic_load_explicit(&class->prepared, memory_order_acquire);
    return prepared ? class : nc_registry_find(registry, class->name, NULL);
}

struct nc_class *nc_registry_known(struct nc_registry *registry, const char *name)
{
    return find(registry, name, strlen(name));
}

struct nc_class *nc_registry_find(struct nc_registry *registry, const char *name, nearcall_error *error)
{
    struct nc_class *class = find(registry, name, strlen(name));
    if (class != NULL && atomic_load_explicit(&class->prepared, memory_order_acquire)) {
        return class;
    }
    pthread_mutex_lock(&registry->lock);
    class = find_or_make(registry, name, strlen(name), error);
    if (class != NULL && !nc_shape_prepare(registry, class, error)) {
        class = NULL;
    }
    pthread_mutex_unlock(&registry->lock);
    return class;
}

int nearcall_add_class(nearcall_endpoint *endpoint, const char *name, const char *lines, nearcall_error *error)
{
    return nc_registry_add(nc_endpoint_classes(endpoint), name, lines, NULL, error);
}

struct nc_registry *nc_endpoint_classes(nearcall_endpoint *endpoint)
{
    return endpoint->classes;
}

bool nc_type_of_name(struct nc_connection *connection, const char *name, struct nc_type *type, nearcall_error *error)
{
    uint32_t further = 0;
    int32_t id = nc_jdk_id(name, strlen(name), &further);
    if (id == NC_ID_STRING) {
        *type = (struct nc_type){.form = NC_TYPE_STRING};
        return true;
    }
    if (id >= 0) {
        *type = (struct nc_type){.form = NC_TYPE_JDK, .id = (uint32_t)id, .further = further};
        return true;
    }
    if (connection == NULL) {
        nc_fail(error, NEARCALL_CLASS, "Class %.200s is not one of the JDK's that have ids.", name);
        return false;
    }
    struct nc_class *class = nc_registry_find(connection->endpoint->classes, name, error);
    if (class != NULL && !class->exact) {
        nc_fail(error, NEARCALL_CLASS, "Values of class %.200s are written with their class.", name);
        return false;
    }
    *type = (struct nc_type){.form = NC_TYPE_CLASS, .class = class};
    return class != NULL;
}
