// Made by nearcall describe --format=c depot.Depot. Changes are lost when it is made again.
#ifndef NEARCALL_GENERATED_DEPOT_H
#define NEARCALL_GENERATED_DEPOT_H

#include "nearcall_generated.h"

#define depot_Empty "depot.Depot$Empty"

/* depot.Depot$Size */
enum depot_Size {
    depot_Size_null = -1,
    depot_Size_SMALL,
    depot_Size_LARGE,
    depot_Size_NULL
};
static const char *const depot_Size_names[] = {
    "SMALL",
    "LARGE",
    "NULL",
};

/* null for a value that is no constant of the enum. */
static inline enum depot_Size depot_Size_read(const nearcall_value *from)
{
    const char *found = nearcall_value_kind(from) == NEARCALL_KIND_ENUM ? nearcall_value_text(from, NULL) : "";
    for (int i = 0; i < 3; i++) {
        if (strcmp(found, depot_Size_names[i]) == 0) {
            return (enum depot_Size)i;
        }
    }
    return depot_Size_null;
}

static inline nearcall_value *depot_Size_make(nearcall_endpoint *endpoint, nearcall_values *values, enum depot_Size from)
{
    return from < 0 || from >= 3 ? NULL
                                  : nearcall_new_enum(endpoint, values, "depot.Depot$Size", depot_Size_names[from]);
}

/* java.time.DayOfWeek */
enum time_DayOfWeek {
    time_DayOfWeek_null = -1,
    time_DayOfWeek_MONDAY,
    time_DayOfWeek_TUESDAY,
    time_DayOfWeek_WEDNESDAY,
    time_DayOfWeek_THURSDAY,
    time_DayOfWeek_FRIDAY,
    time_DayOfWeek_SATURDAY,
    time_DayOfWeek_SUNDAY
};
static const char *const time_DayOfWeek_names[] = {
    "MONDAY",
    "TUESDAY",
    "WEDNESDAY",
    "THURSDAY",
    "FRIDAY",
    "SATURDAY",
    "SUNDAY",
};

/* null for a value that is no constant of the enum. */
static inline enum time_DayOfWeek time_DayOfWeek_read(const nearcall_value *from)
{
    const char *found = nearcall_value_kind(from) == NEARCALL_KIND_ENUM ? nearcall_value_text(from, NULL) : "";
    for (int i = 0; i < 7; i++) {
        if (strcmp(found, time_DayOfWeek_names[i]) == 0) {
            return (enum time_DayOfWeek)i;
        }
    }
    return time_DayOfWeek_null;
}

static inline nearcall_value *time_DayOfWeek_make(nearcall_endpoint *endpoint, nearcall_values *values, enum time_DayOfWeek from)
{
    return from < 0 || from >= 7 ? NULL
                                  : nearcall_new_enum(endpoint, values, "java.time.DayOfWeek", time_DayOfWeek_names[from]);
}

/* depot.Depot$Circle */
struct depot_Circle {
    double radius;
};

/* False for null, and for an object of another class. */
static inline bool depot_Circle_read(const nearcall_value *from, struct depot_Circle *into)
{
    if (!nearcall_is_instance(from, "depot.Depot$Circle")) {
        return false;
    }
    into->radius = (double)nearcall_value_real(nearcall_value_member(from, "radius"));
    return true;
}

static inline nearcall_value *depot_Circle_make(nearcall_endpoint *endpoint, nearcall_values *values, const struct depot_Circle *from)
{
    nearcall_value *made = nearcall_new_instance(endpoint, values, "depot.Depot$Circle");
    if (made != NULL) {
        nearcall_value_set(made, "radius", nearcall_new_double(values, from->radius));
    }
    return made;
}

/* depot.Depot$Crate */
struct depot_Crate {
    const nearcall_value *part; /* Part */
    const nearcall_value *parts; /* List<Part> */
    const nearcall_value *byName; /* Map<String, Part> */
    const nearcall_value *tags; /* Set<String> */
    const nearcall_value *spare; /* @Nullable Part[] */
    const nearcall_value *inner; /* @Nullable Crate */
    const nearcall_value *grid; /* int[][] */
    const nearcall_value *flags; /* boolean[] */
};

/* False for null, and for an object of another class. */
static inline bool depot_Crate_read(const nearcall_value *from, struct depot_Crate *into)
{
    if (!nearcall_is_instance(from, "depot.Depot$Crate")) {
        return false;
    }
    into->part = nearcall_value_member(from, "part");
    into->parts = nearcall_value_member(from, "parts");
    into->byName = nearcall_value_member(from, "byName");
    into->tags = nearcall_value_member(from, "tags");
    into->spare = nearcall_value_member(from, "spare");
    into->inner = nearcall_value_member(from, "inner");
    into->grid = nearcall_value_member(from, "grid");
    into->flags = nearcall_value_member(from, "flags");
    return true;
}

static inline nearcall_value *depot_Crate_make(nearcall_endpoint *endpoint, nearcall_values *values, const struct depot_Crate *from)
{
    nearcall_value *made = nearcall_new_instance(endpoint, values, "depot.Depot$Crate");
    if (made != NULL) {
        nearcall_value_set(made, "part", from->part);
        nearcall_value_set(made, "parts", from->parts);
        nearcall_value_set(made, "byName", from->byName);
        nearcall_value_set(made, "tags", from->tags);
        nearcall_value_set(made, "spare", from->spare);
        nearcall_value_set(made, "inner", from->inner);
        nearcall_value_set(made, "grid", from->grid);
        nearcall_value_set(made, "flags", from->flags);
    }
    return made;
}

/* depot.Depot$Label */
struct depot_Label {
    int32_t number;
    const char *Depot_Tag_text;
    const nearcall_value *next; /* Label */
    const char *text;
};

/* False for null, and for an object of another class. */
static inline bool depot_Label_read(const nearcall_value *from, struct depot_Label *into)
{
    if (!nearcall_is_instance(from, "depot.Depot$Label")) {
        return false;
    }
    into->number = (int32_t)nearcall_value_integer(nearcall_value_member(from, "depot.Depot$Tag.number"));
    into->Depot_Tag_text = nearcall_value_text(nearcall_value_member(from, "depot.Depot$Tag.text"), NULL);
    into->next = nearcall_value_member(from, "next");
    into->text = nearcall_value_text(nearcall_value_member(from, "text"), NULL);
    return true;
}

static inline nearcall_value *depot_Label_make(nearcall_endpoint *endpoint, nearcall_values *values, const struct depot_Label *from)
{
    nearcall_value *made = nearcall_new_instance(endpoint, values, "depot.Depot$Label");
    if (made != NULL) {
        nearcall_value_set(made, "depot.Depot$Tag.number", nearcall_new_int(values, from->number));
        nearcall_value_set(made, "depot.Depot$Tag.text", nearcall_new_string(values, from->Depot_Tag_text));
        nearcall_value_set(made, "next", from->next);
        nearcall_value_set(made, "text", nearcall_new_string(values, from->text));
    }
    return made;
}

