// SPDX-License-Identifier: Apache-2.0
/* Each test is a script of a service that lies, and what its caller has to make of it. */
#include "lying_service.h"
#include "vectors.h"

#include <errno.h>
#include <sys/mman.h>

/* Looks up, and calls if the script has an answer. Returns the status of what failed, or of the call. */
static int play(const struct script *script, int32_t *result)
{
    pthread_t thread;
    nearcall_service *service = NULL;
    open_endpoint();
    CHECK(pthread_create(&thread, NULL, serve, (void *)(uintptr_t)script) == 0);
    int status = look_up(&service);
    if (status == NEARCALL_OK && script->answer != NULL) {
        nearcall_call *call;
        nearcall_call_options options = {.deadline_ns = 3 * (int64_t)NC_NS_PER_S};
        CHECK(nearcall_call_begin(service, 0, &options, &call, &error) == NEARCALL_OK);
        nearcall_put_value(nearcall_call_arguments(call), nearcall_new_int(nearcall_call_values(call), 5));
        status = nearcall_call_invoke(call, &error);
        if (status == NEARCALL_OK && result != NULL) {
            *result = (int32_t)nearcall_value_integer(nearcall_get_value(nearcall_call_result(call)));
            status = nearcall_reader_status(nearcall_call_result(call));
        }
        nearcall_call_end(call);
    }
    pthread_join(thread, NULL);
    close_all(service);
    return status;
}

static void check(const struct script *script, int expected, int outcome)
{
    int status = play(script, NULL);
    CHECK_SAYING(status == expected, "%s instead of %s: %s", nearcall_status_name(status), nearcall_status_name(expected),
                 error.message);
    CHECK_SAYING(error.outcome == outcome, "outcome %d: %s", error.outcome, error.message);
}

/* --------------------------------------------------------------------------------------------------------- handshakes */

static void greet_by_another_version(void)
{
    static const uint8_t welcome[] = {9, 0, 0, 0, NC_WELCOME, 'N', 'C', 'A', 'L', 2, 0, 0, 0};
    CHECK(write(client.control.fd, welcome, sizeof welcome) == sizeof welcome);
}

static void greet_by_noise(void)
{
    CHECK(write(client.control.fd, "HTTP/1.1 400 Bad Request\r\n", 26) == 26);
}

static void greet_by_refusal(void)
{
    struct nc_control_message refused;
    nc_control_init(&refused, NC_REFUSED);
    refused.version = NC_VERSION;
    refused.reason = NC_REFUSED_USER;
    nc_control_set_text(&refused, "not you");
    CHECK(nc_control_send(&client.control, &refused, -1, NULL));
}

static void should_refuse_handshakes_that_are_wrong(void)
{
    check(&(struct script){.greet = greet_by_another_version}, NEARCALL_BREACH, NEARCALL_NOT_SENT);
    check(&(struct script){.greet = greet_by_noise}, NEARCALL_BREACH, NEARCALL_NOT_SENT);
    check(&(struct script){.greet = greet_by_refusal}, NEARCALL_REFUSED, NEARCALL_NOT_SENT);
    CHECK(strstr(error.message, "not you") != NULL);
}

static void open_unsealed(void)
{
    int fd = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    struct nc_batch_shape shape = {.lane_count = 1, .ring_capacity = NC_RING_CAPACITY};
    CHECK(ftruncate(fd, (off_t)nc_segment_length(&shape)) == 0);
    send_ready(1, fd);
    close(fd);
}

static void open_what_is_no_memory(void)
{
    send_ready(1, client.control.fd);
}

static void open_other_lanes(void)
{
    struct nc_segment segment;
    struct nc_batch_shape shape = {.lane_count = 2, .ring_capacity = NC_RING_CAPACITY};
    int fd;
    CHECK(nc_segment_create(&segment, &shape, &fd) == 0);
    send_ready(2, fd);
    close(fd);
    nc_segment_unmap(&segment);
}

