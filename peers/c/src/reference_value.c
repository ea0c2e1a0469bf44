// SPDX-License-Identifier: Apache-2.0
/* References in values, and what a program does with them. */
#include "agreement.h"
#include "connection.h"
#include "export.h"
#include "references.h"
#include "service.h"
#include "value.h"

enum { OF_SENDER = 0, OF_RECEIVER = 1, UNKNOWN_INTERFACE = 0, DECLARED_INTERFACE = 1 };

/* ---------------------------------------------------------------------------------------------------------- reading */

/* The next id of the message's list has to be the one that the values name. */
static bool is_listed(nearcall_reader *reader, int32_t id)
{
    const struct nc_incoming *incoming = reader->incoming;
    if (incoming == NULL || reader->next_reference >= incoming->counted_references ||
        incoming->references[reader->next_reference] != id) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A reference is not in its record's list.");
        return false;
    }
    reader->next_reference++;
    return true;
}

static void read_remote(nearcall_reader *reader, nearcall_value *value)
{
    uint32_t id = (uint32_t)nearcall_get_int(reader);
    uint32_t facets[NC_FACETS_MAX];
    uint32_t count = nc_get_count(reader, 1);
    if (reader->error.status == NEARCALL_OK && (count < 1 || count > NC_FACETS_MAX)) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "An object has %u interfaces.", count);
    }
    for (uint32_t i = 0; i < count && reader->error.status == NEARCALL_OK; i++) {
        facets[i] = nc_get_varint(reader);
    }
    if (reader->error.status != NEARCALL_OK || !is_listed(reader, (int32_t)id)) {
        return;
    }
    struct nc_remote *remote = nc_references_remote(reader->connection->objects, id);
    if (remote == NULL) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A reference names no object.");
        return;
    }
    nc_remote_set_facets(remote, facets, count);
    value->reference.remote = remote;
}

static void read_own(nearcall_reader *reader, nearcall_value *value)
{
    uint32_t id = (uint32_t)nearcall_get_int(reader);
    if (reader->error.status != NEARCALL_OK) {
        return;
    }
    struct nc_object *object;
    if (id < NC_FIRST_REFERENCE) { /* services are not listed */
        object = nc_export_of_id(reader->connection->endpoint, id);
    } else {
        object = is_listed(reader, (int32_t)~id)
                     ? nc_references_object(reader->connection->objects, id, false)
                     : NULL;
    }
    if (object == NULL) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A reference comes home to no object.");
        return;
    }
    value->reference.object = object;
    nc_reader_keep(reader, object);
}

void nc_reference_read(nearcall_reader *reader, nearcall_value *value, const char *declared)
{
    (void)declared; /* a stub is bound by the name of an interface, so the declared one is not kept */
    if (reader->connection == NULL) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A reference has no connection.");
        return;
    }
    switch (nearcall_get_byte(reader)) {
    case OF_SENDER:
        read_remote(reader, value);
        break;
    case OF_RECEIVER:
        read_own(reader, value);
        break;
    default:
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A reference is neither of the sender nor of the receiver.");
    }
}

const nearcall_value *nearcall_get_reference(nearcall_reader *reader)
{
    if (!nearcall_get_boolean(reader) || reader->error.status != NEARCALL_OK) {
        return NULL;
    }
    nearcall_value *value = nc_value_new(reader->arena, NEARCALL_KIND_REFERENCE, NC_ID_REFERENCE);
    if (value == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a reference.");
        return NULL;
    }
    nc_reference_read(reader, value, "");
    return reader->error.status == NEARCALL_OK ? value : NULL;
}

/* ---------------------------------------------------------------------------------------------------------- writing */

static bool interface_id(nearcall_writer *writer, const struct nc_object *object, const char *declared, uint32_t *id)
{
    if (declared != NULL && strcmp(declared, object->interface_name) == 0) {
        *id = DECLARED_INTERFACE;
        return true;
    }
    struct nc_class *class =
        nc_registry_find(writer->connection->endpoint->classes, object->interface_name, &writer->error);
    return class != NULL && nc_class_id(writer, class, id);
}

