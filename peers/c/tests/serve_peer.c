// SPDX-License-Identifier: Apache-2.0
/* Serves the interface shop.Shop as "kiosk", for shop.Client of tests/java. Says READY, and ends with its input. */
#include "serve_references.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { NOTES_MAX = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *notes[NOTES_MAX];
static size_t note_count;
static atomic_int cancelled;

static int add(nearcall_request *request, void *context)
{
    (void)context;
    int32_t a = nearcall_get_int(nearcall_request_arguments(request));
    int32_t b = nearcall_get_int(nearcall_request_arguments(request));
    START(request);
    nearcall_put_int(nearcall_request_result(request), (int32_t)((uint32_t)a + (uint32_t)b));
    return NEARCALL_OK;
}

static int describe(nearcall_request *request, void *context)
{
    (void)context;
    nearcall_reader *reader = nearcall_request_arguments(request);
    bool z = nearcall_get_boolean(reader);
    int b = nearcall_get_byte(reader);
    unsigned c = nearcall_get_char(reader);
    int s = nearcall_get_short(reader);
    int i = nearcall_get_int(reader);
    long long l = nearcall_get_long(reader);
    double f = (double)nearcall_get_float(reader);
    double d = nearcall_get_double(reader);
    START(request);
    char text[200];
    snprintf(text, sizeof text, "%s %d %u %d %d %lld %g %g", z ? "true" : "false", b, c, s, i, l, f, d);
    nearcall_put_string(nearcall_request_result(request), text);
    return NEARCALL_OK;
}

static int greet(nearcall_request *request, void *context)
{
    (void)context;
    const char *name = nearcall_get_string(nearcall_request_arguments(request), NULL);
    START(request);
    char text[200];
    snprintf(text, sizeof text, "Hello %s", name == NULL ? "" : name);
    nearcall_put_string(nearcall_request_result(request), name == NULL ? NULL : text);
    return NEARCALL_OK;
}

static int buy(nearcall_request *request, void *context)
{
    (void)context;
    const nearcall_value *item = nearcall_get_value(nearcall_request_arguments(request));
    double price = nearcall_get_double(nearcall_request_arguments(request));
    START(request);
    if (price == 0) {
        const char *name = nearcall_value_text(nearcall_value_member(item, "name"), NULL);
        return nearcall_request_throw(request, "shop.Shop$SoldOut", name);
    }
    nearcall_values *values = nearcall_request_values(request);
    nearcall_value *receipt = nearcall_new_instance(endpoint, values, "shop.Shop$Receipt");
    nearcall_value *parts = nearcall_new_instance(endpoint, values, "[Lshop.Shop$Item;");
    int64_t count = nearcall_value_integer(nearcall_value_member(item, "count"));
    nearcall_value_add(values, parts, item);
    nearcall_value_set(receipt, "item", item);
    nearcall_value_set(receipt, "total", nearcall_new_double(values, (double)count * price));
    nearcall_value_set(receipt, "parts", parts);
    nearcall_put_value(nearcall_request_result(request), receipt);
    return NEARCALL_OK;
}

static int echo(nearcall_request *request, void *context)
{
    (void)context;
    const nearcall_value *value = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    nearcall_put_value(nearcall_request_result(request), value);
    return NEARCALL_OK;
}

static int reverse(nearcall_request *request, void *context)
{
    (void)context;
    size_t length;
    const uint8_t *bytes = nearcall_get_bytes(nearcall_request_arguments(request), &length);
    START(request);
    uint8_t *reversed = malloc(length + 1);
    for (size_t i = 0; i < length; i++) {
        reversed[i] = bytes[length - 1 - i];
    }
    nearcall_put_bytes(nearcall_request_result(request), reversed, length);
    free(reversed);
    return NEARCALL_OK;
}

static int fail(nearcall_request *request, void *context)
{
    (void)context;
    START(request);
    nearcall_values *values = nearcall_request_values(request);
    nearcall_value *cause = nearcall_new_throwable(values, "java.lang.IllegalArgumentException", "till", NULL);
    return nearcall_request_throw_value(
        request, nearcall_new_throwable(values, "java.lang.IllegalStateException", "closed", cause));
}