static void open_nothing(void)
{
    struct nc_control_message refused;
    nc_control_init(&refused, NC_LANES_REFUSED);
    CHECK(nc_control_send(&client.control, &refused, -1, NULL));
}

static void should_refuse_lanes_that_are_not_what_was_agreed_on(void)
{
    check(&(struct script){.open = open_unsealed}, NEARCALL_BREACH, NEARCALL_NOT_SENT);
    check(&(struct script){.open = open_what_is_no_memory}, NEARCALL_BREACH, NEARCALL_NOT_SENT);
    check(&(struct script){.open = open_other_lanes}, NEARCALL_BREACH, NEARCALL_NOT_SENT);
    check(&(struct script){.open = open_nothing}, NEARCALL_OVERLOADED, NEARCALL_NOT_SENT);
}

/* ------------------------------------------------------------------------------------------------------------ binding */

static void check_bind_of_vectors(void)
{
    CHECK(raw_receive(&client, &lane));
    CHECK(client.record.flags == NC_CALL && client.record.length == vectors[0].length);
    CHECK(memcmp(client.payload, vectors[0].bytes, vectors[0].length) == 0);
    static const uint8_t none[] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0};
    say(none, sizeof none, NC_RESULT);
}

/* bind of fragments.txt: one method, and an interface without a name. */
static void should_bind_with_the_bytes_of_the_vectors(void)
{
    static const char *const kiosk[] = {"echo ([B)[B (A)A"};
    static const struct script script = {.bind = check_bind_of_vectors};
    pthread_t thread;
    nearcall_service *service;
    char path[200];
    char liar[200];
    read_vectors("fragments.txt");
    snprintf(path, sizeof path, "%s/kiosk.sock", directory);
    snprintf(liar, sizeof liar, "%s/liar.sock", directory);
    CHECK(link(liar, path) == 0);
    open_endpoint();
    CHECK(pthread_create(&thread, NULL, serve, (void *)(uintptr_t)&script) == 0);
    CHECK(nearcall_lookup(endpoint, "kiosk", "", kiosk, 1, &service, &error) == NEARCALL_NOT_FOUND);
    pthread_join(thread, NULL);
    unlink(path);
    close_all(NULL);
}

static void bind_too_many(void)
{
    static const uint8_t answer[] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    CHECK(raw_receive(&client, &lane));
    say(answer, sizeof answer, NC_RESULT);
}

static void bind_without_end(void)
{
    static const uint8_t answer[] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0x07};
    CHECK(raw_receive(&client, &lane));
    say(answer, sizeof answer, NC_RESULT);
}

static void bind_beyond_the_methods(void)
{
    static const uint8_t answer[] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 0, 0, 0, 0, 0, 1, 0};
    CHECK(raw_receive(&client, &lane));
    say(answer, sizeof answer, NC_RESULT);
}

static void should_refuse_answers_to_bind_that_are_wrong(void)
{
    check(&(struct script){.bind = bind_too_many}, NEARCALL_BREACH, NEARCALL_NOT_SENT);
    check(&(struct script){.bind = bind_without_end}, NEARCALL_BREACH, NEARCALL_NOT_SENT);
    check(&(struct script){.bind = bind_beyond_the_methods}, NEARCALL_BREACH, NEARCALL_NOT_SENT);
}

/* ------------------------------------------------------------------------------------------------------------ answers */

static void answer_another_call(void)
{
    static const uint8_t answer[] = {9, 0, 0, 0, 0, 0, 0, 0, 0};
    say(answer, sizeof answer, NC_RESULT);
}

static void answer_by_post(void)
{
    static const uint8_t post[NC_CALL_HEADER] = {1};
    say(post, sizeof post, NC_POST);
}

static void answer_too_short(void)
{
    say("\2", 1, NC_RESULT);
}

