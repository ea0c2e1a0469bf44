// SPDX-License-Identifier: Apache-2.0
/* Offers classes to the peer, and answers its offers. Only the side that accepted the connection assigns ids. */
#include "agreement.h"

#include "connection.h"
#include "jdk_classes.h"
#include "shape.h"
#include "text.h"
#include "writer.h"

#include <stdlib.h>

enum class_state {
    UNKNOWN, /* to the peer: nothing was offered */
    OFFERED, /* by this side, so an answer comes */
    AGREED,
    REFUSED
};

struct entry {
    struct entry *next;
    struct nc_class *class;
    uint32_t id; /* 0: none yet */
    _Atomic enum class_state state; /* changed under the lock; AGREED is for good, and so is the id then */
    bool differs; /* it is refused because the shapes are not compatible */
    uint64_t described; /* fingerprint of the peer's shape, if it has stated one; 0: it has not */
    char reason[200];   /* of a refusal */
};

struct nc_classes {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool accepted;
    uint32_t next_id;
    /*
     * Versions are added in front and never changed. Readers walk the list without the lock: the acquire load of its head
     * pairs with the release store in add_version().
     */
    _Atomic(struct nc_version *) versions;
    /* Of classes that this side knows, so they are as many as those at most. Added in front, never removed. */
    _Atomic(struct entry *) entries;
};

static const char no_id[] = "there is no id for one more class";

static const int64_t patience_ns = 5 * (int64_t)NC_NS_PER_S;

struct nc_classes *nc_classes_new(bool accepted)
{
    struct nc_classes *classes = calloc(1, sizeof *classes);
    if (classes != NULL) {
        pthread_mutex_init(&classes->lock, NULL);
        nc_condition_init(&classes->changed);
        classes->accepted = accepted;
        classes->next_id = NC_FIRST_FREE_ID;
    }
    return classes;
}

void nc_classes_free(struct nc_classes *classes)
{
    if (classes == NULL) {
        return;
    }
    struct entry *next = atomic_load_explicit(&classes->entries, memory_order_acquire);
    while (next != NULL) {
        struct entry *entry = next;
        next = entry->next;
        free(entry);
    }
    nc_versions_free(atomic_load_explicit(&classes->versions, memory_order_relaxed));
    pthread_cond_destroy(&classes->changed);
    pthread_mutex_destroy(&classes->lock);
    free(classes);
}

static struct entry *entry_of_class(struct nc_classes *classes, const struct nc_class *class)
{
    struct entry *entry = atomic_load_explicit(&classes->entries, memory_order_acquire);
    while (entry != NULL && entry->class != class) {
        entry = entry->next;
    }
    return entry;
}

/* Under the lock. */
static struct entry *entry_of_id(struct nc_classes *classes, uint32_t id)
{
    struct entry *entry = atomic_load_explicit(&classes->entries, memory_order_relaxed);
    while (entry != NULL && entry->id != id) {
        entry = entry->next;
    }
    return entry;
}

/* The entry of a class, which is made if there is none. Under the lock. NULL if memory has run out. */
static struct entry *entry_for(struct nc_classes *classes, struct nc_class *class)
{
    struct entry *entry = entry_of_class(classes, class);
    if (entry == NULL && (entry = calloc(1, sizeof *entry)) != NULL) {
        entry->class = class;
        entry->next = atomic_load_explicit(&classes->entries, memory_order_relaxed);
        atomic_store_explicit(&classes->entries, entry, memory_order_release); /* partner: entry_of_class() */
    }
    return entry;
}

/* Without the lock. Partner: the release store in settle(). */
static bool is_agreed(struct entry *entry)
{
    return atomic_load_explicit(&entry->state, memory_order_acquire) == AGREED;
}

uint32_t nc_agreed_id(struct nc_connection *connection, const struct nc_class *class)
{
    struct entry *known = entry_of_class(connection->classes, class);
    return known != NULL && is_agreed(known) ? known->id : 0;
}

