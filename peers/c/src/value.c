// SPDX-License-Identifier: Apache-2.0
/* Makes values. */
#include "value.h"

#include "shape.h"

#include <stdlib.h>

nearcall_values *nearcall_values_new(void)
{
    return calloc(1, sizeof(struct nc_arena));
}

void nearcall_values_free(nearcall_values *values)
{
    if (values != NULL) {
        nc_arena_free(values);
        free(values);
    }
}

nearcall_value *nc_value_new(struct nc_arena *arena, int kind, uint32_t id)
{
    nearcall_value *value = nc_arena_alloc(arena, sizeof *value);
    if (value != NULL) {
        value->kind = (uint8_t)kind;
        value->id = (uint8_t)id;
    }
    return value;
}

bool nc_values_add(struct nc_arena *arena, struct nc_values_list *list, const nearcall_value *value)
{
    if (list->count == list->capacity) {
        if (list->capacity > UINT32_MAX / 4) {
            return false;
        }
        uint32_t capacity = NC_MAX(2U, 2 * list->capacity);
        const nearcall_value **grown = nc_arena_alloc(arena, capacity * sizeof(nearcall_value *));
        if (grown == NULL) {
            return false;
        }
        if (list->count > 0) {
            memcpy(grown, list->at, list->count * sizeof(nearcall_value *));
        }
        list->at = grown;
        list->capacity = capacity;
    }
    list->at[list->count++] = value;
    return true;
}

bool nc_values_reserve(struct nc_arena *arena, struct nc_values_list *list, uint32_t count)
{
    list->at = nc_arena_alloc(arena, count * sizeof(nearcall_value *));
    list->capacity = list->at == NULL ? 0 : count;
    return list->at != NULL;
}

static nearcall_value *new_integer(nearcall_values *values, int kind, uint32_t id, int64_t integer)
{
    nearcall_value *value = nc_value_new(values, kind, id);
    if (value != NULL) {
        value->integer = integer;
    }
    return value;
}

nearcall_value *nearcall_new_boolean(nearcall_values *values, bool value)
{
    return new_integer(values, NEARCALL_KIND_BOOLEAN, NC_ID_BOOLEAN, value);
}

nearcall_value *nearcall_new_byte(nearcall_values *values, int8_t value)
{
    return new_integer(values, NEARCALL_KIND_BYTE, NC_ID_BYTE, value);
}

nearcall_value *nearcall_new_char(nearcall_values *values, uint16_t value)
{
    return new_integer(values, NEARCALL_KIND_CHAR, NC_ID_CHARACTER, value);
}

nearcall_value *nearcall_new_short(nearcall_values *values, int16_t value)
{
    return new_integer(values, NEARCALL_KIND_SHORT, NC_ID_SHORT, value);
}

nearcall_value *nearcall_new_int(nearcall_values *values, int32_t value)
{
    return new_integer(values, NEARCALL_KIND_INT, NC_ID_INTEGER, value);
}

nearcall_value *nearcall_new_long(nearcall_values *values, int64_t value)
{
    return new_integer(values, NEARCALL_KIND_LONG, NC_ID_LONG, value);
}

static nearcall_value *new_real(nearcall_values *values, int kind, uint32_t id, double real)
{
    nearcall_value *value = nc_value_new(values, kind, id);
    if (value != NULL) {
        value->real = real;
    }
    return value;
}

nearcall_value *nearcall_new_float(nearcall_values *values, float value)
{
    return new_real(values, NEARCALL_KIND_FLOAT, NC_ID_FLOAT, (double)value);
}

nearcall_value *nearcall_new_double(nearcall_values *values, double value)
{
    return new_real(values, NEARCALL_KIND_DOUBLE, NC_ID_DOUBLE, value);
}

static const char *copy_text(nearcall_values *values, const char *text, size_t length)
{
    char *copy = length == SIZE_MAX ? NULL : nc_arena_alloc(values, length + 1);
    if (copy != NULL && length > 0) {
        nc_copy(copy, text, length);
    }
    return copy;
}

nearcall_value *nearcall_new_text(nearcall_values *values, const char *text, size_t length)
{
    const char *copy = text == NULL ? NULL : copy_text(values, text, length);
    nearcall_value *value = copy == NULL ? NULL : nc_value_new(values, NEARCALL_KIND_STRING, NC_ID_STRING);
    if (value != NULL) {
        value->text.at = copy;
        value->text.length = length;
    }
    return value;
}

nearcall_value *nearcall_new_string(nearcall_values *values, const char *text)
{
    return text == NULL ? NULL : nearcall_new_text(values, text, strlen(text));
}

uint32_t nc_element_size(int kind)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 8, 4, 8};
    return sizes[kind - NEARCALL_KIND_BOOLEANS];
}

nearcall_value *nearcall_new_primitives(nearcall_values *values, int kind, const void *elements, size_t count)
{
    if (kind < NEARCALL_KIND_BOOLEANS || kind > NEARCALL_KIND_DOUBLES || count > INT32_MAX) {
        return NULL;
    }
    const char *copy = copy_text(values, elements, count * nc_element_size(kind));
    nearcall_value *value =
        copy == NULL ? NULL : nc_value_new(values, kind, (uint32_t)(NC_ID_BOOLEANS + kind - NEARCALL_KIND_BOOLEANS));
    if (value != NULL) {
        value->elements.at = copy;
        value->elements.count = count;
    }
    return value;
}

nearcall_value *nearcall_new_list(nearcall_values *values)
{
    return nc_value_new(values, NEARCALL_KIND_COLLECTION, NC_ID_ARRAY_LIST);
}

nearcall_value *nearcall_new_set(nearcall_values *values)
{
    return nc_value_new(values, NEARCALL_KIND_COLLECTION, NC_ID_LINKED_HASH_SET);
}

