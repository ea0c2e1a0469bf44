// SPDX-License-Identifier: Apache-2.0
/* Reads values with and without their class. Nothing is made for a length alone: counts are checked against the message. */
#include "value.h"

#include "agreement.h"
#include "connection.h"
#include "references.h"
#include "shape.h"
#include "throwable.h"

#include <stdlib.h>

/* Each value counts as a level, null included, except for primitives and strings without class. */
static bool enter(nearcall_reader *reader)
{
    if (reader->depth == NC_DEPTH_MAX) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "Objects contain each other deeper than %d.", NC_DEPTH_MAX);
        return false;
    }
    reader->depth++;
    return true;
}

/* Gives an object the next number of the message. */
static bool add_object(nearcall_reader *reader, nearcall_value *value)
{
    if (reader->object_count == reader->object_capacity) {
        size_t capacity = NC_MAX((size_t)16, 2 * reader->object_capacity);
        nearcall_value **grown = realloc(reader->objects, capacity * sizeof(nearcall_value *));
        if (grown == NULL) {
            nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for the objects of a message.");
            return false;
        }
        reader->objects = grown;
        reader->object_capacity = capacity;
    }
    reader->objects[reader->object_count++] = value;
    return true;
}

static nearcall_value *make(nearcall_reader *reader, int kind, uint32_t id)
{
    nearcall_value *value = nc_value_new(reader->arena, kind, id);
    if (value == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a value.");
    }
    return value;
}

static bool is_same_class(const nearcall_value *one, const nearcall_value *fresh)
{
    if (fresh->id == NC_ID_FURTHER) {
        return one->id == NC_ID_FURTHER; /* which kind it is comes behind the reference, with the contents */
    }
    return one->kind == fresh->kind && one->id == fresh->id && one->class == fresh->class;
}

/*
 * Reads the reference of an object. Returns true if its contents follow; then *value has its number. Otherwise *value
 * becomes the object that occurred before, or NULL for null, which only a value without class can be.
 */
static bool contents_follow(nearcall_reader *reader, nearcall_value **value, bool numbered, bool nullable)
{
    uint32_t reference = nc_get_varint(reader);
    nearcall_value *fresh = *value;
    if (reference == 1 && reader->error.status == NEARCALL_OK) {
        return !numbered || add_object(reader, fresh);
    }
    *value = NULL;
    if (reference == 0) {
        if (!nullable) {
            nc_reader_fail(reader, NEARCALL_UNREADABLE, "An object with its class has no reference.");
        }
    } else if (reader->connection != NULL && reader->connection->endpoint->trees) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "An object occurs twice, and this side has asked for trees.");
    } else if (!numbered || reference - 2 >= reader->object_count) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A reference names object %u, which has not occurred.", reference - 2);
    } else if (!is_same_class(reader->objects[reference - 2], fresh)) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A reference names an object of another class.");
    } else {
        *value = reader->objects[reference - 2];
    }
    return false;
}

/* -------------------------------------------------------------------------------------------------------- primitives */

static void read_primitives(nearcall_reader *reader, nearcall_value *value)
{
    uint32_t size = nc_element_size(value->kind);
    uint32_t count = nc_get_count(reader, size);
    const uint8_t *bytes = nc_reader_take(reader, (size_t)count * size);
    void *elements = bytes == NULL ? NULL : nc_arena_alloc(reader->arena, (size_t)count * size);
    if (elements == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for an array.");
        return;
    }
    if (count > 0) {
        nc_copy(elements, bytes, (size_t)count * size); /* both are little-endian */
    }
    value->elements.at = elements;
    value->elements.count = count;
}

static nearcall_value *new_primitive(nearcall_reader *reader, char primitive)
{
    switch (primitive) {
    case 'Z':
        return nearcall_new_boolean(reader->arena, nearcall_get_boolean(reader));
    case 'B':
        return nearcall_new_byte(reader->arena, nearcall_get_byte(reader));
    case 'C':
        return nearcall_new_char(reader->arena, nearcall_get_char(reader));
    case 'S':
        return nearcall_new_short(reader->arena, nearcall_get_short(reader));
    case 'I':
        return nearcall_new_int(reader->arena, nearcall_get_int(reader));
    case 'J':
        return nearcall_new_long(reader->arena, nearcall_get_long(reader));
    case 'F':
        return nearcall_new_float(reader->arena, nearcall_get_float(reader));
    default:
        return nearcall_new_double(reader->arena, nearcall_get_double(reader));
    }
}

static nearcall_value *checked(nearcall_reader *reader, nearcall_value *value)
{
    if (value == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a value.");
    }
    return value;
}

static nearcall_value *read_primitive(nearcall_reader *reader, char primitive)
{
    return checked(reader, new_primitive(reader, primitive));
}

