// SPDX-License-Identifier: Apache-2.0
/*
 * libnearcall: calls services of Nearcall from C, over the protocol of docs/internals/protocol.md.
 *
 * A process opens an endpoint, looks services up and calls their methods:
 *
 *     nearcall_endpoint *endpoint;
 *     nearcall_error error;
 *     nearcall_open(NULL, &endpoint, &error);
 *
 *     const char *methods[] = {"add (II)I (II)I"};
 *     nearcall_service *calculator;
 *     nearcall_lookup(endpoint, "calculator", "shop.Calculator", methods, 1, &calculator, &error);
 *
 *     nearcall_call *call;
 *     nearcall_call_begin(calculator, 0, NULL, &call, &error);
 *     nearcall_put_int(nearcall_call_arguments(call), 2);
 *     nearcall_put_int(nearcall_call_arguments(call), 3);
 *     if (nearcall_call_invoke(call, &error) == NEARCALL_OK) {
 *         int32_t sum = nearcall_get_int(nearcall_call_result(call));
 *     }
 *     nearcall_call_end(call);
 *
 * Errors: functions that can fail return a status, 0 for success. They describe a failure in *error, which may be
 * NULL. Outputs are left alone on failure.
 *
 * Threads: an endpoint and a service may be used by any number of threads at once. A call belongs to one thread at a
 * time, except for nearcall_call_cancel(). A request belongs to the thread of its handler until that returns. The library has no
 * global state, and installs no signal handler. Its threads block all signals except faults.
 *
 * fork(): a child must not use the library, and has to exec or to call _exit(). As long as it does neither, it holds the names
 * of its parent's services, even when the parent has died. A child of a handler that executes a program passes the mask of
 * blocked signals on to it, unless it clears that.
 *
 * Units: times are in nanoseconds, lengths in bytes. Texts are UTF-8. Lone surrogates of a Java string are three bytes
 * each, as in WTF-8.
 */
#ifndef NEARCALL_H
#define NEARCALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NEARCALL_API __attribute__((visibility("default")))

/* ---------------------------------------------------------------------------------------------------------- errors */

enum nearcall_status {
    NEARCALL_OK = 0,
    NEARCALL_INVALID,     /* a mistake of the caller of this library */
    NEARCALL_NO_MEMORY,   /* memory, or another resource of this process, has run out */
    NEARCALL_SYSTEM,      /* a system call failed: see error->system_error */
    NEARCALL_NOT_FOUND,   /* no service, object or method of that name */
    NEARCALL_REFUSED,     /* the other side does not let this process in */
    NEARCALL_DEADLINE,    /* the time of the call is over */
    NEARCALL_CANCELLED,   /* nearcall_call_cancel() was called */
    NEARCALL_LOST,        /* the connection ended */
    NEARCALL_CLOSED,      /* the endpoint, or the service, is closing */
    NEARCALL_OVERLOADED,  /* a limit of the other side, or of this one, is reached */
    NEARCALL_UNREADABLE,  /* a value cannot be written or read */
    NEARCALL_CLASS,       /* a class is not known, not allowed, or differs between the sides */
    NEARCALL_TOO_LARGE,   /* a message is longer than agreed */
    NEARCALL_EXCEPTION,   /* the method threw: see nearcall_call_exception() */
    NEARCALL_BREACH,      /* the other side does not keep the protocol */
    NEARCALL_UNSUPPORTED, /* the protocol has this, and this library does not */
    NEARCALL_NAME_IN_USE, /* another process offers a service of that name */
    NEARCALL_STREAM_END   /* no failure: a stream has no more elements */
};

/* What is known of the method when a call has failed. */
enum nearcall_outcome {
    NEARCALL_NOT_SENT,     /* nothing was sent: the call can be repeated */
    NEARCALL_NOT_STARTED,  /* the method was not called: the call can be repeated */
    NEARCALL_MAY_HAVE_RUN  /* the method may have run, or still run */
};