struct nc_class *nc_class_of_id(struct nc_connection *connection, uint32_t id)
{
    struct entry *entry = atomic_load_explicit(&connection->classes->entries, memory_order_acquire);
    while (entry != NULL && !(is_agreed(entry) && entry->id == id)) {
        entry = entry->next;
    }
    return entry == NULL ? NULL : entry->class;
}

/* Under the lock. The id that this side assigns, or 0 if there are no more. */
static uint32_t new_id(struct nc_classes *classes)
{
    return classes->next_id > NC_LAST_ID ? 0 : classes->next_id++;
}

/* Under the lock. Makes the id the class's, as both sides have agreed. Returns NULL, or a fault. */
static const char *settle(struct nc_classes *classes, struct entry *entry, uint32_t id)
{
    struct entry *other = entry_of_id(classes, id);
    if (id < NC_FIRST_FREE_ID || id > NC_LAST_ID || (other != NULL && other != entry) ||
        (entry->state == AGREED && entry->id != id)) {
        return "a class has an id that is out of range, or in use";
    }
    if (entry->state != AGREED) {
        entry->id = id;
        atomic_store_explicit(&entry->state, AGREED, memory_order_release);
    }
    pthread_cond_broadcast(&classes->changed);
    return NULL;
}

const struct nc_version *nc_version_of(struct nc_connection *connection, const struct nc_class *class)
{
    const struct nc_version *version = atomic_load_explicit(&connection->classes->versions, memory_order_acquire);
    while (version != NULL && version->class != class) {
        version = version->next;
    }
    return version;
}

/*
 * Under the lock. Can values travel between this side's class and the peer's shape of it? A side describes a class by one
 * shape for as long as the connection lasts.
 */