static nearcall_value *read_string(nearcall_reader *reader)
{
    size_t length;
    const char *text = nc_get_text(reader, &length);
    nearcall_value *value = text == NULL ? NULL : make(reader, NEARCALL_KIND_STRING, NC_ID_STRING);
    if (value != NULL) {
        value->text.at = text;
        value->text.length = length;
    }
    return value;
}

/* ---------------------------------------------------------------------------------------------- the application's own */

static void add_item(nearcall_reader *reader, nearcall_value *value, nearcall_value *item)
{
    if (!nc_values_add(reader->arena, &value->items, item)) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a value.");
    }
}

static void read_elements(nearcall_reader *reader, nearcall_value *value, const struct nc_type *type, bool differing)
{
    uint32_t count = nc_get_count(reader, 1);
    for (uint32_t i = 0; i < count && reader->error.status == NEARCALL_OK; i++) {
        add_item(reader, value, differing ? nc_read_differing(reader, type) : nc_read_typed(reader, type));
    }
}

static void read_text(nearcall_reader *reader, nearcall_value *value)
{
    value->text.at = nc_get_text_not_null(reader, &value->text.length);
}

/* The members that both sides have. The others take no memory: the peer decides how many they are. */
static void read_common_members(nearcall_reader *reader, nearcall_value *value, const struct nc_version *version)
{
    if (!nc_values_reserve(reader->arena, &value->items, (uint32_t)version->member_count)) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a value.");
    }
    value->version = version;
    for (size_t i = 0; i < version->member_count && reader->error.status == NEARCALL_OK; i++) {
        const struct nc_type *type = &value->class->members[version->members[i].index].type;
        add_item(reader, value, version->members[i].as_declared ? nc_read_typed(reader, type) : nc_read_differing(reader, type));
    }
}

static void read_class_contents(nearcall_reader *reader, nearcall_value *value)
{
    struct nc_class *class = value->class;
    const struct nc_version *version = reader->connection == NULL ? NULL : nc_version_of(reader->connection, class);
    switch (class->kind) {
    case NC_CLASS_ENUM:
        read_text(reader, value);
        nc_rename_constant(value);
        break;
    case NC_CLASS_ARRAY:
        read_elements(reader, value, &class->element, version != NULL);
        break;
    default:
        if (version != NULL) {
            read_common_members(reader, value, version);
            break;
        }
        if (!nc_values_reserve(reader->arena, &value->items, (uint32_t)class->member_count)) {
            nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a value.");
        }
        for (size_t i = 0; i < class->member_count && reader->error.status == NEARCALL_OK; i++) {
            add_item(reader, value, nc_read_typed(reader, &class->members[i].type));
        }
    }
}

static nearcall_value *new_of_class(nearcall_reader *reader, struct nc_class *class)
{
    int kind = class->kind == NC_CLASS_ENUM    ? NEARCALL_KIND_ENUM
               : class->kind == NC_CLASS_ARRAY ? NEARCALL_KIND_ARRAY
                                               : NEARCALL_KIND_OBJECT;
    nearcall_value *value = make(reader, kind, 0);
    if (value != NULL) {
        value->class = class;
    }
    return value;
}

static nearcall_value *read_of_class(nearcall_reader *reader, struct nc_class *class, bool with_class)
{
    bool is_enum = class->kind == NC_CLASS_ENUM;
    nearcall_value *value = new_of_class(reader, class);
    if (value == NULL) {
        return NULL;
    }
    if (class->kind == NC_CLASS_REMOTE) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A remote interface, %s, has no values.", class->name);
    } else if ((is_enum && with_class) || contents_follow(reader, &value, !is_enum, !with_class)) {
        read_class_contents(reader, value);
    }
    return value;
}

/* --------------------------------------------------------------------------------------------------------- the JDK's */

static void read_jdk_contents(nearcall_reader *reader, nearcall_value *value)
{
    static const struct nc_type string = {.form = NC_TYPE_STRING};
    static const struct nc_type any = {.form = NC_TYPE_ANY};
    if (value->id == NC_ID_FURTHER) {
        uint32_t further = nc_get_varint(reader);
        const struct nc_jdk_class *jdk = nc_jdk_further(further);
        if (jdk == NULL) {
            nc_reader_fail(reader, NEARCALL_UNSUPPORTED, "Kind %u of class 96 is not read by this library.", further);
        } else {
            value->further = (uint8_t)further;
            value->kind = jdk->kind;
            nc_read_jdk(reader, value, jdk->layout);
        }
    } else if (value->kind >= NEARCALL_KIND_BOOLEANS && value->kind <= NEARCALL_KIND_DOUBLES) {
        read_primitives(reader, value);
    } else if (value->kind == NEARCALL_KIND_ARRAY) {
        read_elements(reader, value, value->id == NC_ID_STRINGS ? &string : &any, false);
    } else if (value->kind == NEARCALL_KIND_STRING || value->kind == NEARCALL_KIND_ENUM) {
        read_text(reader, value);
    } else if (value->kind == NEARCALL_KIND_THROWABLE) {
        nearcall_value *thrown = nc_read_throwables(reader);
        value->throwable = thrown == NULL ? NULL : thrown->throwable;
    } else {
        nc_read_jdk(reader, value, nc_jdk_class(value->id)->layout);
    }
}