typedef struct nearcall_error {
    int status;        /* one of enum nearcall_status */
    int outcome;       /* one of enum nearcall_outcome; NEARCALL_NOT_SENT where no call is concerned */
    int system_error;  /* errno, with NEARCALL_SYSTEM */
    char message[600]; /* a sentence: what failed, and why */
} nearcall_error;

/* The name of a status, such as "NEARCALL_LOST". */
NEARCALL_API const char *nearcall_status_name(int status);

/* -------------------------------------------------------------------------------------------------------- endpoint */

typedef struct nearcall_endpoint nearcall_endpoint;
typedef struct nearcall_service nearcall_service;
typedef struct nearcall_call nearcall_call;
typedef struct nearcall_writer nearcall_writer;
typedef struct nearcall_reader nearcall_reader;

/* A value that is not a primitive: see nearcall_get_value(). */
typedef struct nearcall_value nearcall_value;
typedef struct nearcall_request nearcall_request;

typedef struct nearcall_options {
    const char *directory;         /* the runtime directory. NULL: NEARCALL_DIR, /run/user/UID/nearcall, /tmp/nearcall-UID */
    int64_t deadline_ns;           /* of calls without their own; 0 or less: none. Default 30 s */
    int64_t lookup_timeout_ns;     /* how long a look-up waits for its service. Default 10 s */
    uint64_t max_message_bytes;    /* arguments or result of one call, 65536 to 2^31 - 1. Default 256 MiB */
    unsigned max_lanes;            /* synchronous calls in progress per connection, 1 to 1024. Default 64 */
    unsigned max_calls;            /* other calls in progress per connection. Default 4096 */
    unsigned max_connections;      /* accepted connections. Default 1024 */
    bool trees;                    /* ask the other side to write no references within values. Default false */
    const uid_t *allowed_users;    /* users besides the own one whose processes may connect */
    size_t allowed_user_count;
} nearcall_options;

/* Fills in the defaults. */
NEARCALL_API void nearcall_options_init(nearcall_options *options);

/* Opens an endpoint. options: NULL for the defaults; it is copied. Does not block. */
NEARCALL_API int nearcall_open(const nearcall_options *options, nearcall_endpoint **endpoint, nearcall_error *error);

/*
 * Closes an endpoint: withdraws its services, tells all peers, and ends all connections. Calls in progress in other
 * threads return NEARCALL_CLOSED or NEARCALL_LOST. Waits until no handler of the endpoint runs any more. Services and
 * calls of the endpoint may be released before or after this. Must not be called by a handler. NULL is allowed. The last
 * threads may be about to leave when it returns, so a program must not unload the library right behind it.
 */
NEARCALL_API void nearcall_close(nearcall_endpoint *endpoint);

/* --------------------------------------------------------------------------------------------------------- calling */

/*
 * Finds a service and the numbers of its methods.
 *
 * address: the service's name, or CHANNEL:NAME, where the channel is shm, fifo or unix. Without a channel, the first
 *     of them is used over which the service is offered.
 * interface_name: the Java interface, such as "shop.Calculator". Services do not look at it.
 * methods: each is a method's name, its erased descriptor and its wire form, with a space between, as in section 7 of
 *     the protocol: "find (Ljava/lang/String;)Lshop/Item; (T)L". They are copied.
 *
 * Blocks up to lookup_timeout_ns. A method that the service lacks fails when it is called, and not here.
 */
NEARCALL_API int nearcall_lookup(nearcall_endpoint *endpoint, const char *address, const char *interface_name,
                                 const char *const *methods, size_t method_count, nearcall_service **service,
                                 nearcall_error *error);

/* Gives a service up. Calls that were begun go on. NULL is allowed. */
NEARCALL_API void nearcall_service_release(nearcall_service *service);

enum nearcall_call_kind {
    NEARCALL_SYNC,   /* has a lane of its own until its answer has come */
    NEARCALL_FUTURE, /* shares a lane. For methods that return a CompletableFuture, and for many calls at once */
    NEARCALL_POST    /* shares a lane and is not answered. For methods that Java declares @OneWay */
};

