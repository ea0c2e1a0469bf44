// SPDX-License-Identifier: Apache-2.0
/* The ids of classes in a connection (section 7 of the protocol, "Class ids"). */
#ifndef NC_AGREEMENT_H
#define NC_AGREEMENT_H

#include "control_message.h"
#include "registry.h"
#include "versions.h"

struct nc_connection;
struct nc_classes;

struct nc_classes *nc_classes_new(bool accepted);
void nc_classes_free(struct nc_classes *classes);

/* The class of an id, or NULL. */
struct nc_class *nc_class_of_id(struct nc_connection *connection, uint32_t id);

/* The id of a class on which both sides have agreed, or 0. Does not wait. */
uint32_t nc_agreed_id(struct nc_connection *connection, const struct nc_class *class);

/*
 * The id of a class, for a value that is being written. Offers the class to the peer if it has none, and waits for the
 * answer: as long as the call has time, or 5 s. Returns false with an error of the writer.
 */
bool nc_class_id(nearcall_writer *writer, struct nc_class *class, uint32_t *id);

/* How values of a class travel if the peer has another version of it, or NULL if it has the same. */
const struct nc_version *nc_version_of(struct nc_connection *connection, const struct nc_class *class);

/* A CLASS_... message. Returns NULL, or in which way it breaks the protocol. */
const char *nc_class_message(struct nc_connection *connection, const struct nc_control_message *message);

/* Answers agree() for one class: gives it an id if the shapes are compatible, else 0. For the side that accepted. */
uint32_t nc_class_agree(struct nc_connection *connection, struct nc_class *class, const char *shape);

/* How a value of that declared type is written without class. Returns false with an error if it is no final class. */
bool nc_type_of_name(struct nc_connection *connection, const char *name, struct nc_type *type, nearcall_error *error);

#endif
