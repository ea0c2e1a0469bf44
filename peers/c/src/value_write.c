// SPDX-License-Identifier: Apache-2.0
/* Writes values with and without their class. */
#include "value.h"

#include "agreement.h"
#include "connection.h"
#include "references.h"
#include "shape.h"
#include "throwable.h"

/* Each value counts as a level, null included, except for primitives and strings without class. */
static bool enter(nearcall_writer *writer)
{
    if (writer->depth == NC_DEPTH_MAX) {
        nc_writer_fail(writer, NEARCALL_UNREADABLE, "Objects contain each other deeper than %d.", NC_DEPTH_MAX);
        return false;
    }
    writer->depth++;
    return true;
}

/* Writes the reference of an object. Returns true if its contents have to follow. */
static bool contents_follow(nearcall_writer *writer, const nearcall_value *value)
{
    if (writer->connection != NULL && writer->connection->peer_wants_trees) {
        nc_put_varint(writer, 1); /* a value that contains itself fails at the limit of depth */
        return true;
    }
    int64_t number = nc_numbers_find_or_add(&writer->numbers, value);
    if (number == -2) {
        nc_writer_fail(writer, NEARCALL_NO_MEMORY, "There is no memory for the objects of a message.");
        return false;
    }
    nc_put_varint(writer, number < 0 ? 1 : (uint32_t)number + 2);
    return number < 0;
}

static void mismatch(nearcall_writer *writer, const char *expected)
{
    nc_writer_fail(writer, NEARCALL_UNREADABLE, "A value is of another kind than %s, which is declared.", expected);
}

static void put_primitives(nearcall_writer *writer, const nearcall_value *value)
{
    uint32_t size = nc_element_size(value->kind);
    nc_put_varint(writer, (uint32_t)value->elements.count);
    nc_writer_put(writer, value->elements.at, (uint64_t)value->elements.count * size, size);
}

/* Null stands for 0, as in a new object of Java. */
static void put_primitive(nearcall_writer *writer, char primitive, const nearcall_value *value)
{
    int kind = nearcall_value_kind(value);
    if (kind > NEARCALL_KIND_DOUBLE) {
        mismatch(writer, "a primitive");
        return;
    }
    int64_t integer = nearcall_value_integer(value);
    switch (primitive) {
    case 'Z':
        nearcall_put_boolean(writer, integer != 0);
        break;
    case 'B':
        nearcall_put_byte(writer, (int8_t)integer);
        break;
    case 'C':
        nearcall_put_char(writer, (uint16_t)integer);
        break;
    case 'S':
        nearcall_put_short(writer, (int16_t)integer);
        break;
    case 'I':
        nearcall_put_int(writer, (int32_t)integer);
        break;
    case 'J':
        nearcall_put_long(writer, integer);
        break;
    case 'F':
        nearcall_put_float(writer, (float)nearcall_value_real(value));
        break;
    default:
        nearcall_put_double(writer, nearcall_value_real(value));
    }
}

static void put_elements(nearcall_writer *writer, const nearcall_value *value, const struct nc_type *type, bool differing)
{
    nc_put_varint(writer, value->items.count);
    for (uint32_t i = 0; i < value->items.count && writer->error.status == NEARCALL_OK; i++) {
        if (differing) {
            nc_write_differing(writer, type, value->items.at[i]);
        } else {
            nc_write_typed(writer, type, value->items.at[i]);
        }
    }
}

static void put_constant(nearcall_writer *writer, const nearcall_value *value)
{
    const char *name = nc_constant_there(writer->connection, value);
    if (name == NULL) {
        nc_writer_fail(writer, NEARCALL_CLASS, "The other side's version of %.200s has no constant %.100s.",
                       value->class->name, value->text.at);
        return;
    }
    nc_put_text(writer, name, strlen(name));
}

/* The members that both sides have. */
static void put_common_members(nearcall_writer *writer, const nearcall_value *value, const struct nc_version *version)
{
    for (size_t i = 0; i < version->member_count && writer->error.status == NEARCALL_OK; i++) {
        uint32_t index = version->members[i].index;
        const struct nc_type *type = &value->class->members[index].type;
        if (version->members[i].as_declared) {
            nc_write_typed(writer, type, nc_member_at(value, index));
        } else {
            nc_write_differing(writer, type, nc_member_at(value, index));
        }
    }
}

static void put_class_contents(nearcall_writer *writer, const nearcall_value *value)
{
    const struct nc_class *class = value->class;
    const struct nc_version *version = nc_version_of(writer->connection, class);
    switch (class->kind) {
    case NC_CLASS_ENUM:
        put_constant(writer, value);
        break;
    case NC_CLASS_ARRAY:
        put_elements(writer, value, &class->element, version != NULL);
        break;
    default:
        if (version != NULL) {
            put_common_members(writer, value, version);
            break;
        }
        for (size_t i = 0; i < class->member_count && writer->error.status == NEARCALL_OK; i++) {
            nc_write_typed(writer, &class->members[i].type, nc_member_at(value, i));
        }
    }
}