static nearcall_value *read_box(nearcall_reader *reader, uint32_t id)
{
    switch (id) {
    case NC_ID_INTEGER:
        return checked(reader, nearcall_new_int(reader->arena, nc_unzigzag32(nc_get_varint(reader))));
    case NC_ID_LONG:
        return checked(reader, nearcall_new_long(reader->arena, nc_unzigzag64(nc_get_varlong(reader))));
    default:
        return read_primitive(reader, "ZBCS--FD"[id]);
    }
}

static nearcall_value *read_jdk(nearcall_reader *reader, uint32_t id, bool with_class)
{
    const struct nc_jdk_class *jdk = nc_jdk_class(id);
    bool further = id == NC_ID_FURTHER;
    if (jdk == NULL && !further) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "Class id %u has no meaning here.", id);
        return NULL;
    }
    nearcall_value *value = make(reader, further ? NEARCALL_KIND_JDK : jdk->kind, id);
    bool is_value = !further && jdk->value;
    if (value == NULL) {
        return NULL;
    }
    if (!(is_value && with_class) && !contents_follow(reader, &value, !is_value, !with_class)) {
        return value;
    }
    if (id <= NC_ID_DOUBLE) {
        return read_box(reader, id);
    }
    read_jdk_contents(reader, value);
    return value;
}

/* -------------------------------------------------------------------------------------------------------- references */

static nearcall_value *read_reference(nearcall_reader *reader)
{
    nearcall_value *value = make(reader, NEARCALL_KIND_REFERENCE, NC_ID_REFERENCE);
    if (value != NULL && contents_follow(reader, &value, true, false)) {
        nc_reference_read(reader, value, NULL);
    }
    return value;
}

/* ------------------------------------------------------------------------------------------------------------- values */

static nearcall_value *read_with_class(nearcall_reader *reader)
{
    uint32_t id = nc_get_varint(reader);
    if (id == 0 || reader->error.status != NEARCALL_OK) {
        return NULL;
    }
    id--;
    if (id == NC_ID_REFERENCE) {
        return read_reference(reader);
    }
    if (id < NC_FIRST_FREE_ID) {
        return read_jdk(reader, id, true);
    }
    struct nc_class *class = reader->connection == NULL ? NULL : nc_class_of_id(reader->connection, id);
    if (class == NULL) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "Class id %u was not agreed on.", id);
        return NULL;
    }
    return read_of_class(reader, class, true);
}

nearcall_value *nc_read_value(nearcall_reader *reader)
{
    if (!enter(reader)) {
        return NULL;
    }
    nearcall_value *value = read_with_class(reader);
    reader->depth--;
    return value;
}

static nearcall_value *read_without_class(nearcall_reader *reader, const struct nc_type *type)
{
    if (!enter(reader)) {
        return NULL;
    }
    nearcall_value *value = type->form == NC_TYPE_JDK ? read_jdk(reader, type->id, false)
                                                      : read_of_class(reader, type->class, false);
    reader->depth--;
    return value;
}

nearcall_value *nc_read_typed(nearcall_reader *reader, const struct nc_type *type)
{
    switch (type->form) {
    case NC_TYPE_PRIMITIVE:
        return read_primitive(reader, type->primitive);
    case NC_TYPE_STRING:
        return read_string(reader);
    case NC_TYPE_JDK:
    case NC_TYPE_CLASS:
        return read_without_class(reader, type);
    default:
        return nc_read_value(reader);
    }
}

const nearcall_value *nearcall_get_value(nearcall_reader *reader)
{
    nearcall_value *value = nc_read_value(reader);
    return reader->error.status == NEARCALL_OK ? value : NULL;
}

const nearcall_value *nearcall_get_plain(nearcall_reader *reader, const char *class_name)
{
    struct nc_type type;
    if (reader->error.status != NEARCALL_OK) {
        return NULL;
    }
    if (!nc_type_of_name(reader->connection, class_name, &type, &reader->error)) {
        return NULL;
    }
    nearcall_value *value = nc_read_typed(reader, &type);
    return reader->error.status == NEARCALL_OK ? value : NULL;
}