typedef struct nearcall_pair {
    const char *key;   /* A-Z a-z 0-9 . _ - */
    const char *value; /* UTF-8 */
} nearcall_pair;

typedef struct nearcall_call_options {
    int kind;                      /* one of enum nearcall_call_kind. Default NEARCALL_SYNC */
    int64_t deadline_ns;           /* from now; the service is told. 0: that of the endpoint, of which it is not told. Less: none */
    const nearcall_pair *metadata; /* at most 16 pairs, 2048 bytes in all */
    size_t metadata_count;
    unsigned strand;               /* serial queue of a FUTURE or POST, 0 to 65535. Those of one queue run in order */
} nearcall_call_options;

/*
 * Begins a call of the method with that index in the list of nearcall_lookup(). options: NULL for the defaults.
 * Sends nothing. Blocks while all lanes are in use, until the deadline.
 */
NEARCALL_API int nearcall_call_begin(nearcall_service *service, size_t method, const nearcall_call_options *options,
                                     nearcall_call **call, nearcall_error *error);

/* Where the arguments are written, in order and by their declared types. Arguments that are long are sent meanwhile. */
NEARCALL_API nearcall_writer *nearcall_call_arguments(nearcall_call *call);

/* Sends the call. A NEARCALL_POST is complete then. Blocks while there is no room, until the deadline. */
NEARCALL_API int nearcall_call_send(nearcall_call *call, nearcall_error *error);

/*
 * Waits for the answer of a call that was sent. Returns NEARCALL_OK if there is a result, and NEARCALL_EXCEPTION if the
 * method threw. Blocks until the deadline.
 */
NEARCALL_API int nearcall_call_await(nearcall_call *call, nearcall_error *error);

/* nearcall_call_send(), then nearcall_call_await(). */
NEARCALL_API int nearcall_call_invoke(nearcall_call *call, nearcall_error *error);

/* Where the result is read, after nearcall_call_await() has returned NEARCALL_OK. */
NEARCALL_API nearcall_reader *nearcall_call_result(nearcall_call *call);

/* What the method threw, after nearcall_call_await() has returned NEARCALL_EXCEPTION; else NULL. Of the call. */
NEARCALL_API const nearcall_value *nearcall_call_exception(const nearcall_call *call);

/*
 * Waits until the one-way calls and futures of that strand that were sent before have been run. Call it before a
 * NEARCALL_SYNC call that must not overtake them. Blocks until the deadline of the endpoint.
 */
NEARCALL_API int nearcall_fence(nearcall_service *service, unsigned strand, nearcall_error *error);

/*
 * Gives a call up. The thread that waits for it returns NEARCALL_CANCELLED, after 100 ms at most, and the service is
 * told. May be called by any thread, until nearcall_call_end().
 */
NEARCALL_API void nearcall_call_cancel(nearcall_call *call);

/* Ends a call, in whatever state it is, and frees all that was read from it. NULL is allowed. */
NEARCALL_API void nearcall_call_end(nearcall_call *call);

/* ---------------------------------------------------------------------------------------------------------- values */

/*
 * Writing. The functions do not report errors: the first one is kept, and nearcall_call_send() reports it. What is
 * written after it means nothing.
 */
NEARCALL_API void nearcall_put_boolean(nearcall_writer *writer, bool value);
NEARCALL_API void nearcall_put_byte(nearcall_writer *writer, int8_t value);
NEARCALL_API void nearcall_put_char(nearcall_writer *writer, uint16_t value);
NEARCALL_API void nearcall_put_short(nearcall_writer *writer, int16_t value);
NEARCALL_API void nearcall_put_int(nearcall_writer *writer, int32_t value);
NEARCALL_API void nearcall_put_long(nearcall_writer *writer, int64_t value);
NEARCALL_API void nearcall_put_float(nearcall_writer *writer, float value);
NEARCALL_API void nearcall_put_double(nearcall_writer *writer, double value);

