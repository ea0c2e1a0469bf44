// SPDX-License-Identifier: Apache-2.0
/* calls_peer CHANNEL: C++ calls the Java service "shop" of ../../c/tests/java. Ends with the death of that process. */
#include "shop.hpp"

#include "thrown.hpp"

#include <signal.h>
#include <thread>
#include <unistd.h>

using namespace shop;
using namespace std::chrono_literals;
using nearcall::on;

namespace {

using Shop = nearcall::interface<"shop.Shop", add, describe, greet, buy, echo, wrap, reverse, twice, later, surprise, fail, shop::sleep,
                                 interrupts, soon, note, notes, context, process, die, shop::open, total, apply, collect, range, sum,
                                 broken, ticks>;
using Service = nearcall::service<Shop>;

template <class Condition> void await(const Service& kiosk, Condition&& condition)
{
    for (int i = 0; i < 100 && !condition(); i++) {
        kiosk.call(collect);
        std::this_thread::sleep_for(50ms);
    }
    CHECK(condition());
}

const Item lamp{"lamp", 3, Colour::green, std::vector<std::string>{"new"}};

void should_pass_primitives_texts_and_bytes(const Service& kiosk)
{
    CHECK(kiosk.call<int>(add, 2, 3) == 5);
    CHECK(kiosk.call(describe, true, std::int8_t{-1}, u'\u20ac', short{-300}, INT32_MIN, INT64_MAX, 1.5F, -2.25) ==
          "true -1 \xe2\x82\xac -300 -2147483648 9223372036854775807 1.5 -2.25");
    CHECK(kiosk.call(greet, "Zo\xc3\xab \xf0\x9f\x98\x80") == "Hello Zo\xc3\xab \xf0\x9f\x98\x80");
    CHECK(!kiosk.call<std::optional<std::string>>(greet, nullptr));
    std::vector<std::uint8_t> bytes(1000000);
    bytes[1] = 9;
    CHECK(kiosk.call<std::vector<std::uint8_t>>(reverse, bytes)[999998] == 9);
}

void should_pass_records_enums_and_arrays(const Service& kiosk)
{
    Receipt receipt = kiosk.call<Receipt>(buy, lamp, 2.5);
    CHECK(receipt.item == lamp && receipt.total == 7.5);
    CHECK(receipt.parts.size() == 2 && receipt.parts[0] == lamp && !receipt.parts[1]);
    std::map<std::string, Receipt> receipts{{"a", receipt}};
    CHECK((kiosk.call<std::map<std::string, Receipt>>(echo, receipts)["a"].parts == receipt.parts));
    CHECK((kiosk.call<std::vector<int>>(twice, std::vector{1, -2}) == std::vector{2, -4}));
    CHECK(kiosk.call(surprise).member("wrapping").as<std::string>().size() == 25000);
}

void should_pass_values_of_other_classes(const Service& kiosk, const nearcall::endpoint& endpoint)
{
    nearcall::values make(endpoint);
    nearcall::value at = make.jdk("java.time.Instant", {make.of(INT64_C(1000)), make.of(5)});
    nearcall::value by = make.jdk("java.time.Duration", {make.of(INT64_C(-1)), make.of(2)});
    nearcall::value then = kiosk.call(later, at, by);
    CHECK(then[0].as<std::int64_t>() == 999 && then[1].as<int>() == 7);
    CHECK(kiosk.call(echo, make.constant("java.time.DayOfWeek", "FRIDAY")).class_name() == "java.time.DayOfWeek");
    nearcall::value box = make.instance("shop.Shop$Box", {{"size", make.of(4)}, {"content", make.of("hat")}});
    nearcall::value outer = kiosk.call(wrap, box);
    CHECK(outer.member("size").as<int>() == 5 && outer.member("inner").member("content").as<std::string>() == "hat");
}

void should_throw_what_a_method_throws(const Service& kiosk)
{
    auto failed = thrown_by<nearcall::java_exception>([&] { kiosk.call(fail); });
    CHECK(failed.class_name() == "java.lang.IllegalStateException" && failed.message() == "closed");
    CHECK(std::string(failed.what()) == "java.lang.IllegalStateException: closed");
    CHECK(failed.cause()->class_name() == "java.lang.IllegalArgumentException" && failed.cause()->message() == "till");
    CHECK(failed.stack().at(0).class_name == "shop.Server" && failed.stack()[0].method == "fail" && failed.stack()[0].line > 0);
    auto sold_out = thrown_by<nearcall::java_exception>([&] { kiosk.call(buy, lamp, 0); });
    CHECK(sold_out.class_name() == "shop.Shop$SoldOut" && sold_out.message() == "lamp" && !sold_out.cause());
}

void should_tell_deadline_and_metadata_and_give_up(const Service& kiosk)
{
    CHECK(kiosk.call({.deadline = 5s, .metadata = {{"tenant", "m\xc3\xbcller"}}}, context) == "m\xc3\xbcller true");
    auto late = thrown_by<nearcall::error>([&] { kiosk.call({.deadline = 100ms}, shop::sleep, 60000); });
    CHECK(late.status() == NEARCALL_DEADLINE && late.outcome() == NEARCALL_MAY_HAVE_RUN);
    for (int i = 0; i < 100 && kiosk.call(interrupts) == 0; i++) {
        std::this_thread::sleep_for(50ms);
    }
    CHECK(kiosk.call(interrupts) == 1);
}

void should_have_many_futures_in_flight_and_post(const Service& kiosk)
{
    std::vector<nearcall::future<std::string>> futures;
    for (int i = 0; i < 200; i++) {
        futures.push_back(kiosk.async<std::string>(soon, "soon " + std::to_string(i)));
    }
    for (int i = 199; i >= 0; i--) {
        CHECK(futures[static_cast<std::size_t>(i)].get() == "soon " + std::to_string(i) + "!");
    }
    std::vector<std::string> sent;
    for (int i = 0; i < 200; i++) {
        sent.push_back("note " + std::to_string(i));
        kiosk.post(note, sent.back());
    }
    kiosk.fence();
    CHECK(kiosk.call<std::vector<std::string>>(notes) == sent);
}

void should_call_objects_and_be_called_back(const Service& kiosk, nearcall::endpoint& endpoint)
{
    auto till = kiosk.call<nearcall::service<Till>>(shop::open, "north");
    CHECK(till.call(put, 5) == 5 && till.call(put, 6) == 11 && kiosk.call(total, till) == 11);
    auto counted = std::make_shared<int>(0);
    std::weak_ptr<int> alive = counted;
    {
        auto doubling = endpoint.make_object<IntUnaryOperator>(counted, on(apply_as_int, [counted](int n) {
            ++*counted;
            return 2 * n;
        }));
        CHECK(kiosk.call(apply, doubling, 10) == 1024 && *counted == 10);
        auto failing = endpoint.make_object<IntUnaryOperator>(on(apply_as_int, [](int) -> int { throw std::out_of_range("negative"); }));
        auto thrown = thrown_by<nearcall::java_exception>([&] { kiosk.call(apply, failing, 1); });
        CHECK(thrown.class_name() == "java.lang.IndexOutOfBoundsException" && thrown.message() == "negative");
    }
    counted.reset();
    await(kiosk, [&] { return alive.expired(); });
}

void should_read_and_pass_streams(const Service& kiosk)
{
    int expected = 0;
    for (int each : kiosk.call<nearcall::stream<int>>(range, 0, 20000)) {
        CHECK(each == expected++);
    }
    CHECK(expected == 20000);
    auto pieces = kiosk.call<nearcall::stream<std::string>>(broken);
    CHECK(pieces.next() == "piece 0" && pieces.next() == "piece 1" && pieces.next() == "piece 2");
    CHECK(thrown_by<nearcall::java_exception>([&] { pieces.next(); }).message() == "broken");
    expected = 0;
    for (int each : kiosk.call<nearcall::stream<int>>(ticks, 100)) {
        CHECK(each == expected++);
    }
    CHECK(expected == 100);
    auto squares = std::views::iota(0, 1000) | std::views::transform([](int n) { return n * n; });
    CHECK(kiosk.call(sum, nearcall::source(squares)) == 332833500);
}

void should_know_the_outcome_when_the_peer_dies(const Service& kiosk)
{
    int pid = kiosk.call(process);
    std::thread killer([pid] {
        std::this_thread::sleep_for(300ms);
        kill(pid, SIGKILL);
    });
    auto lost = thrown_by<nearcall::error>([&] { kiosk.call(shop::sleep, 60000); });
    killer.join();
    CHECK(lost.status() == NEARCALL_LOST && lost.outcome() == NEARCALL_MAY_HAVE_RUN);
    auto late = thrown_by<nearcall::error>([&] { kiosk.call(add, 1, 1); });
    CHECK(late.status() == NEARCALL_LOST && late.can_be_repeated());
}

} // namespace

int main(int argc, char** argv)
{
    CHECK(argc == 2);
    alarm(120);
    nearcall::endpoint endpoint;
    describe_classes(endpoint);
    auto kiosk = endpoint.lookup<Shop>(std::string(argv[1]) + ":shop");
    const auto run = [](const char* name, auto&& test) {
        test();
        printf("ok %s\n", name);
        fflush(stdout);
    };
#define RUN_WITH(test, ...) run(#test, [&] { test(kiosk __VA_OPT__(, ) __VA_ARGS__); })
    RUN_WITH(should_pass_primitives_texts_and_bytes);
    RUN_WITH(should_pass_records_enums_and_arrays);
    RUN_WITH(should_pass_values_of_other_classes, endpoint);
    RUN_WITH(should_throw_what_a_method_throws);
    RUN_WITH(should_tell_deadline_and_metadata_and_give_up);
    RUN_WITH(should_have_many_futures_in_flight_and_post);
    RUN_WITH(should_call_objects_and_be_called_back, endpoint);
    RUN_WITH(should_read_and_pass_streams);
    RUN_WITH(should_know_the_outcome_when_the_peer_dies);
    return 0;
}