/* depot.Depot$Part */
struct depot_Part {
    const char *name;
    int32_t count;
    enum depot_Size size;
    const nearcall_value *weight; /* Long */
    const nearcall_value *note; /* Optional<String> */
    const nearcall_value *shelf; /* OptionalInt */
};

/* False for null, and for an object of another class. */
static inline bool depot_Part_read(const nearcall_value *from, struct depot_Part *into)
{
    if (!nearcall_is_instance(from, "depot.Depot$Part")) {
        return false;
    }
    into->name = nearcall_value_text(nearcall_value_member(from, "name"), NULL);
    into->count = (int32_t)nearcall_value_integer(nearcall_value_member(from, "count"));
    into->size = depot_Size_read(nearcall_value_member(from, "size"));
    into->weight = nearcall_value_member(from, "weight");
    into->note = nearcall_value_member(from, "note");
    into->shelf = nearcall_value_member(from, "shelf");
    return true;
}

static inline nearcall_value *depot_Part_make(nearcall_endpoint *endpoint, nearcall_values *values, const struct depot_Part *from)
{
    nearcall_value *made = nearcall_new_instance(endpoint, values, "depot.Depot$Part");
    if (made != NULL) {
        nearcall_value_set(made, "name", nearcall_new_string(values, from->name));
        nearcall_value_set(made, "count", nearcall_new_int(values, from->count));
        nearcall_value_set(made, "size", depot_Size_make(endpoint, values, from->size));
        nearcall_value_set(made, "weight", from->weight);
        nearcall_value_set(made, "note", from->note);
        nearcall_value_set(made, "shelf", from->shelf);
    }
    return made;
}

/* depot.Depot$Seal */
struct depot_Seal {
    const nearcall_value *at; /* Instant */
    const nearcall_value *age; /* Duration */
    const nearcall_value *due; /* LocalDate */
    const nearcall_value *bytes; /* byte[] */
    const nearcall_value *lines; /* @Nullable List<@Nullable String> */
};

/* False for null, and for an object of another class. */
static inline bool depot_Seal_read(const nearcall_value *from, struct depot_Seal *into)
{
    if (!nearcall_is_instance(from, "depot.Depot$Seal")) {
        return false;
    }
    into->at = nearcall_value_member(from, "at");
    into->age = nearcall_value_member(from, "age");
    into->due = nearcall_value_member(from, "due");
    into->bytes = nearcall_value_member(from, "bytes");
    into->lines = nearcall_value_member(from, "lines");
    return true;
}

static inline nearcall_value *depot_Seal_make(nearcall_endpoint *endpoint, nearcall_values *values, const struct depot_Seal *from)
{
    nearcall_value *made = nearcall_new_instance(endpoint, values, "depot.Depot$Seal");
    if (made != NULL) {
        nearcall_value_set(made, "at", from->at);
        nearcall_value_set(made, "age", from->age);
        nearcall_value_set(made, "due", from->due);
        nearcall_value_set(made, "bytes", from->bytes);
        nearcall_value_set(made, "lines", from->lines);
    }
    return made;
}

/* depot.Depot$Square */
struct depot_Square {
    double side;
};

/* False for null, and for an object of another class. */
static inline bool depot_Square_read(const nearcall_value *from, struct depot_Square *into)
{
    if (!nearcall_is_instance(from, "depot.Depot$Square")) {
        return false;
    }
    into->side = (double)nearcall_value_real(nearcall_value_member(from, "side"));
    return true;
}

static inline nearcall_value *depot_Square_make(nearcall_endpoint *endpoint, nearcall_values *values, const struct depot_Square *from)
{
    nearcall_value *made = nearcall_new_instance(endpoint, values, "depot.Depot$Square");
    if (made != NULL) {
        nearcall_value_set(made, "side", nearcall_new_double(values, from->side));
    }
    return made;
}

/* Describes the classes of this header. Looking up, exporting and making objects do so, too. */
static inline int describe_depot(nearcall_endpoint *endpoint, nearcall_error *error)
{
    static const char *const classes[][2] = {
        {"depot.Depot$Circle", "record\nradius double exact"},
        {"depot.Depot$Crate", "record\npart depot.Depot$Part exact\nparts java.util.List\nbyName java.util.Map\ntags java.util.Set\nspare [Ldepot.Depot$Part; exact\ninner depot.Depot$Crate exact\ngrid [[I exact\nflags [Z exact"},
        {"depot.Depot$Label", "class extends depot.Depot$Tag\ndepot.Depot$Tag.number int exact\ndepot.Depot$Tag.text java.lang.String exact\nnext depot.Depot$Label\ntext java.lang.String exact"},
        {"depot.Depot$Part", "record\nname java.lang.String exact\ncount int exact\nsize depot.Depot$Size exact\nweight java.lang.Long exact\nnote java.util.Optional exact\nshelf java.util.OptionalInt exact"},
        {"depot.Depot$Seal", "record\nat java.time.Instant exact\nage java.time.Duration exact\ndue java.time.LocalDate exact\nbytes [B exact\nlines java.util.List"},
        {"depot.Depot$Size", "enum\nLARGE\nNULL\nSMALL"},
        {"depot.Depot$Square", "record\nside double exact"},
        {"depot.Depot", "remote interface"},
        {"depot.Depot$Watcher", "remote interface"},
        {NULL, NULL},
    };
    int status = NEARCALL_OK;
    for (size_t i = 0; classes[i][0] != NULL && status == NEARCALL_OK; i++) {
        status = nearcall_add_class(endpoint, classes[i][0], classes[i][1], error);
    }
    return status;
}

