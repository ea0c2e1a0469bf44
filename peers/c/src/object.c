// SPDX-License-Identifier: Apache-2.0
/* Objects and the signatures of their methods. */
#include "object.h"

#include <stdlib.h>

/* The lengths of name, and of name and descriptor. Returns false if there are not exactly three parts. */
static bool split(const char *signature, size_t *name, size_t *with_descriptor)
{
    const char *first = strchr(signature, ' ');
    const char *second = first == NULL ? NULL : strchr(first + 1, ' ');
    if (second == NULL || first == signature || strchr(second + 1, ' ') != NULL) {
        return false;
    }
    *name = (size_t)(first - signature);
    *with_descriptor = (size_t)(second - signature);
    return first[1] == '(' && second[1] == '(';
}

bool nc_signature_valid(const char *signature)
{
    size_t name;
    size_t with_descriptor;
    if (!split(signature, &name, &with_descriptor)) {
        return false;
    }
    const char *form = signature + with_descriptor + 2;
    size_t parameters = strspn(form, "ZBCSIJFDTAXLER");
    return form[parameters] == ')' && form[parameters + 1] != 0 && strchr("ZBCSIJFDVTAXLER", form[parameters + 1]) &&
           form[parameters + 2] == 0;
}

int32_t nc_object_find(const struct nc_object *object, const char *signature)
{
    size_t name;
    size_t with_descriptor;
    if (!split(signature, &name, &with_descriptor)) {
        return -1;
    }
    int32_t found = -1;
    for (uint32_t i = 0; i < object->method_count; i++) {
        const char *own = object->methods[i].signature;
        if (strcmp(own, signature) == 0) {
            return (int32_t)i;
        }
        if (strncmp(own, signature, with_descriptor + 1) == 0) {
            found = -2;
        } else if (found == -1 && strncmp(own, signature, name + 1) == 0) {
            found = -3;
        }
    }
    return found;
}

static void destroy(struct nc_object *object)
{
    for (uint32_t i = 0; i < object->method_count; i++) {
        free(object->methods[i].signature);
    }
    free(object->methods);
    free(object->interface_name);
    free(object);
}

int nc_object_new(const char *interface_name, const nearcall_method *methods, size_t method_count, void *context,
                  void (*unreferenced)(void *), struct nc_object **object, nearcall_error *error)
{
    if (method_count > NC_METHODS_MAX) {
        return nc_fail(error, NEARCALL_INVALID, "method_count=%zu is above 4096.", method_count);
    }
    for (size_t i = 0; i < method_count; i++) {
        if (!nc_signature_valid(methods[i].signature) || methods[i].handler == NULL) {
            return nc_fail(error, NEARCALL_INVALID, "\"%.200s\" is no name, descriptor and wire form, or has no handler.",
                           methods[i].signature);
        }
    }
    struct nc_object *made = calloc(1, sizeof *made);
    bool whole = made != NULL;
    if (whole) {
        atomic_init(&made->references, 1);
        made->context = context;
        made->unreferenced = unreferenced;
        made->interface_name = strdup(interface_name);
        made->methods = calloc(method_count + 1, sizeof *made->methods);
        whole = made->interface_name != NULL && made->methods != NULL;
    }
    for (size_t i = 0; whole && i < method_count; i++) {
        struct nc_object_method *method = &made->methods[i];
        method->signature = strdup(methods[i].signature);
        method->handler = methods[i].handler;
        whole = method->signature != NULL;
        if (whole) {
            method->result_form = strrchr(method->signature, ')')[1];
            made->method_count++;
        }
    }
    if (!whole) {
        if (made != NULL) {
            destroy(made);
        }
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for an object.");
    }
    *object = made;
    return NEARCALL_OK;
}

struct nc_object *nc_object_retain(struct nc_object *object)
{
    atomic_fetch_add_explicit(&object->references, 1, memory_order_relaxed);
    return object;
}

static bool is_last(struct nc_object *object)
{
    /* Acquire and release: the last one sees what the others did. */
    return atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) == 1;
}

static void tell(struct nc_object *object)
{
    if (object->unreferenced != NULL) {
        object->unreferenced(object->context);
    }
    destroy(object);
}

void nc_object_release(struct nc_object *object)
{
    if (is_last(object)) {
        tell(object);
    }
}

void nc_objects_tell(nearcall_endpoint *endpoint)
{
    while (endpoint->gone != NULL) {
        struct nc_object *object = endpoint->gone;
        endpoint->gone = object->next;
        pthread_mutex_unlock(&endpoint->lock);
        tell(object);
        pthread_mutex_lock(&endpoint->lock);
    }
}

static void *tell_all(void *argument)
{
    nearcall_endpoint *endpoint = argument;
    pthread_mutex_lock(&endpoint->lock);
    nc_objects_tell(endpoint);
    endpoint->telling = false;
    pthread_mutex_unlock(&endpoint->lock);
    nc_endpoint_thread_ended(endpoint);
    return NULL;
}

void nc_object_let_go(nearcall_endpoint *endpoint, struct nc_object *object)
{
    if (!is_last(object)) {
        return;
    }
    if (object->unreferenced == NULL) {
        destroy(object);
        return;
    }
    pthread_mutex_lock(&endpoint->lock);
    *(endpoint->gone == NULL ? &endpoint->gone : endpoint->last_gone) = object;
    endpoint->last_gone = &object->next;
    bool start = !endpoint->telling;
    endpoint->telling = true;
    pthread_mutex_unlock(&endpoint->lock);
    if (start && nc_endpoint_start_thread(endpoint, tell_all, endpoint) < 0) {
        pthread_mutex_lock(&endpoint->lock);
        endpoint->telling = false; /* the next object tries again, or nearcall_close() tells of them */
        pthread_mutex_unlock(&endpoint->lock);
    }
}