static void answer_and_abort(void)
{
    static const uint8_t answer[] = {2, 0, 0, 0, 0, 0, 0, 0, 5, 14};
    static const uint8_t reason[] = {2, 0, 0, 0, 2, 2}; /* as if the arguments could not be read */
    say(answer, sizeof answer, NC_RESULT | NC_MORE);
    say(reason, sizeof reason, NC_ABORT);
}

static void should_know_that_a_method_has_run_whose_answer_is_aborted(void)
{
    check(&(struct script){.answer = answer_and_abort}, NEARCALL_UNREADABLE, NEARCALL_MAY_HAVE_RUN);
}

static void answer_by_a_false_header(void)
{
    uint64_t header = (uint64_t)(lane.producer.sequence + 1) | (uint64_t)0xffffff << 32 | (uint64_t)NC_RESULT << 56;
    atomic_store(nc_word64(lane.producer.ring, 0), header);
    syscall(SYS_futex, lane.producer.ring, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void answer_with_objects_that_were_not_sent(void)
{
    /* RESULT of call 2, class 97, byte 1 and an id of this side: and the list says that it came home. */
    static const uint8_t answer[] = {2, 0, 0, 0, 0, 0, 0, 0, 98, 1, 1, 0, 0, 0, 0x40, 0xff, 0xff, 0xff, 0xbf, 1, 0, 0, 0};
    say(answer, sizeof answer, NC_RESULT | NC_REFERENCES);
}

static void should_end_the_connection_for_answers_that_break_the_rules(void)
{
    check(&(struct script){.answer = answer_another_call}, NEARCALL_BREACH, NEARCALL_MAY_HAVE_RUN);
    check(&(struct script){.answer = answer_by_post}, NEARCALL_BREACH, NEARCALL_MAY_HAVE_RUN);
    check(&(struct script){.answer = answer_too_short}, NEARCALL_BREACH, NEARCALL_MAY_HAVE_RUN);
    check(&(struct script){.answer = answer_by_a_false_header}, NEARCALL_BREACH, NEARCALL_MAY_HAVE_RUN);
    int32_t result;
    CHECK(play(&(struct script){.answer = answer_with_objects_that_were_not_sent}, &result) != NEARCALL_OK);
}

/* Many answers on one connection: the last one is right, and shows that the connection goes on. */
static void answer_at_random(void)
{
    static const uint8_t types[] = {NC_RESULT, NC_EXCEPTION, NC_FAILURE};
    for (uint64_t call = 2; call < 2000; call++) {
        uint8_t answer[80];
        nc_store64(answer, call);
        for (size_t i = NC_ANSWER_HEADER; i < sizeof answer; i++) {
            answer[i] = random_below(3) == 0 ? (uint8_t)random_below(256) : (uint8_t)(1 + random_below(100));
        }
        say(answer, NC_ANSWER_HEADER + random_below(sizeof answer - NC_ANSWER_HEADER), types[random_below(3)]);
        CHECK(raw_receive(&client, &lane) && nc_load64(client.payload) == call + 1);
    }
    uint8_t right[NC_ANSWER_HEADER + 2];
    nc_store64(right, 2000);
    right[NC_ANSWER_HEADER] = 5; /* class 4, Integer */
    right[NC_ANSWER_HEADER + 1] = 14;
    say(right, sizeof right, NC_RESULT);
}

static void should_survive_answers_at_random(void)
{
    static const struct script script = {.answer = answer_at_random};
    pthread_t thread;
    nearcall_service *service;
    open_endpoint();
    CHECK(pthread_create(&thread, NULL, serve, (void *)(uintptr_t)&script) == 0);
    CHECK(look_up(&service) == NEARCALL_OK);
    int64_t last = 0;
    for (int i = 2; i <= 2000; i++) {
        nearcall_call *call;
        CHECK(nearcall_call_begin(service, 0, NULL, &call, &error) == NEARCALL_OK);
        nearcall_put_value(nearcall_call_arguments(call), NULL);
        if (nearcall_call_invoke(call, &error) == NEARCALL_OK) {
            last = nearcall_value_integer(nearcall_get_value(nearcall_call_result(call)));
        }
        nearcall_call_end(call);
    }
    CHECK(last == 7);
    pthread_join(thread, NULL);
    close_all(service);
}

/* ------------------------------------------------------------------------------------------------- calls within a call */

static void call_back_to_nobody(void)
{
    static const uint8_t result[] = {2, 0, 0, 0, 0, 0, 0, 0, 5, 14};
    uint8_t call[NC_CALL_HEADER] = {1};
    nc_store32(call + 8, 1 << 30); /* an object that was not passed */
    say(call, sizeof call, NC_CALL);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_FAILURE && nc_load32(client.payload + 8) == 0);
    nc_store64(call, 2);
    nc_store32(call + 8, 0);
    nc_store32(call + 12, 99); /* object 0 has no such method */
    say(call, sizeof call, NC_CALL);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_FAILURE && nc_load32(client.payload + 8) == 1);
    say(result, sizeof result, NC_RESULT);
}

