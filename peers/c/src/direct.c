// SPDX-License-Identifier: Apache-2.0
/* What the C++ headers need of the library to write and read structs by themselves (direct.hpp). */
#include "nearcall_direct.h"

#include "agreement.h"
#include "connection.h"
#include "value.h"

_Static_assert((int)NEARCALL_STRING_ID == NC_ID_STRING && (int)NEARCALL_ARRAY_LIST_ID == NC_ID_ARRAY_LIST, "ids of classes");

uint64_t nearcall_class_key(const char *name, const char *lines)
{
    return nc_class_key(name, lines);
}

static bool known_class(struct nc_connection *connection, uint64_t key, uint32_t *id)
{
    const struct nc_class *class = connection == NULL ? NULL : nc_registry_find_key(connection->endpoint->classes, key);
    if (class == NULL) {
        return false;
    }
    *id = nc_agreed_id(connection, class); /* first: whoever sees an id sees the version that was agreed on with it */
    return nc_version_of(connection, class) == NULL;
}

bool nearcall_writer_class(const nearcall_writer *writer, uint64_t key, uint32_t *id)
{
    return writer->error.status == NEARCALL_OK && known_class(writer->connection, key, id);
}

bool nearcall_reader_class(const nearcall_reader *reader, uint64_t key, uint32_t *id)
{
    return reader->error.status == NEARCALL_OK && known_class(reader->connection, key, id);
}

nearcall_window nearcall_writer_room(nearcall_writer *writer, size_t least)
{
    uint8_t *at = nc_writer_room(writer, (uint32_t)least);
    if (writer->error.status != NEARCALL_OK) {
        return (nearcall_window){.at = at, .end = at + least};
    }
    writer->used -= (uint32_t)least;
    return (nearcall_window){.at = at, .end = writer->record + writer->longest - nc_writer_list_length(writer)};
}

void nearcall_writer_wrote(nearcall_writer *writer, const uint8_t *end, uint32_t objects)
{
    writer->numbers.next += objects;
    if (writer->error.status == NEARCALL_OK) {
        writer->used = (uint32_t)(end - writer->record);
    }
}

nearcall_mark nearcall_reader_mark(const nearcall_reader *reader)
{
    return (nearcall_mark){.at = reader->at, .end = reader->end, .objects = reader->object_count};
}

void nearcall_reader_move(nearcall_reader *reader, nearcall_mark mark)
{
    reader->at = mark.at;
    reader->object_count = mark.objects;
    reader->error.status = NEARCALL_OK;
}

bool nearcall_is_list_id(uint32_t id)
{
    const struct nc_jdk_class *list = nc_jdk_class(id);
    return list != NULL && list->kind == NEARCALL_KIND_COLLECTION && !list->value && strcmp(list->layout, "L") == 0;
}
