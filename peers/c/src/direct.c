// SPDX-License-Identifier: Apache-2.0
/* Objects without a tree of values. What is written and read is the same as in value_write.c and value_read.c. */
#include "nearcall_direct.h"

#include "agreement.h"
#include "connection.h"
#include "value.h"

static const nearcall_class *known_class(struct nc_connection *connection, const char *name, const char *lines)
{
    if (connection == NULL) {
        return NULL;
    }
    struct nc_class *class = nc_registry_find(connection->endpoint->classes, name, NULL);
    bool same = class != NULL && strcmp(class->section, lines) == 0 && nc_version_of(connection, class) == NULL;
    return same ? class : NULL;
}

/* ---------------------------------------------------------------------------------------------------------- writing */

const nearcall_class *nearcall_writer_class(nearcall_writer *writer, const char *name, const char *lines, bool with_class)
{
    if (writer->error.status != NEARCALL_OK) {
        return NULL;
    }
    const nearcall_class *class = known_class(writer->connection, name, lines);
    return class == NULL || (with_class && nc_agreed_id(writer->connection, class) == 0) ? NULL : class;
}

/* The reference of an object that occurs for the first time. It takes a number, and nothing refers to it. */
static void put_first_reference(nearcall_writer *writer)
{
    writer->numbers.next++;
    nc_put_varint(writer, 1);
}

void nearcall_put_instance(nearcall_writer *writer, const nearcall_class *class_of, bool with_class)
{
    if (with_class) {
        nc_put_varint(writer, nc_agreed_id(writer->connection, class_of) + 1);
    }
    put_first_reference(writer);
}

void nearcall_put_list(nearcall_writer *writer, size_t count)
{
    if (count > INT32_MAX) {
        nc_writer_fail(writer, NEARCALL_INVALID, "A list cannot have %zu elements.", count);
        return;
    }
    nc_put_varint(writer, NC_ID_ARRAY_LIST + 1);
    put_first_reference(writer);
    nc_put_varint(writer, (uint32_t)count);
}

void nearcall_put_text_with_class(nearcall_writer *writer, const char *text, size_t length)
{
    nc_put_varint(writer, NC_ID_STRING + 1);
    nc_put_text(writer, text, length);
}

/* ---------------------------------------------------------------------------------------------------------- reading */

const nearcall_class *nearcall_reader_class(nearcall_reader *reader, const char *name, const char *lines)
{
    return reader->error.status == NEARCALL_OK ? known_class(reader->connection, name, lines) : NULL;
}

nearcall_mark nearcall_reader_mark(const nearcall_reader *reader)
{
    return (nearcall_mark){.at = reader->at, .objects = reader->object_count};
}

void nearcall_reader_rewind(nearcall_reader *reader, nearcall_mark mark)
{
    reader->at = mark.at;
    reader->object_count = mark.objects;
    reader->error.status = NEARCALL_OK;
}

bool nearcall_reader_at_end(const nearcall_reader *reader)
{
    return reader->error.status == NEARCALL_OK && reader->at == reader->end;
}

bool nearcall_get_instance(nearcall_reader *reader, const nearcall_class *class_of, bool with_class)
{
    if (with_class) {
        uint32_t id = nc_get_varint(reader);
        uint32_t agreed = nc_agreed_id(reader->connection, class_of);
        if (agreed == 0 || id != agreed + 1) { /* without an id, what comes is of another class */
            return false;
        }
    }
    return nc_get_varint(reader) == 1 && reader->error.status == NEARCALL_OK;
}

bool nearcall_get_list(nearcall_reader *reader, size_t *count)
{
    uint32_t id = nc_get_varint(reader);
    const struct nc_jdk_class *list = id == 0 ? NULL : nc_jdk_class(id - 1);
    if (list == NULL || list->kind != NEARCALL_KIND_COLLECTION || list->value || strcmp(list->layout, "L") != 0 ||
        nc_get_varint(reader) != 1) {
        return false;
    }
    *count = nc_get_count(reader, 1);
    return reader->error.status == NEARCALL_OK;
}

const char *nearcall_get_text_with_class(nearcall_reader *reader, size_t *length)
{
    return nc_get_varint(reader) == NC_ID_STRING + 1 ? nc_get_text(reader, length) : NULL;
}