static void should_refuse_calls_back_to_objects_that_were_not_passed(void)
{
    int32_t result = 0;
    CHECK(play(&(struct script){.answer = call_back_to_nobody}, &result) == NEARCALL_OK && result == 7);
}

/* --------------------------------------------------------------------------------------------------------- the end */

static void say_goodbye(uint64_t taken)
{
    struct nc_control_message goodbye;
    atomic_store(nc_word64(nc_segment_control(&lane.own, 0), NC_TAKEN_CALL), taken);
    nc_control_init(&goodbye, NC_GOODBYE);
    CHECK(nc_control_send(&client.control, &goodbye, -1, NULL));
}

static void leave_with_the_call_taken(void)
{
    say_goodbye(2);
}

static void leave_without_taking_the_call(void)
{
    say_goodbye(1);
}

static void leave_without_a_goodbye(void)
{
    shutdown(client.control.fd, SHUT_RDWR); /* this process lives, so nothing is known of the call */
}

static void should_know_the_outcome_from_the_taken_call(void)
{
    check(&(struct script){.answer = leave_with_the_call_taken}, NEARCALL_LOST, NEARCALL_MAY_HAVE_RUN);
    check(&(struct script){.answer = leave_without_taking_the_call}, NEARCALL_LOST, NEARCALL_NOT_STARTED);
    check(&(struct script){.answer = leave_without_a_goodbye}, NEARCALL_LOST, NEARCALL_MAY_HAVE_RUN);
}

static void answer_then_leave(void)
{
    static const uint8_t result[] = {2, 0, 0, 0, 0, 0, 0, 0, 5, 14};
    nc_ring_publish(&lane.producer, result, sizeof result, NC_RESULT); /* nobody is woken */
    say_goodbye(2);
}

static void should_read_an_answer_that_came_before_the_end(void)
{
    int32_t result = 0;
    CHECK(play(&(struct script){.answer = answer_then_leave}, &result) == NEARCALL_OK && result == 7);
}

int main(void)
{
    alarm(120);
    open_liar();
    RUN(should_refuse_handshakes_that_are_wrong);
    RUN(should_refuse_lanes_that_are_not_what_was_agreed_on);
    RUN(should_bind_with_the_bytes_of_the_vectors);
    RUN(should_refuse_answers_to_bind_that_are_wrong);
    RUN(should_end_the_connection_for_answers_that_break_the_rules);
    RUN(should_know_that_a_method_has_run_whose_answer_is_aborted);
    RUN(should_survive_answers_at_random);
    RUN(should_refuse_calls_back_to_objects_that_were_not_passed);
    RUN(should_know_the_outcome_from_the_taken_call);
    RUN(should_read_an_answer_that_came_before_the_end);
    close_liar();
    return 0;
}
