// SPDX-License-Identifier: Apache-2.0
/* Writes the contents of the JDK's classes, part by part as their layouts say. */
#include "value.h"

#include "agreement.h"

struct parts {
    nearcall_writer *writer;
    const nearcall_value *value;
    uint32_t next; /* of the head */
};

static const nearcall_value *next_part(struct parts *parts)
{
    const struct nc_values_list *head = &parts->value->head;
    if (parts->next == head->count) {
        nc_writer_fail(parts->writer, NEARCALL_UNREADABLE, "A %s has fewer fields than section 9 of the protocol says.",
                       nearcall_value_class(parts->value));
        return NULL;
    }
    return head->at[parts->next++];
}

static int64_t next_integer(struct parts *parts)
{
    const nearcall_value *part = next_part(parts);
    int kind = nearcall_value_kind(part);
    if (kind < NEARCALL_KIND_BOOLEAN || kind > NEARCALL_KIND_LONG) {
        nc_writer_fail(parts->writer, NEARCALL_UNREADABLE, "A field of a %s has to be a number.",
                       nearcall_value_class(parts->value));
    }
    return nearcall_value_integer(part);
}

static void put_text(struct parts *parts, bool nullable)
{
    const nearcall_value *part = next_part(parts);
    bool fits = part == NULL ? nullable : part->kind == NEARCALL_KIND_STRING;
    if (!fits) {
        nc_writer_fail(parts->writer, NEARCALL_UNREADABLE, "A field of a %s has to be a String.",
                       nearcall_value_class(parts->value));
        return;
    }
    nc_put_text(parts->writer, part == NULL ? NULL : part->text.at, part == NULL ? 0 : part->text.length);
}

static void put_words(struct parts *parts, int kind)
{
    const nearcall_value *part = next_part(parts);
    if (nearcall_value_kind(part) != kind) {
        nc_writer_fail(parts->writer, NEARCALL_UNREADABLE, "A field of a %s has to be an array of primitives.",
                       nearcall_value_class(parts->value));
        return;
    }
    uint32_t size = nc_element_size(kind);
    nc_put_varint(parts->writer, (uint32_t)part->elements.count);
    nc_writer_put(parts->writer, part->elements.at, (uint64_t)part->elements.count * size, size);
}

static void put_local_time(struct parts *parts)
{
    int64_t fields[4];
    for (int i = 0; i < 4; i++) {
        fields[i] = next_integer(parts);
    }
    int last = fields[3] != 0 ? 3 : fields[2] != 0 ? 2 : fields[1] != 0 ? 1 : 0;
    for (int i = 0; i <= NC_MIN(last, 2); i++) {
        nearcall_put_byte(parts->writer, (int8_t)(i == last ? ~fields[i] : fields[i]));
    }
    if (last == 3) {
        nc_put_varint(parts->writer, (uint32_t)fields[3]);
    }
}

static void put_offset(struct parts *parts)
{
    enum { IN_SECONDS = 127, SECONDS = 900 };
    int64_t seconds = next_integer(parts);
    bool quarters = seconds % SECONDS == 0;
    nearcall_put_byte(parts->writer, quarters ? (int8_t)(seconds / SECONDS) : IN_SECONDS);
    if (!quarters) {
        nearcall_put_int(parts->writer, (int32_t)seconds);
    }
}

static void put_unscaled(struct parts *parts)
{
    if (parts->next < parts->value->head.count && nearcall_value_kind(parts->value->head.at[parts->next]) == NEARCALL_KIND_BYTES) {
        put_words(parts, NEARCALL_KIND_BYTES);
    } else {
        nc_put_varint(parts->writer, 0);
        nc_put_varlong(parts->writer, nc_zigzag64(next_integer(parts)));
    }
}

static void put_enum_class(struct parts *parts)
{
    const nearcall_value *part = next_part(parts);
    if (nearcall_value_kind(part) != NEARCALL_KIND_ENUM) {
        nc_writer_fail(parts->writer, NEARCALL_UNREADABLE, "An EnumSet or EnumMap needs an enum's class.");
        return;
    }
    uint32_t id = part->id;
    if (part->class == NULL || nc_class_id(parts->writer, part->class, &id)) {
        nc_put_varint(parts->writer, id + 1);
    }
}