static void write_own(nearcall_writer *writer, struct nc_object *object, const char *declared)
{
    enum { LENGTH = 1 + 4 + 1 + 5 };
    uint32_t facet;
    if (object->id != 0) {
        nc_writer_fail(writer, NEARCALL_UNSUPPORTED, "A service is not passed by reference by this library: make a "
                       "nearcall_object of it.");
        return;
    }
    if (!interface_id(writer, object, declared, &facet)) {
        return;
    }
    nc_writer_room_for_reference(writer, LENGTH);
    if (writer->error.status != NEARCALL_OK) {
        return;
    }
    uint32_t id = nc_references_write_own(writer->connection->objects, object);
    if (id == 0 && nc_connection_has_ended(writer->connection)) {
        nc_connection_fail(writer->connection, NEARCALL_NOT_SENT, &writer->error);
        return;
    }
    if (id == 0) {
        nc_writer_fail(writer, NEARCALL_OVERLOADED, "The other side refers to %d objects, its limit.", NC_OBJECTS_MAX);
        return;
    }
    nearcall_put_byte(writer, OF_SENDER);
    nearcall_put_int(writer, (int32_t)id);
    nc_put_varint(writer, 1);
    nc_put_varint(writer, facet);
    nc_writer_add_reference(writer, (int32_t)id);
}

static void write_home(nearcall_writer *writer, struct nc_remote *remote)
{
    enum { LENGTH = 1 + 4 };
    if (remote->connection != writer->connection) {
        nc_writer_fail(writer, NEARCALL_UNSUPPORTED, "A reference of another connection is not forwarded by this library.");
        return;
    }
    nc_writer_room_for_reference(writer, LENGTH);
    if (writer->error.status != NEARCALL_OK) {
        return;
    }
    nc_references_write_home(writer->connection->objects, remote);
    nearcall_put_byte(writer, OF_RECEIVER);
    nearcall_put_int(writer, (int32_t)remote->id);
    nc_writer_add_reference(writer, (int32_t)~remote->id);
}

void nc_reference_write(nearcall_writer *writer, const nearcall_value *value, const char *declared)
{
    if (value->reference.remote != NULL) {
        write_home(writer, value->reference.remote);
    } else if (value->reference.object != NULL) {
        write_own(writer, value->reference.object, declared);
    } else {
        nc_writer_fail(writer, NEARCALL_INVALID, "A reference has no object.");
    }
}

void nearcall_put_reference(nearcall_writer *writer, const char *interface_name, const nearcall_value *value)
{
    if (value != NULL && value->kind != NEARCALL_KIND_REFERENCE) {
        nc_writer_fail(writer, NEARCALL_INVALID, "Form R takes a reference or null.");
        return;
    }
    nearcall_put_boolean(writer, value != NULL);
    if (value != NULL) {
        nc_reference_write(writer, value, interface_name);
    }
}

/* ----------------------------------------------------------------------------------------------------------- program */

int nearcall_object_new(nearcall_endpoint *endpoint, const char *interface_name, const nearcall_method *methods,
                        size_t method_count, void *context, void (*unreferenced)(void *context),
                        nearcall_object **object, nearcall_error *error)
{
    int status = nc_registry_add(endpoint->classes, interface_name, "remote interface", NULL, error);
    return status != NEARCALL_OK ? status
                                 : nc_object_new(interface_name, methods, method_count, context, unreferenced, object,
                                                 error);
}

void nearcall_object_release(nearcall_object *object)
{
    if (object != NULL) {
        nc_object_release(object);
    }
}

nearcall_value *nearcall_new_reference(nearcall_values *values, nearcall_object *object)
{
    nearcall_value *value = nc_value_new(values, NEARCALL_KIND_REFERENCE, NC_ID_REFERENCE);
    if (value != NULL) {
        value->reference.object = object;
    }
    return value;
}

nearcall_value *nearcall_new_reference_home(nearcall_values *values, const nearcall_service *service)
{
    nearcall_value *value =
        service->remote == NULL ? NULL : nc_value_new(values, NEARCALL_KIND_REFERENCE, NC_ID_REFERENCE);
    if (value != NULL) {
        value->reference.remote = service->remote;
    }
    return value;
}

void *nearcall_value_own_object(const nearcall_value *value)
{
    bool own = nearcall_value_kind(value) == NEARCALL_KIND_REFERENCE && value->reference.remote == NULL;
    return own && value->reference.object != NULL ? value->reference.object->context : NULL;
}