/* ---- depot.Depot, called. The methods by number: */
enum {
    depot_Depot_after_METHOD,
    depot_Depot_apply_METHOD,
    depot_Depot_count_METHOD,
    depot_Depot_delete__METHOD,
    depot_Depot_find_METHOD,
    depot_Depot_half_METHOD,
    depot_Depot_ids_METHOD,
    depot_Depot_log_METHOD,
    depot_Depot_logged_METHOD,
    depot_Depot_news_METHOD,
    depot_Depot_next_METHOD,
    depot_Depot_numbers_METHOD,
    depot_Depot_order_METHOD,
    depot_Depot_pack_METHOD,
    depot_Depot_parts_METHOD,
    depot_Depot_price_METHOD,
    depot_Depot_put_int_METHOD,
    depot_Depot_put_String_List_METHOD,
    depot_Depot_ratio_METHOD,
    depot_Depot_relabel_METHOD,
    depot_Depot_rest_METHOD,
    depot_Depot_reverse_METHOD,
    depot_Depot_same_METHOD,
    depot_Depot_scale_METHOD,
    depot_Depot_seal_METHOD,
    depot_Depot_settle_METHOD,
    depot_Depot_shorten_METHOD,
    depot_Depot_take_METHOD,
    depot_Depot_total_METHOD,
    depot_Depot_watch_METHOD,
    depot_Depot_METHODS
};
static const char *const depot_Depot_signatures[] = {
    "after (Ljava/time/DayOfWeek;)Ljava/time/DayOfWeek; (X)X",
    "apply (Ljava/util/function/IntBinaryOperator;II)I (RII)I",
    "count (Ljava/util/Collection;)Ljava/util/Map; (L)L",
    "delete (Ljava/lang/String;)Ljava/lang/String; (T)T",
    "find (Ljava/lang/String;)Ljava/util/Optional; (T)X",
    "half (Ljava/lang/Integer;)Ljava/lang/Integer; (X)X",
    "ids (Ljava/util/Set;)Ljava/util/Set; (L)L",
    "log (Ljava/lang/String;)V (T)V",
    "logged ()Ljava/util/List; ()L",
    "news (I)Ljava/util/concurrent/Flow$Publisher; (I)E",
    "next (C)C (C)C",
    "numbers (I)Ljava/util/stream/IntStream; (I)E",
    "order (Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture; (T)L",
    "pack (Ldepot/Depot$Crate;)Ldepot/Depot$Crate; (L)L",
    "parts (I)Ljava/util/stream/Stream; (I)E",
    "price (Ljava/math/BigDecimal;)Ljava/math/BigDecimal; (L)L",
    "put (I)Ljava/lang/String; (I)T",
    "put (Ljava/lang/String;Ljava/util/List;)Ljava/lang/String; (TL)T",
    "ratio (II)Ljava/util/OptionalDouble; (II)X",
    "relabel (Ldepot/Depot$Label;)Ldepot/Depot$Label; (L)L",
    "rest ()V ()V",
    "reverse ([B)[B (A)A",
    "same (Ldepot/Depot$Watcher;)Ldepot/Depot$Watcher; (L)L",
    "scale (Ldepot/Depot$Shape;D)Ldepot/Depot$Shape; (LD)L",
    "seal (Ldepot/Depot$Seal;)Ldepot/Depot$Seal; (L)L",
    "settle ()Ljava/util/concurrent/CompletableFuture; ()L",
    "shorten (Ljava/lang/String;)Ljava/lang/String; (T)T",
    "take (Ljava/lang/String;)Ldepot/Depot$Part; (T)L",
    "total (Ljava/util/Iterator;)J (E)J",
    "watch (Ldepot/Depot$Watcher;I)I (LI)I",
};

/* address: NULL for "depot". */
static inline int depot_Depot_lookup(nearcall_endpoint *endpoint, const char *address, nearcall_service **service,
    nearcall_error *error)
{
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_lookup(endpoint, address == NULL ? "depot" : address, "depot.Depot",
              depot_Depot_signatures, depot_Depot_METHODS, service, error);
}

/* Of a reference. request: the request that has brought it, or NULL. */
static inline int depot_Depot_bind(nearcall_request *request, const nearcall_value *reference,
    nearcall_service **service, nearcall_error *error)
{
    return request == NULL ? nearcall_bind(reference, "depot.Depot", depot_Depot_signatures, depot_Depot_METHODS, service, error)
        : nearcall_request_bind(request, reference, "depot.Depot", depot_Depot_signatures, depot_Depot_METHODS, service, error);
}

/* DayOfWeek after(DayOfWeek day) */
static inline void depot_Depot_after_write(nearcall_call *call, const nearcall_value *day)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_plain(writer, "java.time.DayOfWeek", day);
}
static inline int depot_Depot_after_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_plain(nearcall_call_result(call), "java.time.DayOfWeek");
    return nearcall_read_status(call, "depot.Depot.after", error);
}
static inline int depot_Depot_after(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *day, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_after_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_after_write(begun, day);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_after_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* int apply(@ByRef IntBinaryOperator operator, int a, int b) */
static inline void depot_Depot_apply_write(nearcall_call *call, const nearcall_value *operator_, int32_t a, int32_t b)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_reference(writer, "java.util.function.IntBinaryOperator", operator_);
    nearcall_put_int(writer, a);
    nearcall_put_int(writer, b);
}
static inline int depot_Depot_apply_read(nearcall_call *call, int32_t *result, nearcall_error *error)
{
    *result = nearcall_get_int(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.apply", error);
}
static inline int depot_Depot_apply(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *operator_, int32_t a, int32_t b, nearcall_call **call, int32_t *result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_apply_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_apply_write(begun, operator_, a, b);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_apply_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Map<Size, List<Integer>> count(Collection<String> names) */
static inline void depot_Depot_count_write(nearcall_call *call, const nearcall_value *names)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, names);
}
static inline int depot_Depot_count_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.count", error);
}
static inline int depot_Depot_count(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *names, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_count_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_count_write(begun, names);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_count_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* String delete(String register) */
static inline void depot_Depot_delete__write(nearcall_call *call, const char *register_)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_string(writer, register_);
}
static inline int depot_Depot_delete__read(nearcall_call *call, const char **result, nearcall_error *error)
{
    *result = nearcall_get_string(nearcall_call_result(call), NULL);
    return nearcall_read_status(call, "depot.Depot.delete", error);
}
static inline int depot_Depot_delete_(nearcall_service *service, const nearcall_call_options *options, const char *register_, nearcall_call **call, const char **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_delete__METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_delete__write(begun, register_);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_delete__read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Optional<Part> find(String name) */
static inline void depot_Depot_find_write(nearcall_call *call, const char *name)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_string(writer, name);
}
static inline int depot_Depot_find_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_plain(nearcall_call_result(call), "java.util.Optional");
    return nearcall_read_status(call, "depot.Depot.find", error);
}
static inline int depot_Depot_find(nearcall_service *service, const nearcall_call_options *options, const char *name, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_find_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_find_write(begun, name);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_find_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Integer half(Integer number) */
static inline void depot_Depot_half_write(nearcall_call *call, const nearcall_value *number)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_plain(writer, "java.lang.Integer", number);
}
static inline int depot_Depot_half_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_plain(nearcall_call_result(call), "java.lang.Integer");
    return nearcall_read_status(call, "depot.Depot.half", error);
}
static inline int depot_Depot_half(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *number, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_half_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_half_write(begun, number);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_half_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Set<Long> ids(Set<Long> ids) */
static inline void depot_Depot_ids_write(nearcall_call *call, const nearcall_value *ids)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, ids);
}
static inline int depot_Depot_ids_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.ids", error);
}
static inline int depot_Depot_ids(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *ids, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_ids_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_ids_write(begun, ids);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_ids_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* void log(String line) */
static inline void depot_Depot_log_write(nearcall_call *call, const char *line)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_string(writer, line);
}
static inline int depot_Depot_log(nearcall_service *service, const nearcall_call_options *options, const char *line,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_POST, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_log_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_log_write(begun, line);
        status = nearcall_call_send(begun, error);
    }
    return nearcall_hand_out(begun, NULL, status);
}