static bool is_compatible(struct nc_connection *connection, struct entry *entry, const char *shape, char *reason,
                          size_t reason_capacity)
{
    struct nc_classes *classes = connection->classes;
    if (strcmp(shape, entry->class->shape) == 0) {
        return true;
    }
    uint64_t described = nc_fingerprint(shape) | 1;
    if (entry->described != 0) {
        bool same = entry->described == described;
        nc_format(reason, reason_capacity, "%s", same ? "" : "it describes its version of the class in two ways");
        return same;
    }
    struct nc_version *versions = atomic_load_explicit(&classes->versions, memory_order_relaxed);
    if (!nc_versions_compare(connection->endpoint->classes, entry->class, shape, &versions, reason, reason_capacity)) {
        return false;
    }
    entry->described = described;
    atomic_store_explicit(&classes->versions, versions, memory_order_release); /* partner: nc_version_of() */
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- offering */

/* Under the lock. Values of the class cannot travel. If an offer is on its way, its answer decides. */
static void refuse(struct entry *entry, bool differs, const char *reason)
{
    if (entry->state == UNKNOWN) {
        entry->state = REFUSED;
        entry->differs = differs;
        nc_format(entry->reason, sizeof entry->reason, "%s", reason);
    }
}

/* Under the lock. */
static void offer_class(struct nc_connection *connection, struct entry *entry)
{
    if (connection->classes->accepted && (entry->id = new_id(connection->classes)) == 0) {
        refuse(entry, false, no_id);
        return;
    }
    entry->state = OFFERED;
    struct nc_control_message offer;
    nc_control_init(&offer, NC_CLASS_OFFER);
    nc_control_set_name(&offer, entry->class->name);
    offer.class_id = entry->id;
    offer.fingerprint = entry->class->fingerprint;
    nc_connection_send(connection, &offer, -1);
}

bool nc_class_id(nearcall_writer *writer, struct nc_class *class, uint32_t *id)
{
    struct nc_connection *connection = writer->connection;
    struct nc_classes *classes = connection->classes;
    *id = nc_agreed_id(connection, class);
    if (*id != 0) {
        return true;
    }
    int64_t deadline_ns = writer->patience != NULL ? nc_patience_deadline(writer->patience) : NC_NEVER;
    deadline_ns = deadline_ns != NC_NEVER ? deadline_ns : nc_now_ns() + patience_ns;
    pthread_mutex_lock(&classes->lock);
    struct entry *entry = entry_for(classes, class);
    if (entry != NULL && entry->state == UNKNOWN) {
        offer_class(connection, entry);
    }
    while (entry != NULL && entry->state == OFFERED && !nc_connection_has_ended(connection) &&
           nc_now_ns() < deadline_ns) {
        nc_condition_wait(&classes->changed, &classes->lock,
                          NC_MIN(deadline_ns, nc_now_ns() + 100 * (int64_t)NC_NS_PER_MS));
    }
    bool agreed = entry != NULL && entry->state == AGREED;
    bool unanswered = entry != NULL && entry->state == OFFERED;
    if (agreed) {
        *id = entry->id;
    } else if (entry == NULL) {
        nc_writer_fail(writer, NEARCALL_NO_MEMORY, "There is no memory for the id of a class.");
    } else if (entry->state == REFUSED) {
        if (writer->error.status == NEARCALL_OK) {
            writer->refused_class = class->name;
            writer->refusal = entry->reason;
            writer->differs = entry->differs;
        }
        nc_writer_fail(writer, NEARCALL_CLASS, "The other side does not take class %.200s: %s.", class->name,
                       entry->reason);
    }
    pthread_mutex_unlock(&classes->lock);
    if (unanswered && nc_connection_has_ended(connection)) { /* which explains more than that there is no answer */
        nearcall_error ended;
        int status = nc_connection_fail(connection, NEARCALL_NOT_SENT, &ended);
        nc_writer_fail(writer, status, "%s", ended.message);
    } else if (unanswered) {
        nc_writer_fail(writer, NEARCALL_DEADLINE, "The other side did not answer the offer of class %.200s.",
                       class->name);
    }
    return agreed;
}

static void send_named(struct nc_connection *connection, enum nc_control_type type, const char *name, uint32_t id,
                       const char *text)
{
    struct nc_control_message message;
    nc_control_init(&message, type);
    nc_control_set_name(&message, name);
    message.class_id = id;
    nc_control_set_text(&message, text);
    nc_connection_send(connection, &message, -1);
}

/* Has a shape room in a message, together with the name? */
static bool has_room(const struct nc_class *class)
{
    return strlen(class->shape) + strlen(class->name) + 16 <= NC_CONTROL_MAX;
}

/* The peer's answer to an offer of this side. */
static const char *answered(struct nc_connection *connection, const struct nc_control_message *message,
                            struct nc_class *class)
{
    struct nc_classes *classes = connection->classes;
    const char *fault = NULL;
    pthread_mutex_lock(&classes->lock);
    struct entry *entry = entry_of_class(classes, class);
    if (entry == NULL || entry->state == UNKNOWN || (entry->state != OFFERED && message->type != NC_CLASS_AGREED)) {
        fault = "a class is answered for that was not offered";
    } else if (message->type == NC_CLASS_AGREED) {
        bool own = !classes->accepted || message->class_id == entry->id;
        fault = own ? settle(classes, entry, message->class_id) : "a class is agreed on under another id than offered";
    } else if (message->type == NC_CLASS_DIFFERS && has_room(class) &&
               is_compatible(connection, entry, message->text, entry->reason, sizeof entry->reason)) {
        send_named(connection, NC_CLASS_VERSION, class->name, entry->id, class->shape);
    } else {
        if (message->type == NC_CLASS_REFUSED) {
            nc_format(entry->reason, sizeof entry->reason, "%.190s",
                     message->text_length == 0         ? "it does not know the class, or does not allow it"
                     : strcmp(message->text, "?") == 0 ? "its version of the class is not compatible"
                                                       : message->text);
        } else if (entry->reason[0] == 0) {
            nc_format(entry->reason, sizeof entry->reason, "the shape of the class is too long to be sent");
        }
        entry->differs = message->type == NC_CLASS_DIFFERS || strcmp(message->text, "?") == 0;
        entry->state = REFUSED;
        pthread_cond_broadcast(&classes->changed);
    }
    pthread_mutex_unlock(&classes->lock);
    return fault;
}

/* --------------------------------------------------------------------------------------------------- the peer's offers */

/*
 * Makes the class known under an id, and tells the peer. shape: the peer's, if it differs; else NULL. Returns NULL, or a
 * fault.
 */
static const char *accept_class(struct nc_connection *connection, struct nc_class *class, uint32_t offered_id,
                                const char *shape)
{
    struct nc_classes *classes = connection->classes;
    if (classes->accepted != (offered_id == 0)) {
        return "a class is offered with an id that the other side would assign";
    }
    pthread_mutex_lock(&classes->lock);
    struct entry *entry = entry_for(classes, class);
    const char *fault = NULL;
    const char *refusal = no_id;
    char reason[200] = "";
    uint32_t id = 0;
    if (entry != NULL && shape != NULL && !is_compatible(connection, entry, shape, reason, sizeof reason)) {
        refusal = "?";
        refuse(entry, true, reason);
    } else if (entry != NULL) {
        id = !classes->accepted ? offered_id : entry->id != 0 ? entry->id : new_id(classes);
        fault = id == 0 ? NULL : settle(classes, entry, id);
    }
    if (fault == NULL) {
        send_named(connection, id == 0 ? NC_CLASS_REFUSED : NC_CLASS_AGREED, class->name, id, id == 0 ? refusal : "");
    }
    pthread_mutex_unlock(&classes->lock);
    return fault;
}

static const char *offered(struct nc_connection *connection, const struct nc_control_message *message,
                           struct nc_class *class)
{
    bool version = message->type == NC_CLASS_VERSION;
    if (class == NULL) {
        send_named(connection, NC_CLASS_REFUSED, message->name, 0, "");
        return NULL;
    }
    if (version || message->fingerprint == class->fingerprint) {
        return accept_class(connection, class, message->class_id, version ? message->text : NULL);
    }
    if (has_room(class)) {
        send_named(connection, NC_CLASS_DIFFERS, class->name, 0, class->shape);
    } else {
        send_named(connection, NC_CLASS_REFUSED, class->name, 0, "?");
    }
    return NULL;
}

const char *nc_class_message(struct nc_connection *connection, const struct nc_control_message *message)
{
    struct nc_class *class = NULL;
    if (strlen(message->name) == message->name_length) { /* no zero within the name */
        class = nc_registry_find(connection->endpoint->classes, message->name, NULL);
    }
    if (message->type == NC_CLASS_OFFER || message->type == NC_CLASS_VERSION) {
        return offered(connection, message, class);
    }
    return class == NULL ? "a class is answered for that was not offered" : answered(connection, message, class);
}

uint32_t nc_class_agree(struct nc_connection *connection, struct nc_class *class, const char *shape)
{
    char reason[200] = "";
    struct nc_classes *classes = connection->classes;
    pthread_mutex_lock(&classes->lock);
    struct entry *entry = entry_for(classes, class);
    bool compatible = entry != NULL && is_compatible(connection, entry, shape, reason, sizeof reason);
    if (entry != NULL && !compatible) {
        refuse(entry, true, reason);
    }
    uint32_t id = !compatible ? 0 : entry->id != 0 ? entry->id : new_id(classes);
    if (id != 0) {
        settle(classes, entry, id);
    }
    pthread_mutex_unlock(&classes->lock);
    return id;
}

/* ------------------------------------------------------------------------------------------------------------- types */