static void put_constant(struct parts *parts, const nearcall_value *part)
{
    if (nearcall_value_kind(part) != NEARCALL_KIND_ENUM) {
        nc_writer_fail(parts->writer, NEARCALL_UNREADABLE, "An EnumSet or EnumMap has a key that is no constant.");
        return;
    }
    const char *name = part->class == NULL ? part->text.at : nc_constant_there(parts->writer->connection, part);
    if (name == NULL) {
        nc_writer_fail(parts->writer, NEARCALL_CLASS, "The other side's version of %.200s has no constant %.100s.",
                       part->class->name, part->text.at);
        return;
    }
    nc_put_text(parts->writer, name, strlen(name));
}

static void put_all(struct parts *parts, const struct nc_values_list *items, char part)
{
    bool pairs = part == 'E' || part == 'M';
    nc_put_varint(parts->writer, pairs ? items->count / 2 : items->count);
    for (uint32_t i = 0; i < items->count && parts->writer->error.status == NEARCALL_OK; i++) {
        if (part == 'N' || (part == 'M' && i % 2 == 0)) {
            put_constant(parts, items->at[i]);
        } else {
            nc_write_value(parts->writer, items->at[i]);
        }
    }
}

static void put_part(struct parts *parts, char part);

static void put_choice(struct parts *parts, const char *if_true, const char *if_false)
{
    bool chosen = next_integer(parts) != 0;
    nearcall_put_boolean(parts->writer, chosen);
    for (const char *part = chosen ? if_true : if_false; *part != 0; part++) {
        put_part(parts, *part);
    }
}

static void put_part(struct parts *parts, char part)
{
    nearcall_writer *writer = parts->writer;
    switch (part) {
    case 'z':
        nearcall_put_boolean(writer, next_integer(parts) != 0);
        break;
    case 'b':
        nearcall_put_byte(writer, (int8_t)next_integer(parts));
        break;
    case '4':
        nearcall_put_int(writer, (int32_t)next_integer(parts));
        break;
    case '8':
        nearcall_put_long(writer, next_integer(parts));
        break;
    case 'd':
        nearcall_put_double(writer, nearcall_value_real(next_part(parts)));
        break;
    case 'i':
        nc_put_varint(writer, nc_zigzag32((int32_t)next_integer(parts)));
        break;
    case 'j':
        nc_put_varlong(writer, nc_zigzag64(next_integer(parts)));
        break;
    case 'v':
        nc_put_varint(writer, (uint32_t)next_integer(parts));
        break;
    case 'V':
        nc_put_varlong(writer, (uint64_t)next_integer(parts));
        break;
    case 's':
    case 'S':
        put_text(parts, part == 'S');
        break;
    case 'o':
        nc_write_value(writer, next_part(parts));
        break;
    case 'I':
        put_words(parts, NEARCALL_KIND_INTS);
        break;
    case 'J':
        put_words(parts, NEARCALL_KIND_LONGS);
        break;
    case 'y':
        put_words(parts, NEARCALL_KIND_BYTES);
        break;
    case 'K':
        put_enum_class(parts);
        break;
    case 'T':
        put_local_time(parts);
        break;
    case 'O':
        put_offset(parts);
        break;
    case 'B':
        put_unscaled(parts);
        break;
    case 'W':
        put_choice(parts, "s", "sss");
        break;
    case 'A':
        put_choice(parts, "s", "Syv");
        break;
    case 'P': {
        static const struct nc_values_list none;
        const nearcall_value *defaults =
            parts->next < parts->value->head.count ? next_part(parts) : NULL; /* a new Properties has none */
        put_all(parts, nearcall_value_kind(defaults) == NEARCALL_KIND_MAP ? &defaults->items : &none, 'E');
        break;
    }
    default: /* L E N M */
        put_all(parts, &parts->value->items, part);
    }
}

void nc_write_jdk(nearcall_writer *writer, const nearcall_value *value, const char *layout)
{
    struct parts parts = {.writer = writer, .value = value};
    for (; *layout != 0 && writer->error.status == NEARCALL_OK; layout++) {
        if (*layout == '?') {
            put_choice(&parts, layout + 1, "");
            return;
        }
        put_part(&parts, *layout);
    }
}
