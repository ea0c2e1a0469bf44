// SPDX-License-Identifier: Apache-2.0
/* generated_peer CHANNEL: calls the Java service "depot" by the generated header, and offers "other" to it. */
#include "depot.hpp"

#include "check.h"
#include "thrown.hpp"

#include <cstdio>
#include <thread>
#include <unistd.h>

using namespace depot;
using namespace std::chrono_literals;
using java::time::DayOfWeek;
using java::util::function::IntBinaryOperator;
using java::util::function::IntBinaryOperatorSkeleton;

namespace {

Part part(int number)
{
    return {"part " + std::to_string(number), number, Size::LARGE, {}, {}, number};
}

const Part lamp{"lamp", 3, Size::NULL_, 40, "new", {}};

/* The same as DepotService.java. */
class Service : public DepotSkeleton {
public:
    Crate pack(const Crate& crate) override
    {
        return {part(1), crate.parts, crate.byName, crate.tags, crate.spare, std::make_shared<Crate>(crate), crate.grid, crate.flags};
    }
    Seal seal(const Seal& seal) override
    {
        return {seal.at + seal.age, -seal.age, std::chrono::sys_days(seal.due) + std::chrono::days(1), seal.bytes, seal.lines};
    }
    Label relabel(const Label& label) override
    {
        return {.number = label.number + 1, .Depot_Tag_text = label.Depot_Tag_text, .next = std::make_shared<Label>(label),
                .text = label.text + "!"};
    }
    nearcall::value scale(const nearcall::value& shape, double by) override
    {
        nearcall::values make = nearcall::this_request().values();
        return shape.class_name() == "depot.Depot$Circle" ? make.of(Circle{shape.as<Circle>().radius * by})
                                                          : make.of(Square{shape.as<Square>().side * by});
    }
    std::map<Size, std::vector<std::int32_t>> count(const std::vector<std::string>& names) override
    {
        std::vector<std::int32_t> lengths;
        for (const std::string& name : names) {
            lengths.push_back(static_cast<std::int32_t>(name.size()));
        }
        return {{Size::SMALL, lengths}};
    }
    std::set<std::int64_t> ids(const std::set<std::int64_t>& ids) override
    {
        auto more = ids;
        more.insert(7);
        return more;
    }
    nearcall::java_optional<Part> find(const std::string& name) override
    {
        return name.empty() ? nearcall::java_optional<Part>() : part(2);
    }
    nearcall::java_optional_primitive<double> ratio(std::int32_t a, std::int32_t b) override
    {
        return b == 0 ? nearcall::java_optional_primitive<double>() : static_cast<double>(a) / b;
    }
    std::optional<std::int32_t> half(std::optional<std::int32_t> number) override
    {
        return number ? std::optional(*number / 2) : std::nullopt;
    }
    std::optional<std::string> shorten(const std::optional<std::string>& text) override
    {
        return text ? std::optional(text->substr(1)) : std::nullopt;
    }
    nearcall::value price(const nearcall::value& price) override { return price; }
    DayOfWeek after(DayOfWeek day) override { return day; }
    std::vector<std::byte> reverse(const std::vector<std::byte>& bytes) override { return {bytes.rbegin(), bytes.rend()}; }
    char16_t next(char16_t letter) override { return static_cast<char16_t>(letter + 1); }
    std::string put(std::int32_t number) override { return "number " + std::to_string(number); }
    std::string put(const std::string& text, const std::vector<Part>& parts) override
    {
        return text + ' ' + std::to_string(parts.size());
    }
    std::string delete_(const std::string& register_) override { return "deleted " + register_; }
    Part take(const std::string& name) override { return name.empty() ? throw Empty("nothing left") : part(3); }
    Part order(const std::string&) override { return part(4); }
    std::monostate settle() override { return {}; }
    void log(const std::string& line) override
    {
        std::lock_guard guard(lock_);
        lines_.push_back(line);
    }
    std::vector<std::string> logged() override
    {
        std::lock_guard guard(lock_);
        return lines_;
    }
    nearcall::source parts(std::int32_t count) override
    {
        return nearcall::source(std::views::iota(0, count) | std::views::transform(part));
    }
    nearcall::source numbers(std::int32_t count) override { return nearcall::source(std::views::iota(0, count)); }
    std::int64_t total(nearcall::stream<Part> parts) override
    {
        std::int64_t total = 0;
        for (const Part& each : parts) {
            total += each.count;
        }
        return total;
    }
    std::int32_t watch(const Watcher& watcher, std::int32_t times) override
    {
        for (int i = 0; i < times; i++) {
            watcher.seen(part(i));
        }
        return times;
    }
    Watcher same(const Watcher& watcher) override { return watcher; }
    std::int32_t apply(const IntBinaryOperator& operator_, std::int32_t a, std::int32_t b) override
    {
        return operator_.applyAsInt(a, b);
    }
    void rest() override
    {
        for (nearcall::request request = nearcall::this_request(); !request.is_cancelled();) {
            std::this_thread::sleep_for(10ms);
        }
    }

private:
    std::mutex lock_;
    std::vector<std::string> lines_;
};

class Notes : public WatcherSkeleton {
public:
    void seen(const Part& part) override { counts.push_back(part.count); }
    std::vector<int> counts;
};

class Tens : public IntBinaryOperatorSkeleton {
public:
    std::int32_t applyAsInt(std::int32_t left, std::int32_t right) override { return 10 * left + right; }
};

void should_pass_records_and_beans(const Depot& depot)
{
    Crate inner{lamp, {lamp, lamp}, {{"a", lamp}}, {"x", "y"}, {std::nullopt, lamp}, nullptr, {{1, 2}, {}}, {true, false}};
    Crate crate = depot.pack(inner);
    CHECK(crate.part == part(1) && crate.parts == inner.parts && crate.byName == inner.byName && crate.tags == inner.tags);
    CHECK(crate.spare == inner.spare && crate.grid == inner.grid && crate.flags == inner.flags);
    CHECK(crate.inner && crate.inner->part == lamp && !crate.inner->inner);
    using std::chrono::year_month_day;
    Seal seal{nearcall::instant(-5s + 7ns), -1500ms, year_month_day(2024y / 2 / 28), {std::byte{1}, std::byte{255}},
              std::vector<std::optional<std::string>>{"a", std::nullopt}};
    Seal sealed = depot.seal(seal);
    CHECK(sealed.at == nearcall::instant(-6500ms + 7ns) && sealed.age == 1500ms && sealed.due == year_month_day(2024y / 2 / 29));
    CHECK(sealed.bytes == seal.bytes && sealed.lines == seal.lines);
    Label label = depot.relabel({.number = 4, .Depot_Tag_text = "back", .next = nullptr, .text = "front"});
    CHECK(label.text == "front!" && label.number == 5 && label.Depot_Tag_text == "back");
    CHECK(label.next->text == "front" && !label.next->next);
}

void should_call_methods_with_values_of_each_kind(const Depot& depot, const nearcall::endpoint& endpoint)
{
    nearcall::values make(endpoint);
    CHECK(depot.scale(make.of(Circle{2}), 1.5).as<Circle>().radius == 3);
    CHECK((depot.count({"ab", "c"}) == std::map<Size, std::vector<int>>{{Size::SMALL, {2, 1}}}));
    CHECK((depot.ids({1}) == std::set<std::int64_t>{1, 7}));
    CHECK(!depot.find("") && *depot.find("x") == part(2));
    CHECK(!depot.ratio(1, 0) && *depot.ratio(1, 4) == 0.25);
    CHECK(depot.half(9) == 4 && !depot.half(std::nullopt));
    CHECK(depot.shorten("abc") == "bc" && !depot.shorten(std::nullopt));
    nearcall::value price = make.jdk("java.math.BigDecimal", {make.of(2), make.of(125)});
    CHECK(depot.price(price)[1].as<std::int64_t>() == 125);
    CHECK(depot.after(DayOfWeek::FRIDAY) == DayOfWeek::FRIDAY && depot.next(u'a') == u'b');
    CHECK((depot.reverse({std::byte{1}, std::byte{2}}) == std::vector{std::byte{2}, std::byte{1}}));
    CHECK(depot.put(3) == "number 3" && depot.put("x", {lamp}) == "x 1" && depot.delete_("it") == "deleted it");
}

void should_throw_what_java_declares_and_keep_its_deadline(const Depot& depot)
{
    CHECK(depot.take("x") == part(3));
    CHECK(thrown_by<Empty>([&] { depot.take(""); }).message() == "nothing left");
    auto late = thrown_by<nearcall::error>([&] { depot.rest(); });
    CHECK(late.status() == NEARCALL_DEADLINE && late.outcome() == NEARCALL_MAY_HAVE_RUN);
}

void should_have_futures_and_one_way_calls(const Depot& depot)
{
    auto order = depot.order("x");
    depot.settle().get();
    CHECK(order.get() == part(4));
    depot.log("one");
    depot.log("two");
    nearcall::service_of(depot).fence();
    CHECK((depot.logged() == std::vector<std::string>{"one", "two"}));
}

void should_read_and_pass_streams(const Depot& depot, bool of_java)
{
    int count = 0;
    for (const Part& each : depot.parts(3)) {
        CHECK(each == part(count++));
    }
    for (int each : depot.numbers(100)) {
        count += each;
    }
    CHECK(count == 4953);
    CHECK(depot.total(nearcall::source(std::vector<Part>{lamp, part(2)})) == 5);
    if (of_java) {
        auto news = depot.news(20);
        for (int i = 0; i < 20; i++) {
            CHECK(news.next() == part(i));
        }
        CHECK(!news.next());
    }
}

void should_be_called_back_and_know_own_objects(const Depot& depot, nearcall::endpoint& endpoint)
{
    auto notes = std::make_shared<Notes>();
    auto watcher = nearcall::share<Watcher>(endpoint, notes);
    CHECK(depot.watch(watcher, 3) == 3 && notes->counts == std::vector({0, 1, 2}));
    CHECK(nearcall::own(depot.same(watcher)) == notes);
    CHECK(nearcall::own(depot) == nullptr);
    CHECK(thrown_by<nearcall::error>([&] { watcher.seen(lamp); }).status() == NEARCALL_INVALID);
    CHECK(depot.apply(nearcall::share<IntBinaryOperator>(endpoint, std::make_shared<Tens>()), 4, 2) == 42);
}

/* A service that has an older version of a record: it lacks members that may be null or that are 0 then, or another one. */
void should_take_what_an_older_version_has_and_name_what_it_lacks(const nearcall::endpoint& endpoint, const std::string& channel)
{
    using Older = nearcall::interface<"depot.Depot", Depot_methods::take>;
    const std::string few = "record\nname java.lang.String exact\nnote java.util.Optional exact\nshelf java.util.OptionalInt exact";
    for (const std::string& lines : {few, std::string("record\ncount int exact")}) {
        nearcall::endpoint old;
        old.describe("depot.Depot$Part", lines);
        auto exported = old.serve<Older>(channel + ":older", nearcall::on(Depot_methods::take, [&](const std::string& name) {
            nearcall::values make = nearcall::this_request().values();
            return lines != few ? make.instance("depot.Depot$Part", {{"count", make.of(9)}})
                                : make.instance("depot.Depot$Part", {{"name", make.of(name)},
                                                                     {"note", make.of(nearcall::java_optional<int>())},
                                                                     {"shelf", make.of(nearcall::java_optional_primitive<int>())}});
        }));
        auto depot = nearcall::lookup<Depot>(endpoint, channel + ":older");
        if (lines == few) {
            CHECK((depot.take("hat") == Part{"hat", 0, std::nullopt, std::nullopt, {}, {}}));
        } else {
            auto refused = thrown_by<nearcall::error>([&] { depot.take("hat"); });
            CHECK_SAYING(std::string(refused.what()).starts_with("depot.Depot$Part.name is null"), "%s", refused.what());
        }
    }
}

void check(const char* whose, const Depot& depot, nearcall::endpoint& endpoint, bool of_java)
{
    const auto run = [&](const char* name, auto&& test) {
        test();
        printf("ok %s of %s\n", name, whose);
        fflush(stdout);
    };
#define RUN_WITH(test, ...) run(#test, [&] { test(depot __VA_OPT__(, ) __VA_ARGS__); })
    RUN_WITH(should_pass_records_and_beans);
    RUN_WITH(should_call_methods_with_values_of_each_kind, endpoint);
    RUN_WITH(should_throw_what_java_declares_and_keep_its_deadline);
    RUN_WITH(should_have_futures_and_one_way_calls);
    RUN_WITH(should_read_and_pass_streams, of_java);
    RUN_WITH(should_be_called_back_and_know_own_objects, endpoint);
}

} // namespace

int main(int argc, char** argv)
{
    CHECK(argc == 2);
    alarm(120);
    std::string channel = argv[1];
    nearcall::endpoint endpoint;
    check("Java", nearcall::lookup<Depot>(endpoint, channel + ":depot"), endpoint, true);
    {
        nearcall::endpoint own;
        auto exported = nearcall::serve(own, std::make_shared<Service>(), channel + ":own");
        check("C++", nearcall::lookup<Depot>(endpoint, channel + ":own"), endpoint, false);
    }
    should_take_what_an_older_version_has_and_name_what_it_lacks(endpoint, channel);
    puts("ok should_take_what_an_older_version_has_and_name_what_it_lacks");
    fflush(stdout);
    auto exported = nearcall::serve(endpoint, std::make_shared<Service>(), "other");
    while (getchar() != EOF) {
    }
    return 0;
}