nearcall_value *nearcall_new_map(nearcall_values *values)
{
    return nc_value_new(values, NEARCALL_KIND_MAP, NC_ID_LINKED_HASH_MAP);
}

nearcall_value *nearcall_new_strings(nearcall_values *values)
{
    return nc_value_new(values, NEARCALL_KIND_ARRAY, NC_ID_STRINGS);
}

nearcall_value *nearcall_new_objects(nearcall_values *values)
{
    return nc_value_new(values, NEARCALL_KIND_ARRAY, NC_ID_OBJECTS);
}

/* ---------------------------------------------------------------------------------------------------- of named classes */

static nearcall_value *new_jdk(nearcall_values *values, const char *class_name)
{
    uint32_t further = 0;
    int32_t id = nc_jdk_id(class_name, strlen(class_name), &further);
    const struct nc_jdk_class *jdk = id == NC_ID_FURTHER ? nc_jdk_further(further)
                                     : id >= 0           ? nc_jdk_class((uint32_t)id)
                                                         : NULL;
    if (jdk == NULL || jdk->kind < NEARCALL_KIND_ARRAY || jdk->kind == NEARCALL_KIND_THROWABLE) {
        return NULL;
    }
    nearcall_value *value = nc_value_new(values, jdk->kind, (uint32_t)id);
    if (value != NULL) {
        value->further = (uint8_t)further;
    }
    return value;
}

nearcall_value *nearcall_new_instance(nearcall_endpoint *endpoint, nearcall_values *values, const char *class_name)
{
    nearcall_value *value = new_jdk(values, class_name);
    if (value != NULL) {
        return value->kind == NEARCALL_KIND_ENUM ? NULL : value;
    }
    struct nc_class *class = nc_registry_find(nc_endpoint_classes(endpoint), class_name, NULL);
    if (class == NULL || class->kind == NC_CLASS_ENUM || class->kind == NC_CLASS_REMOTE) {
        return NULL;
    }
    bool array = class->kind == NC_CLASS_ARRAY;
    value = nc_value_new(values, array ? NEARCALL_KIND_ARRAY : NEARCALL_KIND_OBJECT, 0);
    if (value != NULL) {
        value->class = class;
        if (!array && !nc_values_reserve(values, &value->items, (uint32_t)class->member_count)) {
            return NULL;
        }
        value->items.count = array ? 0 : (uint32_t)class->member_count;
    }
    return value;
}

nearcall_value *nearcall_new_enum(nearcall_endpoint *endpoint, nearcall_values *values, const char *class_name,
                                  const char *constant)
{
    nearcall_value *value = new_jdk(values, class_name);
    struct nc_class *class = NULL;
    if (value == NULL) {
        class = nc_registry_find(nc_endpoint_classes(endpoint), class_name, NULL);
        value = class != NULL && class->kind == NC_CLASS_ENUM ? nc_value_new(values, NEARCALL_KIND_ENUM, 0) : NULL;
    }
    if (value == NULL || value->kind != NEARCALL_KIND_ENUM) {
        return NULL;
    }
    value->class = class;
    value->text.length = strlen(constant);
    value->text.at = copy_text(values, constant, value->text.length);
    return value->text.at == NULL ? NULL : value;
}

nearcall_value *nearcall_new_throwable(nearcall_values *values, const char *class_name, const char *message,
                                       const nearcall_value *cause)
{
    nearcall_value *value = nc_value_new(values, NEARCALL_KIND_THROWABLE, NC_ID_THROWABLE);
    struct nc_throwable *throwable = nc_arena_alloc(values, sizeof *throwable);
    size_t class_length = strlen(class_name);
    size_t message_length = message == NULL ? 0 : strlen(message);
    char *text = nc_arena_alloc(values, class_length + message_length + 3);
    if (value == NULL || throwable == NULL || text == NULL ||
        (cause != NULL && cause->kind != NEARCALL_KIND_THROWABLE)) {
        return NULL;
    }
    memcpy(text, class_name, class_length);
    if (message != NULL) {
        memcpy(text + class_length, ": ", 2);
        memcpy(text + class_length + 2, message, message_length);
    }
    throwable->class_name = copy_text(values, class_name, class_length);
    throwable->message = message == NULL ? NULL : copy_text(values, message, message_length);
    throwable->text = text;
    throwable->cause = cause;
    value->throwable = throwable;
    return throwable->class_name == NULL || (message != NULL && throwable->message == NULL) ? NULL : value;
}

/* ---------------------------------------------------------------------------------------------------------- changing */

bool nearcall_value_add(nearcall_values *values, nearcall_value *container, const nearcall_value *element)
{
    int kind = nearcall_value_kind(container);
    if (kind == NEARCALL_KIND_JDK) {
        return nc_values_add(values, &container->head, element);
    }
    return (kind == NEARCALL_KIND_ARRAY || kind == NEARCALL_KIND_COLLECTION) &&
           nc_values_add(values, &container->items, element);
}

bool nearcall_value_put(nearcall_values *values, nearcall_value *map, const nearcall_value *key,
                        const nearcall_value *value)
{
    return nearcall_value_kind(map) == NEARCALL_KIND_MAP && nc_values_add(values, &map->items, key) &&
           nc_values_add(values, &map->items, value);
}

bool nearcall_value_set(nearcall_value *object, const char *member, const nearcall_value *value)
{
    bool made = nearcall_value_kind(object) == NEARCALL_KIND_OBJECT && object->version == NULL;
    size_t found = made ? nc_member_index(object->class, member, object->next) : SIZE_MAX;
    if (found == SIZE_MAX) {
        return false;
    }
    object->items.at[found] = value;
    object->next = (uint16_t)(found + 1);
    return true;
}