/* A String, form T. text: UTF-8, or NULL for null. */
NEARCALL_API void nearcall_put_string(nearcall_writer *writer, const char *text);
NEARCALL_API void nearcall_put_text(nearcall_writer *writer, const char *text, size_t length);

/* A byte[], form A. bytes: NULL for null. */
NEARCALL_API void nearcall_put_bytes(nearcall_writer *writer, const void *bytes, size_t length);

/*
 * Reading. If a value is not there or is malformed, these return 0 or NULL, and nearcall_reader_status() tells.
 * Texts and bytes are valid until the call ends. A text ends with a zero byte, which its length does not count.
 */
NEARCALL_API bool nearcall_get_boolean(nearcall_reader *reader);
NEARCALL_API int8_t nearcall_get_byte(nearcall_reader *reader);
NEARCALL_API uint16_t nearcall_get_char(nearcall_reader *reader);
NEARCALL_API int16_t nearcall_get_short(nearcall_reader *reader);
NEARCALL_API int32_t nearcall_get_int(nearcall_reader *reader);
NEARCALL_API int64_t nearcall_get_long(nearcall_reader *reader);
NEARCALL_API float nearcall_get_float(nearcall_reader *reader);
NEARCALL_API double nearcall_get_double(nearcall_reader *reader);

/* A String, form T. Returns NULL for null. length: may be NULL. */
NEARCALL_API const char *nearcall_get_string(nearcall_reader *reader, size_t *length);

/* A byte[], form A. Returns NULL for null. */
NEARCALL_API const uint8_t *nearcall_get_bytes(nearcall_reader *reader, size_t *length);

/* NEARCALL_OK if all that was read was there. */
NEARCALL_API int nearcall_reader_status(const nearcall_reader *reader);

/*
 * Values that are not primitives. A value is a tree, or a graph if an object occurs in it twice. Values are made in a
 * nearcall_values, and freed with it. Values that are read belong to their call. They are not changed by reading them, so
 * several threads may do that.
 *
 * A peer can send a value that contains itself, unless this side has asked for trees. A program that walks through
 * values of such a peer must not do so without a limit of depth.
 */
enum nearcall_kind {
    NEARCALL_KIND_NULL,
    NEARCALL_KIND_BOOLEAN,    /* java.lang.Boolean and so on: nearcall_value_integer() */
    NEARCALL_KIND_BYTE,
    NEARCALL_KIND_CHAR,
    NEARCALL_KIND_SHORT,
    NEARCALL_KIND_INT,
    NEARCALL_KIND_LONG,
    NEARCALL_KIND_FLOAT,      /* nearcall_value_real() */
    NEARCALL_KIND_DOUBLE,
    NEARCALL_KIND_STRING,     /* nearcall_value_text() */
    NEARCALL_KIND_BOOLEANS,   /* boolean[] and so on: nearcall_value_elements(), a byte for a boolean */
    NEARCALL_KIND_BYTES,
    NEARCALL_KIND_CHARS,
    NEARCALL_KIND_SHORTS,
    NEARCALL_KIND_INTS,
    NEARCALL_KIND_LONGS,
    NEARCALL_KIND_FLOATS,
    NEARCALL_KIND_DOUBLES,
    NEARCALL_KIND_ARRAY,      /* of objects: nearcall_value_at() */
    NEARCALL_KIND_COLLECTION, /* list, set, queue: nearcall_value_at() */
    NEARCALL_KIND_MAP,        /* nearcall_value_key_at(), nearcall_value_at() */
    NEARCALL_KIND_ENUM,       /* nearcall_value_text(): the constant's name */
    NEARCALL_KIND_OBJECT,     /* record or bean: nearcall_value_member() */
    NEARCALL_KIND_JDK,        /* another class of the JDK: nearcall_value_field(), in the order of section 9 */
    NEARCALL_KIND_THROWABLE,  /* nearcall_throwable_...() */
    NEARCALL_KIND_REFERENCE   /* a remote object */
};

/* Where values are made. */
typedef struct nc_arena nearcall_values;

