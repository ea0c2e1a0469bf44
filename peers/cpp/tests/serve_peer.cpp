// SPDX-License-Identifier: Apache-2.0
/*
 * Serves shop.Shop as "kiosk", for shop.Client of ../../c/tests/java, by handlers for the methods of the generated header. Says
 * READY, and ends with its input.
 */
#include "shop.hpp"

#include <cstdio>
#include <thread>
#include <unistd.h>

using namespace shop;
using namespace shop::Shop_methods;
using java::util::function::IntUnaryOperator;
using nearcall::on;

/* What a C++ process serves of shop.Shop: its caller sees that "later" is missing. */
using Kiosk = nearcall::interface<"shop.Shop", add, describe, greet, buy, echo, reverse, surprise, fail, Shop_methods::sleep, interrupts, soon,
                                  note, notes, context, process, die, Shop_methods::open, total, apply, collect, range, sum>;
using Older = nearcall::interface<"shop.Shop", echo>;

int main()
{
    std::mutex lock;
    std::vector<std::string> noted;
    std::atomic<int> cancelled = 0;
    std::atomic<int> tills_gone = 0;
    alarm(120);

    struct Drawer : TillSkeleton {
        std::atomic<int>& gone;
        std::atomic<int> sum = 0;
        explicit Drawer(std::atomic<int>& counted) : gone(counted) {}
        ~Drawer() override { gone++; }
        std::int32_t put(std::int32_t amount) override { return sum += amount; }
    };

    nearcall::endpoint endpoint;
    describe_shop(endpoint);
    auto exported = endpoint.serve<Kiosk>(
        "kiosk",
        on(add, [](int a, int b) { return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)); }),
        on(describe, [](bool z, std::int8_t b, char16_t c, short s, int i, std::int64_t l, float f, double d) {
            char text[200];
            snprintf(text, sizeof text, "%s %d %d %d %d %lld %g %g", z ? "true" : "false", b, c, s, i, static_cast<long long>(l), f, d);
            return std::string(text);
        }),
        on(greet, [](std::optional<std::string> name) {
            return name ? std::optional("Hello " + *name) : std::nullopt;
        }),
        on(buy, [](nearcall::request& request, nearcall::value item, double price) { /* parts has the same object as item */
            if (price == 0) {
                throw SoldOut(item.member("name").as<std::string>());
            }
            nearcall::values make = request.values();
            std::vector<nearcall::value> parts{item};
            return make.instance("shop.Shop$Receipt", {{"item", item},
                                                       {"total", make.of(item.member("count").as<int>() * price)},
                                                       {"parts", make.of(parts, "[Lshop.Shop$Item;")}});
        }),
        on(echo, [](nearcall::value any) { return any; }),
        on(reverse, [](std::span<const std::byte> bytes) { return std::vector<std::byte>(bytes.rbegin(), bytes.rend()); }),
        on(surprise, [] { return Gift{"silk"}; }),
        on(fail, [] {
            throw nearcall::java_exception("java.lang.IllegalStateException", "closed",
                                           nearcall::java_exception("java.lang.IllegalArgumentException", "till"));
        }),
        on(Shop_methods::sleep, [&](nearcall::request& request, std::int64_t millis) {
            for (; millis > 0; millis -= 10) {
                if (request.is_cancelled()) {
                    cancelled++;
                    throw nearcall::java_exception("java.lang.InterruptedException");
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
        }),
        on(interrupts, [&] { return cancelled.load(); }),
        on(soon, [](std::string_view text) { return std::string(text) + "!"; }),
        on(note, [&](std::string text) {
            std::lock_guard guard(lock);
            noted.push_back(std::move(text));
        }),
        on(notes, [&] {
            std::lock_guard guard(lock);
            return noted;
        }),
        on(context, [](nearcall::request& request) {
            auto left = request.remaining();
            return std::string(request.metadata("tenant").value_or("null")) +
                   (!left ? " null " : *left <= std::chrono::seconds(5) ? " true " : " false ") + std::to_string(request.pid());
        }),
        on(process, [] { return static_cast<int>(getpid()); }),
        on(die, [] { _exit(7); }),
        on(Shop_methods::open, [&](std::optional<std::string>) {
            return nearcall::share<Till>(endpoint, std::make_shared<Drawer>(tills_gone));
        }),
        on(total, [](const Till& till) {
            auto drawer = std::dynamic_pointer_cast<Drawer>(nearcall::own(till));
            return drawer ? drawer->sum.load() : -1;
        }),
        on(apply, [](const IntUnaryOperator& function, int times) {
            int value = 1;
            try {
                while (times-- > 0) {
                    value = function.applyAsInt(value);
                }
            } catch (const nearcall::java_exception& e) {
                throw nearcall::java_exception("java.lang.IllegalStateException", e.what(), e);
            }
            return value;
        }),
        on(collect, [&] { throw std::logic_error(tills_gone > 0 ? "gone" : "kept"); }),
        on(range, [](int from, int to) {
            return nearcall::source([from, to]() mutable -> std::optional<int> {
                if (from == 5000) {
                    throw std::logic_error("5000");
                }
                return from < to ? std::optional(from++) : std::nullopt;
            });
        }),
        on(sum, [](nearcall::stream<int> numbers) {
            std::int64_t total = 0;
            try {
                for (int each : numbers) {
                    total += each;
                }
            } catch (const nearcall::java_exception& e) {
                throw std::logic_error(e.what());
            }
            return total;
        }));

    /* Another endpoint, whose Item is older: it has no tags, and a count of another type. */
    nearcall::endpoint older;
    older.describe<Colour>();
    older.describe("shop.Shop$Item", "record\ncolour shop.Shop$Colour exact\ncount short exact\nname java.lang.String exact");
    auto older_exported = older.serve<Older>("older", on(echo, [](nearcall::value any) { return any; }));
    puts("READY");
    fflush(stdout);
    while (getchar() != EOF) {
    }
    return 0;
}
