// SPDX-License-Identifier: Apache-2.0
/*
 * Members whose types differ between the two sides. They are written with their class, a primitive as its box. A reader takes
 * an object of another type if it is an instance of the own member's type, or the same number.
 */
#include "value.h"

#include "agreement.h"

#include <math.h>

/* Boxes, by the letter of their primitive. */
static const struct {
    char primitive;
    uint8_t kind;
    uint8_t id;
} boxes[] = {
    {'Z', NEARCALL_KIND_BOOLEAN, NC_ID_BOOLEAN}, {'C', NEARCALL_KIND_CHAR, NC_ID_CHARACTER},
    {'B', NEARCALL_KIND_BYTE, NC_ID_BYTE},       {'S', NEARCALL_KIND_SHORT, NC_ID_SHORT},
    {'I', NEARCALL_KIND_INT, NC_ID_INTEGER},     {'J', NEARCALL_KIND_LONG, NC_ID_LONG},
    {'F', NEARCALL_KIND_FLOAT, NC_ID_FLOAT},     {'D', NEARCALL_KIND_DOUBLE, NC_ID_DOUBLE},
};

enum { BOXES = sizeof boxes / sizeof *boxes };

/* The place of the box that a declared type holds, or -1: a primitive, or the box itself. */
static int box_of(const struct nc_type *type)
{
    for (int i = 0; i < BOXES; i++) {
        bool same = type->form == NC_TYPE_PRIMITIVE ? boxes[i].primitive == type->primitive
                                                    : type->form == NC_TYPE_JDK && boxes[i].id == type->id;
        if (same) {
            return i;
        }
    }
    return -1;
}

static bool is_number(int kind)
{
    return kind == NEARCALL_KIND_BYTE || (kind >= NEARCALL_KIND_SHORT && kind <= NEARCALL_KIND_DOUBLE);
}

static bool is_real(int kind)
{
    return kind == NEARCALL_KIND_FLOAT || kind == NEARCALL_KIND_DOUBLE;
}

/* Makes the value of that kind which is the same number. Returns false if there is none. */
static bool convert(const nearcall_value *value, int kind, nearcall_value *converted)
{
    static const int64_t least[] = {[NEARCALL_KIND_BYTE] = INT8_MIN, [NEARCALL_KIND_SHORT] = INT16_MIN,
                                    [NEARCALL_KIND_INT] = INT32_MIN, [NEARCALL_KIND_LONG] = INT64_MIN};
    static const int64_t most[] = {[NEARCALL_KIND_BYTE] = INT8_MAX, [NEARCALL_KIND_SHORT] = INT16_MAX,
                                   [NEARCALL_KIND_INT] = INT32_MAX, [NEARCALL_KIND_LONG] = INT64_MAX};
    if (is_real(value->kind) && is_real(kind)) {
        converted->real = kind == NEARCALL_KIND_FLOAT ? (double)(float)value->real : value->real;
        return isnan(value->real) || converted->real == value->real;
    }
    if (is_real(kind)) {
        double real = kind == NEARCALL_KIND_FLOAT ? (double)(float)value->integer : (double)value->integer;
        /* 2^63 has no long, so it must not be converted back. */
        bool whole = real < 9223372036854775808.0 && (int64_t)real == value->integer;
        converted->real = real;
        return whole;
    }
    int64_t integer = value->integer;
    if (is_real(value->kind)) {
        if (!(value->real >= -9223372036854775808.0 && value->real < 9223372036854775808.0)) {
            return false;
        }
        integer = (int64_t)value->real;
        if ((double)integer != value->real) {
            return false;
        }
    }
    converted->integer = integer;
    return integer >= least[kind] && integer <= most[kind];
}

/* Is it an instance of the type, as far as this side can tell? */
static bool is_instance(const struct nc_type *type, const nearcall_value *value)
{
    switch (type->form) {
    case NC_TYPE_STRING:
        return value->class == NULL && value->id == NC_ID_STRING;
    case NC_TYPE_JDK:
        return value->class == NULL && value->id == type->id &&
               (value->id != NC_ID_FURTHER || value->further == type->further);
    case NC_TYPE_CLASS:
        return value->class == type->class;
    default:
        return true;
    }
}

nearcall_value *nc_read_differing(nearcall_reader *reader, const struct nc_type *type)
{
    nearcall_value *value = nc_read_value(reader);
    int box = box_of(type);
    if (reader->error.status != NEARCALL_OK || (value == NULL && type->form != NC_TYPE_PRIMITIVE)) {
        return value;
    }
    if (value != NULL && box >= 0 && value->class == NULL && value->kind == boxes[box].kind) {
        return value;
    }
    if (value != NULL && box >= 0 && is_number(value->kind) && is_number(boxes[box].kind)) {
        nearcall_value *converted = nc_value_new(reader->arena, boxes[box].kind, boxes[box].id);
        if (converted != NULL && convert(value, boxes[box].kind, converted)) {
            return converted;
        }
    } else if (value != NULL && box < 0 && is_instance(type, value)) {
        return value;
    }
    nc_reader_fail(reader, NEARCALL_CLASS, "The other side's version of a class has a member whose value does not fit.");
    return NULL;
}

void nc_write_differing(nearcall_writer *writer, const struct nc_type *type, const nearcall_value *value)
{
    if (type->form != NC_TYPE_PRIMITIVE) {
        if (value != NULL && !is_instance(type, value)) {
            nc_writer_fail(writer, NEARCALL_UNREADABLE, "A value is of another kind than its member declares.");
            return;
        }
        nc_write_value(writer, value);
        return;
    }
    int box = box_of(type);
    int kind = boxes[box].kind;
    nearcall_value boxed = {.kind = (uint8_t)kind, .id = boxes[box].id};
    if (nearcall_value_kind(value) > NEARCALL_KIND_DOUBLE) {
        nc_writer_fail(writer, NEARCALL_UNREADABLE, "A value is of another kind than its member declares.");
        return;
    }
    if (is_real(kind)) {
        boxed.real = nearcall_value_real(value);
    } else {
        boxed.integer = nearcall_value_integer(value);
    }
    nc_write_value(writer, &boxed);
}

/* -------------------------------------------------------------------------------------------------------------- enums */

/* Is it one of the names with commas between? */
static bool is_listed(const char *names, const char *name)
{
    size_t length = strlen(name);
    while (names != NULL && *names != 0) {
        size_t part = strcspn(names, ",");
        if (part == length && strncmp(names, name, length) == 0) {
            return true;
        }
        names += part + (names[part] == ',' ? 1 : 0);
    }
    return false;
}

void nc_rename_constant(nearcall_value *constant)
{
    const struct nc_class *class = constant->class;
    const struct nc_member *renamed = NULL;
    bool comparable = constant->text.at != NULL && strlen(constant->text.at) == constant->text.length; /* no zero within */
    for (size_t i = 0; comparable && i < class->member_count; i++) {
        if (strcmp(class->members[i].name, constant->text.at) == 0) {
            return;
        }
        if (is_listed(class->members[i].former, constant->text.at)) {
            renamed = &class->members[i];
        }
    }
    if (renamed != NULL) {
        constant->text.at = renamed->name;
        constant->text.length = strlen(renamed->name);
    }
}

const char *nc_constant_there(struct nc_connection *connection, const nearcall_value *constant)
{
    const struct nc_version *version = nc_version_of(connection, constant->class);
    for (size_t i = 0; version != NULL && version->constants != NULL && i < constant->class->member_count; i++) {
        if (strcmp(constant->class->members[i].name, constant->text.at) == 0) {
            return version->constants[i];
        }
    }
    return constant->text.at;
}
