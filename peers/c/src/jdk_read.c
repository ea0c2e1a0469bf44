// SPDX-License-Identifier: Apache-2.0
/* Reads the contents of the JDK's classes, part by part as their layouts say. */
#include "value.h"

#include "agreement.h"

static void add(nearcall_reader *reader, struct nc_values_list *list, nearcall_value *part)
{
    if (!nc_values_add(reader->arena, list, part)) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a value.");
    }
}

static nearcall_value *text_part(nearcall_reader *reader, bool nullable)
{
    size_t length;
    const char *text = nullable ? nc_get_text(reader, &length) : nc_get_text_not_null(reader, &length);
    nearcall_value *part = text == NULL ? NULL : nc_value_new(reader->arena, NEARCALL_KIND_STRING, NC_ID_STRING);
    if (part != NULL) {
        part->text.at = text;
        part->text.length = length;
    }
    return part;
}

static nearcall_value *bytes_part(nearcall_reader *reader, uint32_t count)
{
    const uint8_t *bytes = nc_reader_take(reader, count);
    return bytes == NULL ? NULL : nearcall_new_primitives(reader->arena, NEARCALL_KIND_BYTES, bytes, count);
}

static nearcall_value *words_part(nearcall_reader *reader, int kind)
{
    uint32_t size = nc_element_size(kind);
    uint32_t count = nc_get_count(reader, size);
    const uint8_t *bytes = nc_reader_take(reader, (size_t)count * size);
    return bytes == NULL ? NULL : nearcall_new_primitives(reader->arena, kind, bytes, count);
}

/* Zeros at the end are left out, and then the last byte that is there is inverted. */
static void read_local_time(nearcall_reader *reader, nearcall_value *value)
{
    int32_t parts[4] = {0};
    bool whole = true;
    for (int i = 0; i < 3 && whole; i++) {
        int8_t byte = nearcall_get_byte(reader);
        whole = byte >= 0;
        parts[i] = whole ? byte : ~byte;
    }
    if (whole) {
        parts[3] = (int32_t)nc_get_varint(reader);
    }
    for (int i = 0; i < 4; i++) {
        add(reader, &value->head, nearcall_new_int(reader->arena, parts[i]));
    }
}

static void read_enum_class(nearcall_reader *reader, nearcall_value *value)
{
    uint32_t id = nc_get_varint(reader) - 1;
    const struct nc_jdk_class *jdk = id < NC_FIRST_FREE_ID ? nc_jdk_class(id) : NULL;
    struct nc_class *class =
        id >= NC_FIRST_FREE_ID && reader->connection != NULL ? nc_class_of_id(reader->connection, id) : NULL;
    bool is_enum = class != NULL ? class->kind == NC_CLASS_ENUM : jdk != NULL && jdk->kind == NEARCALL_KIND_ENUM;
    if (!is_enum) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "Class id %u is no enum.", id);
        return;
    }
    /* The enum's class is kept as a constant without a name. */
    nearcall_value *part = nc_value_new(reader->arena, NEARCALL_KIND_ENUM, class == NULL ? id : 0);
    if (part == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a value.");
        return;
    }
    part->class = class;
    part->text.at = "";
    add(reader, &value->head, part);
}

static nearcall_value *constant_part(nearcall_reader *reader, const nearcall_value *value)
{
    nearcall_value *part = nc_value_new(reader->arena, NEARCALL_KIND_ENUM, value->head.at[0]->id);
    if (part != NULL) {
        part->class = value->head.at[0]->class;
        part->text.at = nc_get_text_not_null(reader, &part->text.length);
        if (part->class != NULL) {
            nc_rename_constant(part);
        }
    }
    return part;
}

/* "L", "E", "N" and "M": a count, and so many elements. */
static void read_all(nearcall_reader *reader, nearcall_value *value, char part)
{
    bool pairs = part == 'E' || part == 'M';
    uint32_t count = nc_get_count(reader, pairs ? 2 : 1);
    for (uint32_t i = 0; i < count && reader->error.status == NEARCALL_OK; i++) {
        bool constants = part == 'N' || part == 'M';
        add(reader, &value->items, constants ? constant_part(reader, value) : nc_read_value(reader));
        if (pairs && reader->error.status == NEARCALL_OK) {
            add(reader, &value->items, nc_read_value(reader));
        }
    }
}

