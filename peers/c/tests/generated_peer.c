// SPDX-License-Identifier: Apache-2.0
/* generated_peer CHANNEL: calls the Java service "depot" by the generated header, and offers "other" to it. */
#include "depot_service.h"

#include <stdatomic.h>
#include <unistd.h>

static void check_part(const nearcall_value *value, int number)
{
    struct depot_Part read;
    char name[20];
    snprintf(name, sizeof name, "part %d", number);
    CHECK(depot_Part_read(value, &read) && strcmp(read.name, name) == 0 && read.count == number);
    CHECK(read.size == depot_Size_LARGE && read.weight == NULL);
}

static void should_pass_texts_and_primitives(nearcall_service *depot)
{
    nearcall_call *call;
    nearcall_error error;
    const char *text;
    uint16_t letter;
    CHECK(depot_Depot_put_int(depot, NULL, 3, &call, &text, &error) == NEARCALL_OK && strcmp(text, "number 3") == 0);
    nearcall_call_end(call);
    CHECK(depot_Depot_shorten(depot, NULL, NULL, &call, &text, &error) == NEARCALL_OK && text == NULL);
    nearcall_call_end(call);
    CHECK(depot_Depot_next(depot, NULL, 'a', NULL, &letter, &error) == NEARCALL_OK && letter == 'b');
    const uint8_t *bytes;
    size_t length;
    CHECK(depot_Depot_reverse(depot, NULL, (const uint8_t *)"abc", 3, &call, &bytes, &length, &error) == NEARCALL_OK);
    CHECK(length == 3 && memcmp(bytes, "cba", 3) == 0);
    nearcall_call_end(call);
}

static void should_pass_records_beans_and_enums(nearcall_service *depot)
{
    nearcall_values *values = nearcall_values_new();
    nearcall_call *call;
    nearcall_error error;
    const nearcall_value *result;
    struct depot_Crate crate = {.part = part(values, 5), .parts = nearcall_new_list(values), .byName = nearcall_new_map(values)};
    struct depot_Crate packed;
    CHECK_SAYING(depot_Depot_pack(depot, NULL, depot_Crate_make(endpoint, values, &crate), &call, &result, &error) == NEARCALL_OK,
                 "%s", error.message);
    CHECK(depot_Crate_read(result, &packed) && depot_Crate_read(packed.inner, &packed));
    check_part(packed.part, 5);
    CHECK(packed.inner == NULL && packed.tags == NULL);
    nearcall_call_end(call);
    struct depot_Label label = {.text = "front", .Depot_Tag_text = "back", .number = 4};
    CHECK(depot_Depot_relabel(depot, NULL, depot_Label_make(endpoint, values, &label), &call, &result, &error) == NEARCALL_OK);
    CHECK(depot_Label_read(result, &label) && strcmp(label.text, "front!") == 0 && strcmp(label.Depot_Tag_text, "back") == 0);
    CHECK(label.number == 5);
    nearcall_call_end(call);
    nearcall_value *friday = time_DayOfWeek_make(endpoint, values, time_DayOfWeek_FRIDAY);
    CHECK(depot_Depot_after(depot, NULL, friday, &call, &result, &error) == NEARCALL_OK);
    CHECK(time_DayOfWeek_read(result) == time_DayOfWeek_FRIDAY);
    nearcall_call_end(call);
    nearcall_values_free(values);
}

static void should_know_declared_exceptions_and_deadlines(nearcall_service *depot)
{
    nearcall_call *call;
    nearcall_error error;
    const nearcall_value *result;
    CHECK(depot_Depot_take(depot, NULL, "", &call, &result, &error) == NEARCALL_EXCEPTION && nearcall_threw(call, depot_Empty));
    nearcall_call_end(call);
    CHECK(depot_Depot_rest(depot, NULL, NULL, &error) == NEARCALL_DEADLINE);
}