/*
 * Describes a class of the application. lines: what its shape says of the class itself, as in section 7 of the protocol:
 *
 *     record                                        class extends java.lang.Object
 *     sku java.lang.String exact                    a java.lang.String exact
 *     quantity int exact                            next shop.Point
 *
 * Classes whose values it contains without their class have to be described, too. A class is described once. Arrays of
 * classes that are described need no description. An array of an interface, such as "[Ljava.util.List;", has "array".
 */
NEARCALL_API int nearcall_add_class(nearcall_endpoint *endpoint, const char *name, const char *lines,
                                    nearcall_error *error);

/* Memory for values that is independent of calls. NULL if memory has run out. */
NEARCALL_API nearcall_values *nearcall_values_new(void);
NEARCALL_API void nearcall_values_free(nearcall_values *values);

/* The memory of a call or request, which is freed with it. */
NEARCALL_API nearcall_values *nearcall_call_values(nearcall_call *call);
NEARCALL_API nearcall_values *nearcall_request_values(nearcall_request *request);

/*
 * These make values. They return NULL if memory has run out or an argument is wrong, and accept NULL in place of a value as
 * null. So a failure shows when the value is written: as null, and with an error if it was not meant.
 */
NEARCALL_API nearcall_value *nearcall_new_boolean(nearcall_values *values, bool value);
NEARCALL_API nearcall_value *nearcall_new_byte(nearcall_values *values, int8_t value);
NEARCALL_API nearcall_value *nearcall_new_char(nearcall_values *values, uint16_t value);
NEARCALL_API nearcall_value *nearcall_new_short(nearcall_values *values, int16_t value);
NEARCALL_API nearcall_value *nearcall_new_int(nearcall_values *values, int32_t value);
NEARCALL_API nearcall_value *nearcall_new_long(nearcall_values *values, int64_t value);
NEARCALL_API nearcall_value *nearcall_new_float(nearcall_values *values, float value);
NEARCALL_API nearcall_value *nearcall_new_double(nearcall_values *values, double value);
NEARCALL_API nearcall_value *nearcall_new_string(nearcall_values *values, const char *text);
NEARCALL_API nearcall_value *nearcall_new_text(nearcall_values *values, const char *text, size_t length);

/* An array of primitives, of one of the kinds BOOLEANS to DOUBLES. elements are copied. */
NEARCALL_API nearcall_value *nearcall_new_primitives(nearcall_values *values, int kind, const void *elements, size_t count);

/* A java.util.ArrayList, LinkedHashSet, LinkedHashMap, String[], Object[]. */
NEARCALL_API nearcall_value *nearcall_new_list(nearcall_values *values);
NEARCALL_API nearcall_value *nearcall_new_set(nearcall_values *values);
NEARCALL_API nearcall_value *nearcall_new_map(nearcall_values *values);
NEARCALL_API nearcall_value *nearcall_new_strings(nearcall_values *values);
NEARCALL_API nearcall_value *nearcall_new_objects(nearcall_values *values);

/*
 * A value of a class by its Java name: an enum of the application or the JDK, a record, a bean or an array of the
 * application, or another class of the JDK, such as "java.time.Duration". Members are null or 0 until they are set.
 */
NEARCALL_API nearcall_value *nearcall_new_enum(nearcall_endpoint *endpoint, nearcall_values *values,
                                               const char *class_name, const char *constant);
NEARCALL_API nearcall_value *nearcall_new_instance(nearcall_endpoint *endpoint, nearcall_values *values,
                                                   const char *class_name);

/* An exception, in plain form. cause: may be NULL. */
NEARCALL_API nearcall_value *nearcall_new_throwable(nearcall_values *values, const char *class_name,
                                                    const char *message, const nearcall_value *cause);

/* Adds an element to an array, list, set or queue; a field to a JDK value; an entry to a map. False if it cannot. */
NEARCALL_API bool nearcall_value_add(nearcall_values *values, nearcall_value *container, const nearcall_value *element);
NEARCALL_API bool nearcall_value_put(nearcall_values *values, nearcall_value *map, const nearcall_value *key,
                                     const nearcall_value *value);