static void read_part(nearcall_reader *reader, nearcall_value *value, char part);

/* A boolean, which says which parts follow. */
static void read_choice(nearcall_reader *reader, nearcall_value *value, const char *if_true, const char *if_false)
{
    bool chosen = nearcall_get_boolean(reader);
    add(reader, &value->head, nearcall_new_boolean(reader->arena, chosen));
    for (const char *part = chosen ? if_true : if_false; *part != 0; part++) {
        read_part(reader, value, *part);
    }
}

static nearcall_value *scalar(nearcall_reader *reader, char part)
{
    struct nc_arena *arena = reader->arena;
    switch (part) {
    case 'z':
        return nearcall_new_boolean(arena, nearcall_get_boolean(reader));
    case 'b':
        return nearcall_new_byte(arena, nearcall_get_byte(reader));
    case '4':
        return nearcall_new_int(arena, nearcall_get_int(reader));
    case '8':
        return nearcall_new_long(arena, nearcall_get_long(reader));
    case 'd':
        return nearcall_new_double(arena, nearcall_get_double(reader));
    case 'i':
        return nearcall_new_int(arena, nc_unzigzag32(nc_get_varint(reader)));
    case 'j':
        return nearcall_new_long(arena, nc_unzigzag64(nc_get_varlong(reader)));
    case 'v':
        return nearcall_new_int(arena, (int32_t)nc_get_varint(reader));
    case 'V':
        return nearcall_new_long(arena, (int64_t)nc_get_varlong(reader));
    case 's':
        return text_part(reader, false);
    case 'S':
        return text_part(reader, true);
    case 'o':
        return nc_read_value(reader);
    case 'I':
        return words_part(reader, NEARCALL_KIND_INTS);
    case 'J':
        return words_part(reader, NEARCALL_KIND_LONGS);
    default: /* y */
        return bytes_part(reader, nc_get_count(reader, 1));
    }
}

static void read_unscaled(nearcall_reader *reader, nearcall_value *value)
{
    uint32_t length = nc_get_varint(reader);
    nearcall_value *part = length == 0 ? nearcall_new_long(reader->arena, nc_unzigzag64(nc_get_varlong(reader)))
                                       : bytes_part(reader, length);
    add(reader, &value->head, part);
}

static void read_offset(nearcall_reader *reader, nearcall_value *value)
{
    enum { IN_SECONDS = 127, SECONDS = 900 };
    int32_t quarters = nearcall_get_byte(reader);
    int32_t seconds = quarters == IN_SECONDS ? nearcall_get_int(reader) : quarters * SECONDS;
    add(reader, &value->head, nearcall_new_int(reader->arena, seconds));
}

static void read_part(nearcall_reader *reader, nearcall_value *value, char part)
{
    switch (part) {
    case 'L':
    case 'E':
    case 'N':
    case 'M':
        read_all(reader, value, part);
        break;
    case 'P': {
        nearcall_value *defaults = nearcall_new_map(reader->arena);
        if (defaults != NULL) {
            read_all(reader, defaults, 'E');
        }
        add(reader, &value->head, defaults);
        break;
    }
    case 'K':
        read_enum_class(reader, value);
        break;
    case 'T':
        read_local_time(reader, value);
        break;
    case 'O':
        read_offset(reader, value);
        break;
    case 'B':
        read_unscaled(reader, value);
        break;
    case 'W':
        read_choice(reader, value, "s", "sss");
        break;
    case 'A':
        read_choice(reader, value, "s", "Syv");
        break;
    default:
        add(reader, &value->head, scalar(reader, part));
    }
}

void nc_read_jdk(nearcall_reader *reader, nearcall_value *value, const char *layout)
{
    for (; *layout != 0 && reader->error.status == NEARCALL_OK; layout++) {
        if (*layout == '?') {
            read_choice(reader, value, layout + 1, "");
            break;
        }
        read_part(reader, value, *layout);
    }
    if (reader->arena->exhausted) { /* a part may be missing */
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a value.");
    }
}