static void should_have_futures_and_one_way_calls(nearcall_service *depot)
{
    nearcall_call *call;
    nearcall_error error;
    const nearcall_value *result;
    CHECK(depot_Depot_order(depot, NULL, "x", &call, &error) == NEARCALL_OK);
    CHECK(nearcall_call_await(call, &error) == NEARCALL_OK && depot_Depot_order_read(call, &result, &error) == NEARCALL_OK);
    check_part(result, 4);
    nearcall_call_end(call);
    CHECK(depot_Depot_log(depot, NULL, "one", &error) == NEARCALL_OK && nearcall_fence(depot, 0, &error) == NEARCALL_OK);
    CHECK(depot_Depot_logged(depot, NULL, &call, &result, &error) == NEARCALL_OK && nearcall_value_count(result) == 1);
    nearcall_call_end(call);
}

static void should_read_and_pass_streams(nearcall_service *depot)
{
    nearcall_call *call;
    nearcall_error error;
    const nearcall_value *result;
    size_t elements;
    CHECK(depot_Depot_parts(depot, NULL, 4, &call, &result, &error) == NEARCALL_OK);
    CHECK(sum_of(result, &elements) == 6 && elements == 4);
    nearcall_call_end(call);
    nearcall_values *values = nearcall_values_new();
    int64_t sum;
    nearcall_object *source = open_source(4, true);
    CHECK(depot_Depot_total(depot, NULL, nearcall_new_reference(values, source), NULL, &sum, &error) == NEARCALL_OK && sum == 6);
    nearcall_object_release(source);
    nearcall_values_free(values);
}

static int tens(void *context, nearcall_request *request, int32_t a, int32_t b, int32_t *result)
{
    (void)request;
    atomic_fetch_add((atomic_int *)context, 1);
    *result = 10 * a + b;
    return NEARCALL_OK;
}

static void should_be_called_back(nearcall_service *depot)
{
    static atomic_int calls;
    static struct function_IntBinaryOperator_handlers handlers = {.context = &calls, .applyAsInt = tens};
    nearcall_object *object;
    nearcall_error error;
    int32_t made;
    CHECK(function_IntBinaryOperator_object_new(endpoint, &handlers, NULL, &object, &error) == NEARCALL_OK);
    nearcall_values *values = nearcall_values_new();
    CHECK(depot_Depot_apply(depot, NULL, nearcall_new_reference(values, object), 4, 2, NULL, &made, &error) == NEARCALL_OK);
    CHECK(made == 42 && calls == 1);
    nearcall_values_free(values);
    nearcall_object_release(object);
}

#define RUN_WITH_DEPOT(test) (test(depot), printf("ok %s\n", #test), fflush(stdout))

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    alarm(120);
    nearcall_error error;
    nearcall_service *depot;
    nearcall_exported *exported;
    char address[40];
    snprintf(address, sizeof address, "%s:depot", argv[1]);
    CHECK_SAYING(nearcall_open(NULL, &endpoint, &error) == NEARCALL_OK, "%s", error.message);
    CHECK_SAYING(depot_Depot_lookup(endpoint, address, &depot, &error) == NEARCALL_OK, "%s", error.message);
    RUN_WITH_DEPOT(should_pass_texts_and_primitives);
    RUN_WITH_DEPOT(should_pass_records_beans_and_enums);
    RUN_WITH_DEPOT(should_know_declared_exceptions_and_deadlines);
    RUN_WITH_DEPOT(should_have_futures_and_one_way_calls);
    RUN_WITH_DEPOT(should_read_and_pass_streams);
    RUN_WITH_DEPOT(should_be_called_back);
    CHECK_SAYING(depot_Depot_export(endpoint, "other", &depot_handlers, &exported, &error) == NEARCALL_OK, "%s", error.message);
    while (getchar() != EOF) {
    }
    nearcall_service_release(depot);
    nearcall_exported_release(exported);
    nearcall_close(endpoint);
    return 0;
}