/* Sets a member of a record or bean. False if it has none of that name. */
NEARCALL_API bool nearcall_value_set(nearcall_value *object, const char *member, const nearcall_value *value);

/* What a value is. NULL is null. */
NEARCALL_API int nearcall_value_kind(const nearcall_value *value);

/* The Java class: of the application's classes their name, of the JDK's its name if it has one, else "". */
NEARCALL_API const char *nearcall_value_class(const nearcall_value *value);

NEARCALL_API int64_t nearcall_value_integer(const nearcall_value *value);
NEARCALL_API double nearcall_value_real(const nearcall_value *value);
NEARCALL_API const char *nearcall_value_text(const nearcall_value *value, size_t *length);

/* The elements of an array of primitives, in the machine's order of bytes, and their number. */
NEARCALL_API const void *nearcall_value_elements(const nearcall_value *value, size_t *count);

/* The number of elements, entries or fields. */
NEARCALL_API size_t nearcall_value_count(const nearcall_value *value);
NEARCALL_API const nearcall_value *nearcall_value_at(const nearcall_value *value, size_t index);
NEARCALL_API const nearcall_value *nearcall_value_key_at(const nearcall_value *map, size_t index);
NEARCALL_API const nearcall_value *nearcall_value_field(const nearcall_value *value, size_t index);
NEARCALL_API const nearcall_value *nearcall_value_member(const nearcall_value *object, const char *member);

/* The same, and finds it at once if it is the member with that index in the lines of the class. */
NEARCALL_API const nearcall_value *nearcall_value_member_from(const nearcall_value *object, const char *member, size_t index);

/* An exception: its Java class, its message (or NULL), its toString(), its stack, its cause, what it suppressed. */
typedef struct nearcall_frame {
    const char *class_name;
    const char *method;
    const char *file; /* NULL: unknown */
    int32_t line;     /* -1: unknown, -2: a native method */
} nearcall_frame;

NEARCALL_API const char *nearcall_throwable_class(const nearcall_value *throwable);
NEARCALL_API const char *nearcall_throwable_message(const nearcall_value *throwable);
NEARCALL_API const char *nearcall_throwable_text(const nearcall_value *throwable);
NEARCALL_API size_t nearcall_throwable_frame_count(const nearcall_value *throwable);
NEARCALL_API nearcall_frame nearcall_throwable_frame(const nearcall_value *throwable, size_t index);
NEARCALL_API const nearcall_value *nearcall_throwable_cause(const nearcall_value *throwable);
NEARCALL_API size_t nearcall_throwable_suppressed_count(const nearcall_value *throwable);
NEARCALL_API const nearcall_value *nearcall_throwable_suppressed(const nearcall_value *throwable, size_t index);

/* Writes and reads a value with its class: form L. */
NEARCALL_API void nearcall_put_value(nearcall_writer *writer, const nearcall_value *value);
NEARCALL_API const nearcall_value *nearcall_get_value(nearcall_reader *reader);

/* Writes and reads a value without its class: form X. class_name: the declared type, such as "java.time.Instant" or "[I". */
NEARCALL_API void nearcall_put_plain(nearcall_writer *writer, const char *class_name, const nearcall_value *value);
NEARCALL_API const nearcall_value *nearcall_get_plain(nearcall_reader *reader, const char *class_name);

/* ------------------------------------------------------------------------------------------------------ references */

/* An object of this process that is passed by reference. */
typedef struct nc_object nearcall_object;

/*
 * Binds an object of the other side to an interface, so that its methods can be called. methods: as for nearcall_lookup().
 * The reference may be used until its call ends; the service holds the object for as long as it is not released.
 */
NEARCALL_API int nearcall_bind(const nearcall_value *reference, const char *interface_name, const char *const *methods,
                               size_t method_count, nearcall_service **service, nearcall_error *error);

/* A reference in form R. Returns NULL for null. */
NEARCALL_API const nearcall_value *nearcall_get_reference(nearcall_reader *reader);