/* List<String> logged() */
static inline void depot_Depot_logged_write(nearcall_call *call)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    (void)writer;
}
static inline int depot_Depot_logged_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.logged", error);
}
static inline int depot_Depot_logged(nearcall_service *service, const nearcall_call_options *options, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_logged_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_logged_write(begun);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_logged_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Publisher<Part> news(int count) */
static inline void depot_Depot_news_write(nearcall_call *call, int32_t count)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_int(writer, count);
}
static inline int depot_Depot_news_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_reference(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.news", error);
}
static inline int depot_Depot_news(nearcall_service *service, const nearcall_call_options *options, int32_t count, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_news_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_news_write(begun, count);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_news_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* char next(char letter) */
static inline void depot_Depot_next_write(nearcall_call *call, uint16_t letter)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_char(writer, letter);
}
static inline int depot_Depot_next_read(nearcall_call *call, uint16_t *result, nearcall_error *error)
{
    *result = nearcall_get_char(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.next", error);
}
static inline int depot_Depot_next(nearcall_service *service, const nearcall_call_options *options, uint16_t letter, nearcall_call **call, uint16_t *result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_next_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_next_write(begun, letter);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_next_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* IntStream numbers(int count) */
static inline void depot_Depot_numbers_write(nearcall_call *call, int32_t count)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_int(writer, count);
}
static inline int depot_Depot_numbers_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_reference(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.numbers", error);
}
static inline int depot_Depot_numbers(nearcall_service *service, const nearcall_call_options *options, int32_t count, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_numbers_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_numbers_write(begun, count);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_numbers_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* CompletableFuture<Part> order(String name) */
static inline void depot_Depot_order_write(nearcall_call *call, const char *name)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_string(writer, name);
}
static inline int depot_Depot_order_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.order", error);
}
static inline int depot_Depot_order(nearcall_service *service, const nearcall_call_options *options, const char *name, nearcall_call **call,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_FUTURE, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_order_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_order_write(begun, name);
        status = nearcall_call_send(begun, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Crate pack(Crate crate) */
static inline void depot_Depot_pack_write(nearcall_call *call, const nearcall_value *crate)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, crate);
}
static inline int depot_Depot_pack_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.pack", error);
}
static inline int depot_Depot_pack(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *crate, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_pack_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_pack_write(begun, crate);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_pack_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Stream<Part> parts(int count) */
static inline void depot_Depot_parts_write(nearcall_call *call, int32_t count)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_int(writer, count);
}
static inline int depot_Depot_parts_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_reference(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.parts", error);
}
static inline int depot_Depot_parts(nearcall_service *service, const nearcall_call_options *options, int32_t count, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_parts_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_parts_write(begun, count);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_parts_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* BigDecimal price(BigDecimal price) */
static inline void depot_Depot_price_write(nearcall_call *call, const nearcall_value *price)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, price);
}
static inline int depot_Depot_price_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.price", error);
}
static inline int depot_Depot_price(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *price, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_price_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_price_write(begun, price);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_price_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* String put(int number) */
static inline void depot_Depot_put_int_write(nearcall_call *call, int32_t number)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_int(writer, number);
}
static inline int depot_Depot_put_int_read(nearcall_call *call, const char **result, nearcall_error *error)
{
    *result = nearcall_get_string(nearcall_call_result(call), NULL);
    return nearcall_read_status(call, "depot.Depot.put", error);
}
static inline int depot_Depot_put_int(nearcall_service *service, const nearcall_call_options *options, int32_t number, nearcall_call **call, const char **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_put_int_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_put_int_write(begun, number);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_put_int_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* String put(String text, List<Part> parts) */
static inline void depot_Depot_put_String_List_write(nearcall_call *call, const char *text, const nearcall_value *parts)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_string(writer, text);
    nearcall_put_value(writer, parts);
}
static inline int depot_Depot_put_String_List_read(nearcall_call *call, const char **result, nearcall_error *error)
{
    *result = nearcall_get_string(nearcall_call_result(call), NULL);
    return nearcall_read_status(call, "depot.Depot.put", error);
}
static inline int depot_Depot_put_String_List(nearcall_service *service, const nearcall_call_options *options, const char *text, const nearcall_value *parts, nearcall_call **call, const char **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_put_String_List_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_put_String_List_write(begun, text, parts);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_put_String_List_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* OptionalDouble ratio(int a, int b) */
static inline void depot_Depot_ratio_write(nearcall_call *call, int32_t a, int32_t b)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_int(writer, a);
    nearcall_put_int(writer, b);
}
static inline int depot_Depot_ratio_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_plain(nearcall_call_result(call), "java.util.OptionalDouble");
    return nearcall_read_status(call, "depot.Depot.ratio", error);
}
static inline int depot_Depot_ratio(nearcall_service *service, const nearcall_call_options *options, int32_t a, int32_t b, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_ratio_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_ratio_write(begun, a, b);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_ratio_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Label relabel(Label label) */
static inline void depot_Depot_relabel_write(nearcall_call *call, const nearcall_value *label)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, label);
}
static inline int depot_Depot_relabel_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.relabel", error);
}
static inline int depot_Depot_relabel(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *label, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_relabel_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_relabel_write(begun, label);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_relabel_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* void rest() throws InterruptedException */
static inline void depot_Depot_rest_write(nearcall_call *call)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    (void)writer;
}
static inline int depot_Depot_rest_read(nearcall_call *call, nearcall_error *error)
{
    return nearcall_read_status(call, "depot.Depot.rest", error);
}
static inline int depot_Depot_rest(nearcall_service *service, const nearcall_call_options *options, nearcall_call **call,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(100000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_rest_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_rest_write(begun);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_rest_read(begun, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* byte[] reverse(byte[] bytes) */
static inline void depot_Depot_reverse_write(nearcall_call *call, const uint8_t *bytes, size_t bytes_length)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_bytes(writer, bytes, bytes_length);
}
static inline int depot_Depot_reverse_read(nearcall_call *call, const uint8_t **result, size_t *result_length, nearcall_error *error)
{
    *result = nearcall_get_bytes(nearcall_call_result(call), result_length);
    return nearcall_read_status(call, "depot.Depot.reverse", error);
}
static inline int depot_Depot_reverse(nearcall_service *service, const nearcall_call_options *options, const uint8_t *bytes, size_t bytes_length, nearcall_call **call, const uint8_t **result, size_t *result_length,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_reverse_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_reverse_write(begun, bytes, bytes_length);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_reverse_read(begun, result, result_length, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Watcher same(Watcher watcher) */
static inline void depot_Depot_same_write(nearcall_call *call, const nearcall_value *watcher)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, watcher);
}
static inline int depot_Depot_same_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.same", error);
}
static inline int depot_Depot_same(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *watcher, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_same_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_same_write(begun, watcher);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_same_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Shape scale(Shape shape, double by) */
static inline void depot_Depot_scale_write(nearcall_call *call, const nearcall_value *shape, double by)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, shape);
    nearcall_put_double(writer, by);
}
static inline int depot_Depot_scale_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.scale", error);
}
static inline int depot_Depot_scale(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *shape, double by, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_scale_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_scale_write(begun, shape, by);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_scale_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Seal seal(Seal seal) */
static inline void depot_Depot_seal_write(nearcall_call *call, const nearcall_value *seal)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, seal);
}
static inline int depot_Depot_seal_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.seal", error);
}
static inline int depot_Depot_seal(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *seal, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_seal_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_seal_write(begun, seal);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_seal_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* CompletableFuture<Void> settle() */
static inline void depot_Depot_settle_write(nearcall_call *call)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    (void)writer;
}
static inline int depot_Depot_settle_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.settle", error);
}
static inline int depot_Depot_settle(nearcall_service *service, const nearcall_call_options *options, nearcall_call **call,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_FUTURE, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_settle_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_settle_write(begun);
        status = nearcall_call_send(begun, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* @Nullable String shorten(@Nullable String text) */
static inline void depot_Depot_shorten_write(nearcall_call *call, const char *text)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_string(writer, text);
}
static inline int depot_Depot_shorten_read(nearcall_call *call, const char **result, nearcall_error *error)
{
    *result = nearcall_get_string(nearcall_call_result(call), NULL);
    return nearcall_read_status(call, "depot.Depot.shorten", error);
}
static inline int depot_Depot_shorten(nearcall_service *service, const nearcall_call_options *options, const char *text, nearcall_call **call, const char **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_shorten_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_shorten_write(begun, text);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_shorten_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* Part take(String name) throws Empty */
static inline void depot_Depot_take_write(nearcall_call *call, const char *name)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_string(writer, name);
}
static inline int depot_Depot_take_read(nearcall_call *call, const nearcall_value **result, nearcall_error *error)
{
    *result = nearcall_get_value(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.take", error);
}
static inline int depot_Depot_take(nearcall_service *service, const nearcall_call_options *options, const char *name, nearcall_call **call, const nearcall_value **result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_take_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_take_write(begun, name);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_take_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* long total(Iterator<Part> parts) */
static inline void depot_Depot_total_write(nearcall_call *call, const nearcall_value *parts)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_reference(writer, NEARCALL_STREAM, parts);
}
static inline int depot_Depot_total_read(nearcall_call *call, int64_t *result, nearcall_error *error)
{
    *result = nearcall_get_long(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.total", error);
}
static inline int depot_Depot_total(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *parts, nearcall_call **call, int64_t *result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_total_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_total_write(begun, parts);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_total_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* int watch(Watcher watcher, int times) */
static inline void depot_Depot_watch_write(nearcall_call *call, const nearcall_value *watcher, int32_t times)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, watcher);
    nearcall_put_int(writer, times);
}
static inline int depot_Depot_watch_read(nearcall_call *call, int32_t *result, nearcall_error *error)
{
    *result = nearcall_get_int(nearcall_call_result(call));
    return nearcall_read_status(call, "depot.Depot.watch", error);
}
static inline int depot_Depot_watch(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *watcher, int32_t times, nearcall_call **call, int32_t *result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, INT64_C(20000000000));
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Depot_watch_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Depot_watch_write(begun, watcher, times);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Depot_watch_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* ---- depot.Depot, offered. A method whose function is NULL is not offered. */
struct depot_Depot_handlers {
    void *context; /* given to each function */
    /* DayOfWeek after(DayOfWeek day) */
    int (*after)(void *context, nearcall_request *request, const nearcall_value *day, const nearcall_value **result);
    /* int apply(@ByRef IntBinaryOperator operator, int a, int b) */
    int (*apply)(void *context, nearcall_request *request, const nearcall_value *operator_, int32_t a, int32_t b, int32_t *result);
    /* Map<Size, List<Integer>> count(Collection<String> names) */
    int (*count)(void *context, nearcall_request *request, const nearcall_value *names, const nearcall_value **result);
    /* String delete(String register) */
    int (*delete_)(void *context, nearcall_request *request, const char *register_, const char **result);
    /* Optional<Part> find(String name) */
    int (*find)(void *context, nearcall_request *request, const char *name, const nearcall_value **result);
    /* Integer half(Integer number) */
    int (*half)(void *context, nearcall_request *request, const nearcall_value *number, const nearcall_value **result);
    /* Set<Long> ids(Set<Long> ids) */
    int (*ids)(void *context, nearcall_request *request, const nearcall_value *ids, const nearcall_value **result);
    /* void log(String line) */
    int (*log)(void *context, nearcall_request *request, const char *line);
    /* List<String> logged() */
    int (*logged)(void *context, nearcall_request *request, const nearcall_value **result);
    /* char next(char letter) */
    int (*next)(void *context, nearcall_request *request, uint16_t letter, uint16_t *result);
    /* IntStream numbers(int count) */
    int (*numbers)(void *context, nearcall_request *request, int32_t count, nearcall_object **result);
    /* CompletableFuture<Part> order(String name) */
    int (*order)(void *context, nearcall_request *request, const char *name, const nearcall_value **result);
    /* Crate pack(Crate crate) */
    int (*pack)(void *context, nearcall_request *request, const nearcall_value *crate, const nearcall_value **result);
    /* Stream<Part> parts(int count) */
    int (*parts)(void *context, nearcall_request *request, int32_t count, nearcall_object **result);
    /* BigDecimal price(BigDecimal price) */
    int (*price)(void *context, nearcall_request *request, const nearcall_value *price, const nearcall_value **result);
    /* String put(int number) */
    int (*put_int)(void *context, nearcall_request *request, int32_t number, const char **result);
    /* String put(String text, List<Part> parts) */
    int (*put_String_List)(void *context, nearcall_request *request, const char *text, const nearcall_value *parts, const char **result);
    /* OptionalDouble ratio(int a, int b) */
    int (*ratio)(void *context, nearcall_request *request, int32_t a, int32_t b, const nearcall_value **result);
    /* Label relabel(Label label) */
    int (*relabel)(void *context, nearcall_request *request, const nearcall_value *label, const nearcall_value **result);
    /* void rest() throws InterruptedException */
    int (*rest)(void *context, nearcall_request *request);
    /* byte[] reverse(byte[] bytes) */
    int (*reverse)(void *context, nearcall_request *request, const uint8_t *bytes, size_t bytes_length, const uint8_t **result, size_t *result_length);
    /* Watcher same(Watcher watcher) */
    int (*same)(void *context, nearcall_request *request, const nearcall_value *watcher, const nearcall_value **result, nearcall_object **own_result);
    /* Shape scale(Shape shape, double by) */
    int (*scale)(void *context, nearcall_request *request, const nearcall_value *shape, double by, const nearcall_value **result);
    /* Seal seal(Seal seal) */
    int (*seal)(void *context, nearcall_request *request, const nearcall_value *seal, const nearcall_value **result);
    /* CompletableFuture<Void> settle() */
    int (*settle)(void *context, nearcall_request *request, const nearcall_value **result);
    /* @Nullable String shorten(@Nullable String text) */
    int (*shorten)(void *context, nearcall_request *request, const char *text, const char **result);
    /* Part take(String name) throws Empty */
    int (*take)(void *context, nearcall_request *request, const char *name, const nearcall_value **result);
    /* long total(Iterator<Part> parts) */
    int (*total)(void *context, nearcall_request *request, const nearcall_value *parts, int64_t *result);
    /* int watch(Watcher watcher, int times) */
    int (*watch)(void *context, nearcall_request *request, const nearcall_value *watcher, int32_t times, int32_t *result);
};

static inline int depot_Depot_after_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *day = nearcall_get_plain(nearcall_request_arguments(request), "java.time.DayOfWeek");
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->after(handlers->context, request, day, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_plain(nearcall_request_result(request), "java.time.DayOfWeek", result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_apply_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *operator_ = nearcall_get_reference(nearcall_request_arguments(request));
    int32_t a = nearcall_get_int(nearcall_request_arguments(request));
    int32_t b = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    int32_t result = 0;
    status = handlers->apply(handlers->context, request, operator_, a, b, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_count_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *names = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->count(handlers->context, request, names, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_delete__serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const char *register_ = nearcall_get_string(nearcall_request_arguments(request), NULL);
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const char *result = 0;
    status = handlers->delete_(handlers->context, request, register_, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_string(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_find_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const char *name = nearcall_get_string(nearcall_request_arguments(request), NULL);
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->find(handlers->context, request, name, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_plain(nearcall_request_result(request), "java.util.Optional", result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_half_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *number = nearcall_get_plain(nearcall_request_arguments(request), "java.lang.Integer");
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->half(handlers->context, request, number, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_plain(nearcall_request_result(request), "java.lang.Integer", result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_ids_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *ids = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->ids(handlers->context, request, ids, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_log_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const char *line = nearcall_get_string(nearcall_request_arguments(request), NULL);
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    status = handlers->log(handlers->context, request, line);
    return nearcall_handled(status);
}

static inline int depot_Depot_logged_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->logged(handlers->context, request, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_next_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    uint16_t letter = nearcall_get_char(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    uint16_t result = 0;
    status = handlers->next(handlers->context, request, letter, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_char(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_numbers_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    int32_t count = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    nearcall_object *own_result = NULL;
    status = handlers->numbers(handlers->context, request, count, &own_result);
    if (own_result != NULL) {
        result = nearcall_new_reference(nearcall_request_values(request), own_result);
    }
    if (status == NEARCALL_OK) {
        nearcall_put_reference(nearcall_request_result(request), NEARCALL_STREAM, result);
    }
    nearcall_object_release(own_result);
    return nearcall_handled(status);
}

static inline int depot_Depot_order_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const char *name = nearcall_get_string(nearcall_request_arguments(request), NULL);
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->order(handlers->context, request, name, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_pack_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *crate = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->pack(handlers->context, request, crate, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_parts_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    int32_t count = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    nearcall_object *own_result = NULL;
    status = handlers->parts(handlers->context, request, count, &own_result);
    if (own_result != NULL) {
        result = nearcall_new_reference(nearcall_request_values(request), own_result);
    }
    if (status == NEARCALL_OK) {
        nearcall_put_reference(nearcall_request_result(request), NEARCALL_STREAM, result);
    }
    nearcall_object_release(own_result);
    return nearcall_handled(status);
}

static inline int depot_Depot_price_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *price = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->price(handlers->context, request, price, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_put_int_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    int32_t number = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const char *result = 0;
    status = handlers->put_int(handlers->context, request, number, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_string(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_put_String_List_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const char *text = nearcall_get_string(nearcall_request_arguments(request), NULL);
    const nearcall_value *parts = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const char *result = 0;
    status = handlers->put_String_List(handlers->context, request, text, parts, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_string(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_ratio_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    int32_t a = nearcall_get_int(nearcall_request_arguments(request));
    int32_t b = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->ratio(handlers->context, request, a, b, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_plain(nearcall_request_result(request), "java.util.OptionalDouble", result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_relabel_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *label = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->relabel(handlers->context, request, label, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_rest_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    status = handlers->rest(handlers->context, request);
    return nearcall_handled(status);
}

static inline int depot_Depot_reverse_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    size_t bytes_length;
    const uint8_t *bytes = nearcall_get_bytes(nearcall_request_arguments(request), &bytes_length);
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const uint8_t *result = NULL;
    size_t result_length = 0;
    status = handlers->reverse(handlers->context, request, bytes, bytes_length, &result, &result_length);
    if (status == NEARCALL_OK) {
        nearcall_put_bytes(nearcall_request_result(request), result, result_length);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_same_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *watcher = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    nearcall_object *own_result = NULL;
    status = handlers->same(handlers->context, request, watcher, &result, &own_result);
    if (own_result != NULL) {
        result = nearcall_new_reference(nearcall_request_values(request), own_result);
    }
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    nearcall_object_release(own_result);
    return nearcall_handled(status);
}

static inline int depot_Depot_scale_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *shape = nearcall_get_value(nearcall_request_arguments(request));
    double by = nearcall_get_double(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->scale(handlers->context, request, shape, by, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_seal_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *seal = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->seal(handlers->context, request, seal, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_settle_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->settle(handlers->context, request, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_shorten_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const char *text = nearcall_get_string(nearcall_request_arguments(request), NULL);
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const char *result = 0;
    status = handlers->shorten(handlers->context, request, text, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_string(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_take_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const char *name = nearcall_get_string(nearcall_request_arguments(request), NULL);
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    const nearcall_value *result = 0;
    status = handlers->take(handlers->context, request, name, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_total_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *parts = nearcall_get_reference(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    int64_t result = 0;
    status = handlers->total(handlers->context, request, parts, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_long(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline int depot_Depot_watch_serve(nearcall_request *request, void *context)
{
    const struct depot_Depot_handlers *handlers = (const struct depot_Depot_handlers *)context;
    const nearcall_value *watcher = nearcall_get_value(nearcall_request_arguments(request));
    int32_t times = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    int32_t result = 0;
    status = handlers->watch(handlers->context, request, watcher, times, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline size_t depot_Depot_methods(const struct depot_Depot_handlers *handlers, nearcall_method into[depot_Depot_METHODS + 1])
{
    size_t count = 0;
    if (handlers->after != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_after_METHOD];
        into[count++].handler = depot_Depot_after_serve;
    }
    if (handlers->apply != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_apply_METHOD];
        into[count++].handler = depot_Depot_apply_serve;
    }
    if (handlers->count != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_count_METHOD];
        into[count++].handler = depot_Depot_count_serve;
    }
    if (handlers->delete_ != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_delete__METHOD];
        into[count++].handler = depot_Depot_delete__serve;
    }
    if (handlers->find != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_find_METHOD];
        into[count++].handler = depot_Depot_find_serve;
    }
    if (handlers->half != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_half_METHOD];
        into[count++].handler = depot_Depot_half_serve;
    }
    if (handlers->ids != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_ids_METHOD];
        into[count++].handler = depot_Depot_ids_serve;
    }
    if (handlers->log != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_log_METHOD];
        into[count++].handler = depot_Depot_log_serve;
    }
    if (handlers->logged != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_logged_METHOD];
        into[count++].handler = depot_Depot_logged_serve;
    }
    if (handlers->next != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_next_METHOD];
        into[count++].handler = depot_Depot_next_serve;
    }
    if (handlers->numbers != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_numbers_METHOD];
        into[count++].handler = depot_Depot_numbers_serve;
    }
    if (handlers->order != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_order_METHOD];
        into[count++].handler = depot_Depot_order_serve;
    }
    if (handlers->pack != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_pack_METHOD];
        into[count++].handler = depot_Depot_pack_serve;
    }
    if (handlers->parts != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_parts_METHOD];
        into[count++].handler = depot_Depot_parts_serve;
    }
    if (handlers->price != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_price_METHOD];
        into[count++].handler = depot_Depot_price_serve;
    }
    if (handlers->put_int != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_put_int_METHOD];
        into[count++].handler = depot_Depot_put_int_serve;
    }
    if (handlers->put_String_List != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_put_String_List_METHOD];
        into[count++].handler = depot_Depot_put_String_List_serve;
    }
    if (handlers->ratio != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_ratio_METHOD];
        into[count++].handler = depot_Depot_ratio_serve;
    }
    if (handlers->relabel != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_relabel_METHOD];
        into[count++].handler = depot_Depot_relabel_serve;
    }
    if (handlers->rest != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_rest_METHOD];
        into[count++].handler = depot_Depot_rest_serve;
    }
    if (handlers->reverse != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_reverse_METHOD];
        into[count++].handler = depot_Depot_reverse_serve;
    }
    if (handlers->same != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_same_METHOD];
        into[count++].handler = depot_Depot_same_serve;
    }
    if (handlers->scale != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_scale_METHOD];
        into[count++].handler = depot_Depot_scale_serve;
    }
    if (handlers->seal != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_seal_METHOD];
        into[count++].handler = depot_Depot_seal_serve;
    }
    if (handlers->settle != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_settle_METHOD];
        into[count++].handler = depot_Depot_settle_serve;
    }
    if (handlers->shorten != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_shorten_METHOD];
        into[count++].handler = depot_Depot_shorten_serve;
    }
    if (handlers->take != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_take_METHOD];
        into[count++].handler = depot_Depot_take_serve;
    }
    if (handlers->total != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_total_METHOD];
        into[count++].handler = depot_Depot_total_serve;
    }
    if (handlers->watch != NULL) {
        into[count].signature = depot_Depot_signatures[depot_Depot_watch_METHOD];
        into[count++].handler = depot_Depot_watch_serve;
    }
    return count;
}

/* address: NULL for "depot". */
static inline int depot_Depot_export(nearcall_endpoint *endpoint, const char *address,
    struct depot_Depot_handlers *handlers, nearcall_exported **exported, nearcall_error *error)
{
    nearcall_method methods[depot_Depot_METHODS + 1];
    size_t count = depot_Depot_methods(handlers, methods);
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_export(endpoint, address == NULL ? "depot" : address, "depot.Depot",
              methods, count, handlers, exported, error);
}

/* nearcall_value_own_object() returns the handlers when the object comes home. unreferenced gets them, too. */
static inline int depot_Depot_object_new(nearcall_endpoint *endpoint, struct depot_Depot_handlers *handlers,
    void (*unreferenced)(void *handlers), nearcall_object **object, nearcall_error *error)
{
    nearcall_method methods[depot_Depot_METHODS + 1];
    size_t count = depot_Depot_methods(handlers, methods);
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_object_new(endpoint, "depot.Depot", methods, count, handlers, unreferenced, object, error);
}

/* ---- depot.Depot$Watcher, called. The methods by number: */
enum {
    depot_Watcher_seen_METHOD,
    depot_Watcher_METHODS
};
static const char *const depot_Watcher_signatures[] = {
    "seen (Ldepot/Depot$Part;)V (L)V",
};

/* address: NULL for "Watcher". */
static inline int depot_Watcher_lookup(nearcall_endpoint *endpoint, const char *address, nearcall_service **service,
    nearcall_error *error)
{
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_lookup(endpoint, address == NULL ? "Watcher" : address, "depot.Depot$Watcher",
              depot_Watcher_signatures, depot_Watcher_METHODS, service, error);
}

/* Of a reference. request: the request that has brought it, or NULL. */
static inline int depot_Watcher_bind(nearcall_request *request, const nearcall_value *reference,
    nearcall_service **service, nearcall_error *error)
{
    return request == NULL ? nearcall_bind(reference, "depot.Depot$Watcher", depot_Watcher_signatures, depot_Watcher_METHODS, service, error)
        : nearcall_request_bind(request, reference, "depot.Depot$Watcher", depot_Watcher_signatures, depot_Watcher_METHODS, service, error);
}

/* void seen(Part part) */
static inline void depot_Watcher_seen_write(nearcall_call *call, const nearcall_value *part)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_value(writer, part);
}
static inline int depot_Watcher_seen_read(nearcall_call *call, nearcall_error *error)
{
    return nearcall_read_status(call, "depot.Depot$Watcher.seen", error);
}
static inline int depot_Watcher_seen(nearcall_service *service, const nearcall_call_options *options, const nearcall_value *part, nearcall_call **call,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, 0);
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, depot_Watcher_seen_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        depot_Watcher_seen_write(begun, part);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = depot_Watcher_seen_read(begun, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* ---- depot.Depot$Watcher, offered. A method whose function is NULL is not offered. */
struct depot_Watcher_handlers {
    void *context; /* given to each function */
    /* void seen(Part part) */
    int (*seen)(void *context, nearcall_request *request, const nearcall_value *part);
};

static inline int depot_Watcher_seen_serve(nearcall_request *request, void *context)
{
    const struct depot_Watcher_handlers *handlers = (const struct depot_Watcher_handlers *)context;
    const nearcall_value *part = nearcall_get_value(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    status = handlers->seen(handlers->context, request, part);
    return nearcall_handled(status);
}

static inline size_t depot_Watcher_methods(const struct depot_Watcher_handlers *handlers, nearcall_method into[depot_Watcher_METHODS + 1])
{
    size_t count = 0;
    if (handlers->seen != NULL) {
        into[count].signature = depot_Watcher_signatures[depot_Watcher_seen_METHOD];
        into[count++].handler = depot_Watcher_seen_serve;
    }
    return count;
}

/* address: NULL for "Watcher". */
static inline int depot_Watcher_export(nearcall_endpoint *endpoint, const char *address,
    struct depot_Watcher_handlers *handlers, nearcall_exported **exported, nearcall_error *error)
{
    nearcall_method methods[depot_Watcher_METHODS + 1];
    size_t count = depot_Watcher_methods(handlers, methods);
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_export(endpoint, address == NULL ? "Watcher" : address, "depot.Depot$Watcher",
              methods, count, handlers, exported, error);
}

/* nearcall_value_own_object() returns the handlers when the object comes home. unreferenced gets them, too. */
static inline int depot_Watcher_object_new(nearcall_endpoint *endpoint, struct depot_Watcher_handlers *handlers,
    void (*unreferenced)(void *handlers), nearcall_object **object, nearcall_error *error)
{
    nearcall_method methods[depot_Watcher_METHODS + 1];
    size_t count = depot_Watcher_methods(handlers, methods);
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_object_new(endpoint, "depot.Depot$Watcher", methods, count, handlers, unreferenced, object, error);
}

/* ---- java.util.function.IntBinaryOperator, called. The methods by number: */
enum {
    function_IntBinaryOperator_applyAsInt_METHOD,
    function_IntBinaryOperator_METHODS
};
static const char *const function_IntBinaryOperator_signatures[] = {
    "applyAsInt (II)I (II)I",
};

/* address: NULL for "IntBinaryOperator". */
static inline int function_IntBinaryOperator_lookup(nearcall_endpoint *endpoint, const char *address, nearcall_service **service,
    nearcall_error *error)
{
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_lookup(endpoint, address == NULL ? "IntBinaryOperator" : address, "java.util.function.IntBinaryOperator",
              function_IntBinaryOperator_signatures, function_IntBinaryOperator_METHODS, service, error);
}

/* Of a reference. request: the request that has brought it, or NULL. */
static inline int function_IntBinaryOperator_bind(nearcall_request *request, const nearcall_value *reference,
    nearcall_service **service, nearcall_error *error)
{
    return request == NULL ? nearcall_bind(reference, "java.util.function.IntBinaryOperator", function_IntBinaryOperator_signatures, function_IntBinaryOperator_METHODS, service, error)
        : nearcall_request_bind(request, reference, "java.util.function.IntBinaryOperator", function_IntBinaryOperator_signatures, function_IntBinaryOperator_METHODS, service, error);
}

/* int applyAsInt(int arg0, int arg1) */
static inline void function_IntBinaryOperator_applyAsInt_write(nearcall_call *call, int32_t arg0, int32_t arg1)
{
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_int(writer, arg0);
    nearcall_put_int(writer, arg1);
}
static inline int function_IntBinaryOperator_applyAsInt_read(nearcall_call *call, int32_t *result, nearcall_error *error)
{
    *result = nearcall_get_int(nearcall_call_result(call));
    return nearcall_read_status(call, "java.util.function.IntBinaryOperator.applyAsInt", error);
}
static inline int function_IntBinaryOperator_applyAsInt(nearcall_service *service, const nearcall_call_options *options, int32_t arg0, int32_t arg1, nearcall_call **call, int32_t *result,
    nearcall_error *error)
{
    nearcall_call_options chosen = nearcall_chosen_options(options, NEARCALL_SYNC, 0);
    nearcall_call *begun = NULL;
    int status = nearcall_call_begin(service, function_IntBinaryOperator_applyAsInt_METHOD, &chosen, &begun, error);
    if (status == NEARCALL_OK) {
        function_IntBinaryOperator_applyAsInt_write(begun, arg0, arg1);
        status = nearcall_call_invoke(begun, error);
    }
    if (status == NEARCALL_OK) {
        status = function_IntBinaryOperator_applyAsInt_read(begun, result, error);
    }
    return nearcall_hand_out(begun, call, status);
}

/* ---- java.util.function.IntBinaryOperator, offered. A method whose function is NULL is not offered. */
struct function_IntBinaryOperator_handlers {
    void *context; /* given to each function */
    /* int applyAsInt(int arg0, int arg1) */
    int (*applyAsInt)(void *context, nearcall_request *request, int32_t arg0, int32_t arg1, int32_t *result);
};

static inline int function_IntBinaryOperator_applyAsInt_serve(nearcall_request *request, void *context)
{
    const struct function_IntBinaryOperator_handlers *handlers = (const struct function_IntBinaryOperator_handlers *)context;
    int32_t arg0 = nearcall_get_int(nearcall_request_arguments(request));
    int32_t arg1 = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    int32_t result = 0;
    status = handlers->applyAsInt(handlers->context, request, arg0, arg1, &result);
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_request_result(request), result);
    }
    return nearcall_handled(status);
}

static inline size_t function_IntBinaryOperator_methods(const struct function_IntBinaryOperator_handlers *handlers, nearcall_method into[function_IntBinaryOperator_METHODS + 1])
{
    size_t count = 0;
    if (handlers->applyAsInt != NULL) {
        into[count].signature = function_IntBinaryOperator_signatures[function_IntBinaryOperator_applyAsInt_METHOD];
        into[count++].handler = function_IntBinaryOperator_applyAsInt_serve;
    }
    return count;
}

/* address: NULL for "IntBinaryOperator". */
static inline int function_IntBinaryOperator_export(nearcall_endpoint *endpoint, const char *address,
    struct function_IntBinaryOperator_handlers *handlers, nearcall_exported **exported, nearcall_error *error)
{
    nearcall_method methods[function_IntBinaryOperator_METHODS + 1];
    size_t count = function_IntBinaryOperator_methods(handlers, methods);
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_export(endpoint, address == NULL ? "IntBinaryOperator" : address, "java.util.function.IntBinaryOperator",
              methods, count, handlers, exported, error);
}

/* nearcall_value_own_object() returns the handlers when the object comes home. unreferenced gets them, too. */
static inline int function_IntBinaryOperator_object_new(nearcall_endpoint *endpoint, struct function_IntBinaryOperator_handlers *handlers,
    void (*unreferenced)(void *handlers), nearcall_object **object, nearcall_error *error)
{
    nearcall_method methods[function_IntBinaryOperator_METHODS + 1];
    size_t count = function_IntBinaryOperator_methods(handlers, methods);
    int status = describe_depot(endpoint, error);
    return status != NEARCALL_OK ? status
        : nearcall_object_new(endpoint, "java.util.function.IntBinaryOperator", methods, count, handlers, unreferenced, object, error);
}

#endif
