// SPDX-License-Identifier: Apache-2.0
/* Shapes: texts that describe a class and all classes whose values are written without their class within its values. */
#ifndef NC_SHAPE_H
#define NC_SHAPE_H

#include "registry.h"

/*
 * Resolves the types of a class's members, and writes its shape, if that was not done. Also prepares the classes within it.
 * Called under the registry's lock. Returns false with an error if a class within it is not known.
 */
bool nc_shape_prepare(struct nc_registry *registry, struct nc_class *class, nearcall_error *error);

/* The type of a name that the declaring class marks as exact. Called under the registry's lock. In registry.c. */
bool nc_resolve_exact(struct nc_registry *registry, const char *name, size_t length, struct nc_type *type,
                      nearcall_error *error);

/* The first eight bytes of the SHA-256 of a shape. */
uint64_t nc_fingerprint(const char *shape);

/* The classes of an endpoint. */
struct nc_registry *nc_endpoint_classes(nearcall_endpoint *endpoint);

#endif