/* Writes a reference, or NULL for null, in form R. interface_name: the declared interface. */
NEARCALL_API void nearcall_put_reference(nearcall_writer *writer, const char *interface_name,
                                         const nearcall_value *value);

/*
 * A reference to an own object, or to the object of a service that nearcall_bind() has made, which goes home. The object or
 * the service must not be released before the reference was written.
 */
NEARCALL_API nearcall_value *nearcall_new_reference(nearcall_values *values, nearcall_object *object);
NEARCALL_API nearcall_value *nearcall_new_reference_home(nearcall_values *values, const nearcall_service *service);

/* The context of an own object that has come home, or NULL for any other value. */
NEARCALL_API void *nearcall_value_own_object(const nearcall_value *value);

/* --------------------------------------------------------------------------------------------------------- streams */

/*
 * Form E, an Iterator, a Stream or a Flow.Publisher, is read by nearcall_get_reference() and written by
 * nearcall_put_reference(writer, NEARCALL_STREAM, ...).
 */
#define NEARCALL_STREAM "StreamSource"

typedef struct nearcall_stream nearcall_stream;

/* The elements of an Iterator or Stream of the other side. The reference may be used until its call ends. */
NEARCALL_API int nearcall_stream_open(const nearcall_value *reference, nearcall_stream **stream, nearcall_error *error);

/* Subscribes to a Flow.Publisher of the other side. */
NEARCALL_API int nearcall_stream_subscribe(const nearcall_value *reference, nearcall_stream **stream,
                                           nearcall_error *error);

/*
 * The next element, which is valid until the next call for this stream. Waits for it up to a time, or without a limit if
 * timeout_ns is negative. Returns NEARCALL_OK, NEARCALL_STREAM_END, NEARCALL_EXCEPTION if the source has failed, or
 * NEARCALL_DEADLINE, after which it can be called again. Of one thread at a time.
 */
NEARCALL_API int nearcall_stream_next(nearcall_stream *stream, int64_t timeout_ns, const nearcall_value **element,
                                      nearcall_error *error);

/* What the source has thrown, or NULL. */
NEARCALL_API const nearcall_value *nearcall_stream_exception(const nearcall_stream *stream);

/* Gives the stream up. The other side closes its source. NULL is allowed. */
NEARCALL_API void nearcall_stream_close(nearcall_stream *stream);

/*
 * Where the elements of an own stream come from. next makes the next element in values, and returns NEARCALL_OK;
 * NEARCALL_STREAM_END; or NEARCALL_EXCEPTION with a throwable as the element. It runs on the thread of the shared lane, whose
 * other calls wait meanwhile. close, which may be NULL, is called once, when the other side has given the stream up.
 */
typedef struct nearcall_source {
    int (*next)(void *context, nearcall_values *values, const nearcall_value **element);
    void (*close)(void *context);
    void *context;
} nearcall_source;

/* Makes the object of an own stream. It is released with nearcall_object_release(), once it was written. */
NEARCALL_API int nearcall_source_new(const nearcall_source *source, struct nc_object **object, nearcall_error *error);

/* --------------------------------------------------------------------------------------------------------- serving */

typedef struct nc_export nearcall_exported;

/*
 * Runs a method. In this order, it
 *  1. reads all arguments from nearcall_request_arguments(),
 *  2. calls nearcall_request_start(), and returns at once what that returns unless it is NEARCALL_OK,
 *  3. does its work,
 *  4. writes the result to nearcall_request_result(), or calls nearcall_request_throw(),
 *  5. returns NEARCALL_OK, or what nearcall_request_throw() has returned.
 *
 * It runs on a thread of the library, and several calls run at once. Calls of a shared lane, which are those of futures,
 * one-way methods and virtual threads, run one after the other. So a method that runs for one of them must not wait for
 * another, not even by way of the other side: it would wait until a deadline.
 */
typedef int (*nearcall_handler)(nearcall_request *request, void *context);

