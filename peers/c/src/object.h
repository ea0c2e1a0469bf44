// SPDX-License-Identifier: Apache-2.0
/* An object of this process whose methods peers call: a service, or one that travels by reference. */
#ifndef NC_OBJECT_H
#define NC_OBJECT_H

#include "endpoint.h"

enum { NC_FIRST_REFERENCE = 1 << 30, NC_METHODS_MAX = 4096 };

struct nc_object_method {
    char *signature; /* name, descriptor and wire form */
    char result_form;
    nearcall_handler handler;
};

struct nc_object {
    atomic_uint references;
    struct nc_object *next; /* among those that wait for the thread which tells their owners */
    uint32_t id; /* of a service */
    atomic_bool withdrawn; /* the service: what was kept of it takes no calls any more */
    char *interface_name;
    struct nc_object_method *methods;
    uint32_t method_count;
    void *context;
    void (*unreferenced)(void *context); /* NULL: nobody wants to know */
};

/* Copies the methods. */
int nc_object_new(const char *interface_name, const nearcall_method *methods, size_t method_count, void *context,
                  void (*unreferenced)(void *), struct nc_object **object, nearcall_error *error);

struct nc_object *nc_object_retain(struct nc_object *object);
void nc_object_release(struct nc_object *object);
/* The same on a thread that must not wait for the program: another one tells the owner of an object that is gone. */
void nc_object_let_go(nearcall_endpoint *endpoint, struct nc_object *object);
/* Tells the owners that are not told yet. Under the endpoint's lock, which it leaves meanwhile. */
void nc_objects_tell(nearcall_endpoint *endpoint);

/* The number of a method for bind: -1, -2 and -3 as in section 7 of the protocol. */
int32_t nc_object_find(const struct nc_object *object, const char *signature);

/* Is it a method's name, its descriptor and a wire form? */
bool nc_signature_valid(const char *signature);

#endif
