// SPDX-License-Identifier: Apache-2.0
/* calls_peer CHANNEL: C++ calls the Java service "shop" of ../../c/tests/java by a generated stub, to the death of that process. */
#include "shop.hpp"

#include "thrown.hpp"

#include <signal.h>
#include <thread>
#include <unistd.h>

using namespace shop;
using namespace std::chrono_literals;
using java::util::function::IntUnaryOperator;
using java::util::function::IntUnaryOperatorSkeleton;

namespace {

template <class Condition> void await(const Shop& kiosk, Condition&& condition)
{
    for (int i = 0; i < 100 && !condition(); i++) {
        kiosk.collect();
        std::this_thread::sleep_for(50ms);
    }
    CHECK(condition());
}

const Item lamp{"lamp", 3, Colour::GREEN, std::vector<std::string>{"new"}};

void should_pass_primitives_texts_and_bytes(const Shop& kiosk)
{
    CHECK(kiosk.add(2, 3) == 5);
    CHECK(kiosk.describe(true, -1, u'\u20ac', -300, INT32_MIN, INT64_MAX, 1.5F, -2.25) ==
          "true -1 \xe2\x82\xac -300 -2147483648 9223372036854775807 1.5 -2.25");
    CHECK(kiosk.greet("Zo\xc3\xab \xf0\x9f\x98\x80") == "Hello Zo\xc3\xab \xf0\x9f\x98\x80");
    CHECK(!kiosk.greet(std::nullopt));
    std::vector<std::byte> bytes(1000000);
    bytes[1] = std::byte{9};
    CHECK(kiosk.reverse(bytes)[999998] == std::byte{9});
}

void should_pass_records_enums_and_arrays(const Shop& kiosk, const nearcall::endpoint& endpoint)
{
    nearcall::values make(endpoint);
    Receipt receipt = kiosk.buy(lamp, 2.5);
    CHECK(receipt.item == lamp && receipt.total == 7.5);
    CHECK(receipt.parts.size() == 2 && receipt.parts[0] == lamp && !receipt.parts[1]);
    std::map<std::string, Receipt> receipts{{"a", receipt}};
    CHECK((kiosk.echo(make.of(receipts)).as<std::map<std::string, Receipt>>()["a"].parts == receipt.parts));
    CHECK((kiosk.twice({1, -2}) == std::vector{2, -4}));
    CHECK(kiosk.surprise().as<Gift>().wrapping.size() == 25000);
}

void should_pass_values_of_other_classes(const Shop& kiosk, const nearcall::endpoint& endpoint)
{
    nearcall::values make(endpoint);
    CHECK(kiosk.later(nearcall::instant(1000s + 5ns), -1s + 2ns) == nearcall::instant(999s + 7ns));
    nearcall::value then = kiosk.echo(make.jdk("java.time.Instant", {make.of(INT64_C(1000)), make.of(5)}));
    CHECK(then[0].as<std::int64_t>() == 1000 && then[1].as<int>() == 5);
    CHECK(kiosk.echo(make.constant("java.time.DayOfWeek", "FRIDAY")).class_name() == "java.time.DayOfWeek");
    Box outer = kiosk.wrap({.content = make.of("hat"), .inner = nullptr, .size = 4});
    CHECK(outer.size == 5 && outer.inner->content.as<std::string>() == "hat");
    nearcall::value box = make.instance("shop.Shop$Box", {{"size", make.of(4)}, {"content", make.of("hat")}});
    CHECK(kiosk.echo(box).member("content").as<std::string>() == "hat");
}

void should_throw_what_a_method_throws(const Shop& kiosk)
{
    auto failed = thrown_by<nearcall::java_exception>([&] { kiosk.fail(); });
    CHECK(failed.class_name() == "java.lang.IllegalStateException" && failed.message() == "closed");
    CHECK(std::string(failed.what()) == "java.lang.IllegalStateException: closed");
    CHECK(failed.cause()->class_name() == "java.lang.IllegalArgumentException" && failed.cause()->message() == "till");
    CHECK(failed.stack().at(0).class_name == "shop.Server" && failed.stack()[0].method == "fail" && failed.stack()[0].line > 0);
    auto sold_out = thrown_by<SoldOut>([&] { kiosk.buy(lamp, 0); });
    CHECK(sold_out.class_name() == "shop.Shop$SoldOut" && sold_out.message() == "lamp" && !sold_out.cause());
}

void should_tell_deadline_and_metadata_and_give_up(const Shop& kiosk)
{
    CHECK(nearcall::with(kiosk, {.deadline = 5s, .metadata = {{"tenant", "m\xc3\xbcller"}}}).context() == "m\xc3\xbcller true");
    auto late = thrown_by<nearcall::error>([&] { nearcall::with(kiosk, {.deadline = 100ms}).sleep(60000); });
    CHECK(late.status() == NEARCALL_DEADLINE && late.outcome() == NEARCALL_MAY_HAVE_RUN);
    for (int i = 0; i < 100 && kiosk.interrupts() == 0; i++) {
        std::this_thread::sleep_for(50ms);
    }
    CHECK(kiosk.interrupts() == 1);
}

void should_have_many_futures_in_flight_and_post(const Shop& kiosk)
{
    std::vector<nearcall::future<std::string>> futures;
    for (int i = 0; i < 200; i++) {
        futures.push_back(kiosk.soon("soon " + std::to_string(i)));
    }
    for (int i = 199; i >= 0; i--) {
        CHECK(futures[static_cast<std::size_t>(i)].get() == "soon " + std::to_string(i) + "!");
    }
    std::vector<std::string> sent;
    for (int i = 0; i < 200; i++) {
        sent.push_back("note " + std::to_string(i));
        kiosk.note(sent.back());
    }
    nearcall::service_of(kiosk).fence();
    CHECK(kiosk.notes() == sent);
}

class Doubling : public IntUnaryOperatorSkeleton {
public:
    std::int32_t applyAsInt(std::int32_t n) override
    {
        count++;
        return 2 * n;
    }
    int count = 0;
};

class Failing : public IntUnaryOperatorSkeleton {
public:
    std::int32_t applyAsInt(std::int32_t) override { throw std::out_of_range("negative"); }
};

void should_call_objects_and_be_called_back(const Shop& kiosk, nearcall::endpoint& endpoint)
{
    Till till = kiosk.open("north");
    CHECK(till.put(5) == 5 && till.put(6) == 11 && kiosk.total(till) == 11);
    auto counted = std::make_shared<Doubling>();
    std::weak_ptr<Doubling> alive = counted;
    {
        auto doubling = nearcall::share<IntUnaryOperator>(endpoint, counted);
        CHECK(kiosk.apply(doubling, 10) == 1024 && counted->count == 10);
        auto failing = nearcall::share<IntUnaryOperator>(endpoint, std::make_shared<Failing>());
        auto thrown = thrown_by<nearcall::java_exception>([&] { kiosk.apply(failing, 1); });
        CHECK(thrown.class_name() == "java.lang.IndexOutOfBoundsException" && thrown.message() == "negative");
    }
    counted.reset();
    await(kiosk, [&] { return alive.expired(); });
}

void should_read_and_pass_streams(const Shop& kiosk)
{
    int expected = 0;
    for (int each : kiosk.range(0, 20000)) {
        CHECK(each == expected++);
    }
    CHECK(expected == 20000);
    auto pieces = kiosk.broken();
    CHECK(pieces.next() == "piece 0" && pieces.next() == "piece 1" && pieces.next() == "piece 2");
    CHECK(thrown_by<nearcall::java_exception>([&] { pieces.next(); }).message() == "broken");
    expected = 0;
    for (int each : kiosk.ticks(100)) {
        CHECK(each == expected++);
    }
    CHECK(expected == 100);
    auto squares = std::views::iota(0, 1000) | std::views::transform([](int n) { return n * n; });
    CHECK(kiosk.sum(nearcall::source(squares)) == 332833500);
}

void should_know_the_outcome_when_the_peer_dies(const Shop& kiosk)
{
    int pid = kiosk.process();
    std::thread killer([pid] {
        std::this_thread::sleep_for(300ms);
        kill(pid, SIGKILL);
    });
    auto lost = thrown_by<nearcall::error>([&] { kiosk.sleep(60000); });
    killer.join();
    CHECK(lost.status() == NEARCALL_LOST && lost.outcome() == NEARCALL_MAY_HAVE_RUN);
    auto late = thrown_by<nearcall::error>([&] { kiosk.add(1, 1); });
    CHECK(late.status() == NEARCALL_LOST && late.can_be_repeated());
}

} // namespace

int main(int argc, char** argv)
{
    CHECK(argc == 2);
    alarm(120);
    nearcall::endpoint endpoint;
    auto kiosk = nearcall::lookup<Shop>(endpoint, std::string(argv[1]) + ":shop");
    const auto run = [](const char* name, auto&& test) {
        test();
        printf("ok %s\n", name);
        fflush(stdout);
    };
#define RUN_WITH(test, ...) run(#test, [&] { test(kiosk __VA_OPT__(, ) __VA_ARGS__); })
    RUN_WITH(should_pass_primitives_texts_and_bytes);
    RUN_WITH(should_pass_records_enums_and_arrays, endpoint);
    RUN_WITH(should_pass_values_of_other_classes, endpoint);
    RUN_WITH(should_throw_what_a_method_throws);
    RUN_WITH(should_tell_deadline_and_metadata_and_give_up);
    RUN_WITH(should_have_many_futures_in_flight_and_post);
    RUN_WITH(should_call_objects_and_be_called_back, endpoint);
    RUN_WITH(should_read_and_pass_streams);
    RUN_WITH(should_know_the_outcome_when_the_peer_dies);
    return 0;
}