static int sleep_for(nearcall_request *request, void *context)
{
    (void)context;
    int64_t millis = nearcall_get_long(nearcall_request_arguments(request));
    START(request);
    for (int64_t passed = 0; passed < millis; passed += 10) {
        if (nearcall_request_is_cancelled(request)) {
            atomic_fetch_add(&cancelled, 1);
            return nearcall_request_throw(request, "java.lang.InterruptedException", NULL);
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return NEARCALL_OK;
}

static int interrupts(nearcall_request *request, void *context)
{
    (void)context;
    START(request);
    nearcall_put_int(nearcall_request_result(request), atomic_load(&cancelled));
    return NEARCALL_OK;
}

static int soon(nearcall_request *request, void *context)
{
    (void)context;
    const char *text = nearcall_get_string(nearcall_request_arguments(request), NULL);
    START(request);
    char longer[200];
    snprintf(longer, sizeof longer, "%s!", text);
    nearcall_put_value(nearcall_request_result(request),
                       nearcall_new_string(nearcall_request_values(request), longer));
    return NEARCALL_OK;
}

static int note(nearcall_request *request, void *context)
{
    (void)context;
    const char *text = nearcall_get_string(nearcall_request_arguments(request), NULL);
    START(request);
    pthread_mutex_lock(&lock);
    if (note_count < NOTES_MAX) {
        notes[note_count++] = strdup(text);
    }
    pthread_mutex_unlock(&lock);
    return NEARCALL_OK;
}

static int all_notes(nearcall_request *request, void *context)
{
    (void)context;
    START(request);
    nearcall_values *values = nearcall_request_values(request);
    nearcall_value *list = nearcall_new_list(values);
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < note_count; i++) {
        nearcall_value_add(values, list, nearcall_new_string(values, notes[i]));
    }
    pthread_mutex_unlock(&lock);
    nearcall_put_value(nearcall_request_result(request), list);
    return NEARCALL_OK;
}

static int context_of_call(nearcall_request *request, void *context)
{
    (void)context;
    START(request);
    const char *tenant = nearcall_request_metadata(request, "tenant");
    int64_t left_ns = nearcall_request_remaining_ns(request);
    char text[200];
    snprintf(text, sizeof text, "%s %s %d", tenant == NULL ? "null" : tenant,
             left_ns < 0 ? "null" : left_ns <= 5000000000 ? "true" : "false", (int)nearcall_request_pid(request));
    nearcall_put_string(nearcall_request_result(request), text);
    return NEARCALL_OK;
}

static int process(nearcall_request *request, void *context)
{
    (void)context;
    START(request);
    nearcall_put_int(nearcall_request_result(request), (int32_t)getpid());
    return NEARCALL_OK;
}

static int die(nearcall_request *request, void *context)
{
    (void)context;
    START(request);
    _exit(7);
}

/* The signature is shop.Shop's, and the handler forgets to begin. */
static int forgetful(nearcall_request *request, void *context)
{
    (void)request;
    (void)context;
    return NEARCALL_OK;
}

static int surprise(nearcall_request *request, void *context)
{
    (void)context;
    START(request);
    nearcall_values *values = nearcall_request_values(request);
    nearcall_value *gift = nearcall_new_instance(endpoint, values, "shop.Shop$Gift");
    nearcall_value_set(gift, "wrapping", nearcall_new_string(values, "silk"));
    nearcall_put_value(nearcall_request_result(request), gift);
    return NEARCALL_OK;
}

int main(void)
{
    const nearcall_method methods[] = {
        {shop_methods[ADD], add},           {shop_methods[DESCRIBE], describe}, {shop_methods[GREET], greet},
        {shop_methods[BUY], buy},           {shop_methods[ECHO], echo},         {shop_methods[REVERSE], reverse},
        {shop_methods[FAIL], fail},         {shop_methods[SLEEP], sleep_for},   {shop_methods[INTERRUPTS], interrupts},
        {shop_methods[SOON], soon},         {shop_methods[NOTE], note},         {shop_methods[NOTES], all_notes},
        {shop_methods[CONTEXT], context_of_call}, {shop_methods[PROCESS], process}, {shop_methods[DIE], die},
        {shop_methods[OPEN], open_till},    {shop_methods[TOTAL], total},       {shop_methods[APPLY], apply},
        {shop_methods[COLLECT], collect},   {shop_methods[TWICE], forgetful},   {shop_methods[SURPRISE], surprise},
        {shop_methods[RANGE], range},       {shop_methods[SUM], sum},
    };
    nearcall_error error;
    nearcall_exported *exported;
    alarm(120);
    CHECK_SAYING(nearcall_open(NULL, &endpoint, &error) == NEARCALL_OK, "%s", error.message);
    describe_classes(endpoint);
    CHECK_SAYING(nearcall_export(endpoint, "kiosk", "shop.Shop", methods, sizeof methods / sizeof *methods, NULL,
                                 &exported, &error) == NEARCALL_OK,
                 "%s", error.message);
    /* Another endpoint, whose Item is older: it has no tags, and a count of another type. */
    static const nearcall_method older_methods[] = {{"echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L", echo}};
    nearcall_endpoint *older;
    nearcall_exported *older_exported;
    CHECK(nearcall_open(NULL, &older, &error) == NEARCALL_OK);
    CHECK(nearcall_add_class(older, "shop.Shop$Colour", "enum\nGREEN\nRED", &error) == NEARCALL_OK);
    CHECK(nearcall_add_class(older, "shop.Shop$Item", "record\ncolour shop.Shop$Colour exact\ncount short exact\nname "
                             "java.lang.String exact", &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_export(older, "older", "shop.Shop", older_methods, 1, NULL, &older_exported, &error) ==
                     NEARCALL_OK,
                 "%s", error.message);
    puts("READY");
    fflush(stdout);
    while (getchar() != EOF) {
    }
    nearcall_exported_release(older_exported);
    nearcall_close(older);
    nearcall_exported_release(exported);
    nearcall_close(endpoint);
    for (size_t i = 0; i < note_count; i++) {
        free(notes[i]);
    }
    return 0;
}
