// SPDX-License-Identifier: Apache-2.0
/*
 * What the headers build on that "nearcall describe --format=c" writes. For a method buy of the Java interface shop.Shop they have
 *
 *  - shop_Shop_buy(), which calls it and waits. It hands the call out, because the call keeps what was read. The program ends the
 *    call with nearcall_call_end(), whatever the status is. A method of a CompletableFuture is sent only: nearcall_call_await()
 *    and shop_Shop_buy_read() come later;
 *  - shop_Shop_buy_write() and shop_Shop_buy_read(), for calls that begin otherwise, such as with nearcall_request_call();
 *  - a member buy of struct shop_Shop_handlers, for shop_Shop_export() and shop_Shop_object_new(). It sets *result and returns
 *    NEARCALL_OK, or returns nearcall_throw(). What it returns in *result is made in nearcall_request_values(request). An object
 *    that it returns, such as a source, is released when it was written. The struct is the context of the library's handlers. It
 *    has to last until nearcall_close() has returned, or until the object is not referred to any more.
 *
 * A record or bean is a struct, with functions that read and make it. An enum has a constant for null. A text that is NULL is
 * null. Everything else is a nearcall_value, and a comment says which type Java declares.
 */
#ifndef NEARCALL_GENERATED_H
#define NEARCALL_GENERATED_H

#include "nearcall.h"

#include <stdio.h>
#include <string.h>

/* The options of a call: those of the program, or else the deadline that Java declares. 0: it declares none. */
static inline nearcall_call_options nearcall_chosen_options(const nearcall_call_options *options, int kind, int64_t deadline_ns)
{
    nearcall_call_options chosen;
    memset(&chosen, 0, sizeof chosen);
    if (options != NULL) {
        chosen = *options;
    }
    chosen.kind = kind;
    if (chosen.deadline_ns == 0) {
        chosen.deadline_ns = deadline_ns;
    }
    return chosen;
}

/* Reports whether a result could be read. */
static inline int nearcall_read_status(nearcall_call *call, const char *method, nearcall_error *error)
{
    int status = nearcall_reader_status(nearcall_call_result(call));
    if (status != NEARCALL_OK && error != NULL) {
        memset(error, 0, sizeof *error);
        error->status = status;
        error->outcome = NEARCALL_MAY_HAVE_RUN;
        snprintf(error->message, sizeof error->message, "The result of %s cannot be read: %s.", method, nearcall_status_name(status));
    }
    return status;
}

/* Hands a call out, or ends it if the program does not want it. */
static inline int nearcall_hand_out(nearcall_call *begun, nearcall_call **call, int status)
{
    if (call != NULL) {
        *call = begun;
    } else {
        nearcall_call_end(begun);
    }
    return status;
}

/* Has the method of a call thrown this exception? class_name: a constant of the generated header. */
static inline bool nearcall_threw(const nearcall_call *call, const char *class_name)
{
    const nearcall_value *thrown = call == NULL ? NULL : nearcall_call_exception(call);
    return thrown != NULL && strcmp(nearcall_throwable_class(thrown), class_name) == 0;
}

/* What a handler returns when it answers by an exception. message: may be NULL. */
static inline int nearcall_throw(nearcall_request *request, const char *class_name, const char *message)
{
    int status = nearcall_request_throw(request, class_name, message);
    return status == NEARCALL_OK ? NEARCALL_EXCEPTION : status;
}

/* What a handler returns to the library. */
static inline int nearcall_handled(int status)
{
    return status == NEARCALL_EXCEPTION ? NEARCALL_OK : status;
}

/* Is a value an object of this class? NULL is none. */
static inline bool nearcall_is_instance(const nearcall_value *value, const char *class_name)
{
    return nearcall_value_kind(value) == NEARCALL_KIND_OBJECT && strcmp(nearcall_value_class(value), class_name) == 0;
}

#endif