static void put_jdk_contents(nearcall_writer *writer, const nearcall_value *value)
{
    static const struct nc_type string = {.form = NC_TYPE_STRING};
    static const struct nc_type any = {.form = NC_TYPE_ANY};
    if (value->kind >= NEARCALL_KIND_BOOLEANS && value->kind <= NEARCALL_KIND_DOUBLES) {
        put_primitives(writer, value);
    } else if (value->kind == NEARCALL_KIND_ARRAY) {
        put_elements(writer, value, value->id == NC_ID_STRINGS ? &string : &any, false);
    } else if (value->kind == NEARCALL_KIND_STRING || value->kind == NEARCALL_KIND_ENUM) {
        nc_put_text(writer, value->text.at, value->text.length);
    } else if (value->kind == NEARCALL_KIND_THROWABLE) {
        nc_write_throwables(writer, value);
    } else if (value->id == NC_ID_FURTHER) {
        nc_put_varint(writer, value->further);
        nc_write_jdk(writer, value, nc_jdk_further(value->further)->layout);
    } else {
        nc_write_jdk(writer, value, nc_jdk_class(value->id)->layout);
    }
}

static void put_box(nearcall_writer *writer, const nearcall_value *value)
{
    if (value->id == NC_ID_INTEGER) {
        nc_put_varint(writer, nc_zigzag32((int32_t)value->integer));
    } else if (value->id == NC_ID_LONG) {
        nc_put_varlong(writer, nc_zigzag64(value->integer));
    } else {
        put_primitive(writer, "ZBCS--FD"[value->id], value);
    }
}

static void put_contents(nearcall_writer *writer, const nearcall_value *value)
{
    if (value->class != NULL) {
        put_class_contents(writer, value);
    } else if (value->id <= NC_ID_DOUBLE) {
        put_box(writer, value);
    } else {
        put_jdk_contents(writer, value);
    }
}

static bool has_references(const nearcall_value *value)
{
    if (value->class != NULL) {
        return value->class->kind != NC_CLASS_ENUM;
    }
    return value->id == NC_ID_FURTHER || value->id == NC_ID_REFERENCE || !nc_jdk_class(value->id)->value;
}

static void put_with_class(nearcall_writer *writer, const nearcall_value *value)
{
    if (value == NULL) {
        nc_put_varint(writer, 0);
        return;
    }
    uint32_t id = value->id;
    if (value->class != NULL && !nc_class_id(writer, value->class, &id)) {
        return;
    }
    nc_put_varint(writer, id + 1);
    if (has_references(value) && !contents_follow(writer, value)) {
        return;
    }
    if (value->kind == NEARCALL_KIND_REFERENCE) {
        nc_reference_write(writer, value, NULL);
    } else {
        put_contents(writer, value);
    }
}

void nc_write_value(nearcall_writer *writer, const nearcall_value *value)
{
    if (enter(writer)) {
        put_with_class(writer, value);
        writer->depth--;
    }
}

/* Without class: null is 0, and a value without references has 1. */
static void put_without_class(nearcall_writer *writer, const nearcall_value *value)
{
    if (!enter(writer)) {
        return;
    }
    if (value == NULL) {
        nc_put_varint(writer, 0);
    } else if (!has_references(value)) {
        nc_put_varint(writer, 1);
        put_contents(writer, value);
    } else if (contents_follow(writer, value)) {
        put_contents(writer, value);
    }
    writer->depth--;
}

void nc_write_typed(nearcall_writer *writer, const struct nc_type *type, const nearcall_value *value)
{
    switch (type->form) {
    case NC_TYPE_PRIMITIVE:
        put_primitive(writer, type->primitive, value);
        break;
    case NC_TYPE_STRING:
        if (value != NULL && value->kind != NEARCALL_KIND_STRING) {
            mismatch(writer, "a String");
        } else {
            nc_put_text(writer, value == NULL ? NULL : value->text.at, value == NULL ? 0 : value->text.length);
        }
        break;
    case NC_TYPE_JDK:
        if (value != NULL &&
            (value->class != NULL || value->id != type->id ||
             (value->id == NC_ID_FURTHER && value->further != type->further))) {
            mismatch(writer, "a class of the JDK");
        } else {
            put_without_class(writer, value);
        }
        break;
    case NC_TYPE_CLASS:
        if (value != NULL && value->class != type->class) {
            mismatch(writer, type->class->name);
        } else {
            put_without_class(writer, value);
        }
        break;
    default:
        nc_write_value(writer, value);
    }
}

void nearcall_put_value(nearcall_writer *writer, const nearcall_value *value)
{
    nc_write_value(writer, value);
}

void nearcall_put_plain(nearcall_writer *writer, const char *class_name, const nearcall_value *value)
{
    struct nc_type type;
    if (writer->error.status == NEARCALL_OK && nc_type_of_name(writer->connection, class_name, &type, &writer->error)) {
        nc_write_typed(writer, &type, value);
    }
}