typedef struct nearcall_method {
    const char *signature; /* name, erased descriptor and wire form: "add (II)I (II)I" */
    nearcall_handler handler;
} nearcall_method;

/*
 * Offers a service, until nearcall_exported_release() or nearcall_close(). address: its name, or CHANNEL:NAME for one of the
 * channels shm, unix and fifo alone. The methods are copied. context: given to each handler. It has to last until nearcall_close() has returned.
 */
NEARCALL_API int nearcall_export(nearcall_endpoint *endpoint, const char *address, const char *interface_name,
                                 const nearcall_method *methods, size_t method_count, void *context,
                                 nearcall_exported **exported, nearcall_error *error);

/* Is it not offered any more, because another process has its name? */
NEARCALL_API bool nearcall_exported_is_closed(const nearcall_exported *exported);

/* Withdraws a service. Calls in progress go on, and new ones are refused. NULL is allowed. */
NEARCALL_API void nearcall_exported_release(nearcall_exported *exported);

/*
 * Makes an object that can be passed by reference. The methods are copied. unreferenced, which may be NULL, is called once,
 * by any thread, when the owner has released the object and no peer refers to it any more. It must not close the endpoint.
 */
NEARCALL_API int nearcall_object_new(nearcall_endpoint *endpoint, const char *interface_name,
                                     const nearcall_method *methods, size_t method_count, void *context,
                                     void (*unreferenced)(void *context), nearcall_object **object,
                                     nearcall_error *error);
NEARCALL_API void nearcall_object_release(nearcall_object *object);

NEARCALL_API nearcall_reader *nearcall_request_arguments(nearcall_request *request);

/*
 * All arguments have been read: from here on the method counts as begun. Fails if they could not be read, or if the
 * connection has ended. Then the method must do nothing.
 */
NEARCALL_API int nearcall_request_start(nearcall_request *request);

/* Where the result is written. A method without a result writes nothing. */
NEARCALL_API nearcall_writer *nearcall_request_result(nearcall_request *request);

/* Answers by an exception of that Java class, such as "java.lang.IllegalStateException". message: may be NULL. */
NEARCALL_API int nearcall_request_throw(nearcall_request *request, const char *class_name, const char *message);

/* The same for an exception that was made by nearcall_new_throwable(). */
NEARCALL_API int nearcall_request_throw_value(nearcall_request *request, const nearcall_value *throwable);

/* Has the caller given up? */
NEARCALL_API bool nearcall_request_is_cancelled(const nearcall_request *request);

/* How long the caller still waits: 0 if its time is over, negative if it has no limit. */
NEARCALL_API int64_t nearcall_request_remaining_ns(const nearcall_request *request);

/* The value of a metadata pair, or NULL. The peer states it, so it proves nothing. */
NEARCALL_API const char *nearcall_request_metadata(const nearcall_request *request, const char *key);

/* The user and the process of the caller, as the kernel reports them. The pid is 0 for a foreign pid namespace. */
NEARCALL_API uid_t nearcall_request_uid(const nearcall_request *request);
NEARCALL_API pid_t nearcall_request_pid(const nearcall_request *request);

/* nearcall_bind() within the request: it needs no other lane. For a reference that is an argument of the request. */
NEARCALL_API int nearcall_request_bind(nearcall_request *request, const nearcall_value *reference,
                                       const char *interface_name, const char *const *methods, size_t method_count,
                                       nearcall_service **service, nearcall_error *error);

/*
 * Begins a call within the request, on the lane of the request if the service is of the same connection. The thread that
 * waits for the request there runs it. What is left of the request's time bounds it. Such calls are sent one after the other:
 * nearcall_call_send() fails with NEARCALL_INVALID if another one was sent, and is neither answered nor ended. The handler
 * ends them before it returns. Otherwise like nearcall_call_begin().
 */
NEARCALL_API int nearcall_request_call(nearcall_request *request, nearcall_service *service, size_t method,
                                       const nearcall_call_options *options, nearcall_call **call,
                                       nearcall_error *error);

#ifdef __cplusplus
}
#endif
#endif
