// SPDX-License-Identifier: Apache-2.0
/* direct_test [CHANNEL]: structs that are written and read without values in between, and when they are not. */
#include "thrown.hpp"
#include "baskets.hpp"

#include <unistd.h>

using nearcall::on;

namespace {

struct Branch {
    std::vector<Branch> branches;
};

struct Labels {
    std::vector<std::string> some;
};
struct Parcel {
    Labels labels;
};
/* A struct that does not begin empty. */
struct Preset {
    std::optional<std::string> owner = "nobody";
    std::vector<std::string> tags = {"none"};
    bool operator==(const Preset&) const = default;
};

} // namespace

template <> struct nearcall::record<Labels> {
    static constexpr const char* name = "shop.Labels";
    static constexpr auto members = std::tuple{member{"some", &Labels::some, "java.util.Set"}};
};
template <> struct nearcall::record<Parcel> {
    static constexpr const char* name = "shop.Parcel";
    static constexpr auto members = std::tuple{member{"labels", &Parcel::labels}};
};
template <> struct nearcall::record<Preset> {
    static constexpr const char* name = "shop.Preset";
    static constexpr auto members = std::tuple{member{"owner", &Preset::owner}, member{"tags", &Preset::tags}};
};
template <> struct nearcall::record<Branch> {
    static constexpr const char* name = "shop.Branch";
    static constexpr auto members = std::tuple{member{"branches", &Branch::branches}};
};

namespace {

static_assert(nearcall::detail::is_direct<Basket> && nearcall::detail::is_direct<Line>);
static_assert(!nearcall::detail::is_direct<Branch> && !nearcall::detail::is_direct<std::string>);
static_assert(!nearcall::detail::is_direct<Labels> && !nearcall::detail::is_direct<Parcel>); /* a Set is no ArrayList */

inline constexpr nearcall::method<"keep (Lshop/Basket;)Lshop/Basket; (L)L"> keep;
inline constexpr nearcall::method<"line (Lshop/Line;)Lshop/Line; (X)X"> line;
inline constexpr nearcall::method<"any (Ljava/lang/Object;)Ljava/lang/Object; (L)L"> any;
inline constexpr nearcall::method<"second (Lshop/Basket;Ljava/lang/Object;)Ljava/lang/Object; (LL)L"> second;
inline constexpr nearcall::method<"both (Lshop/Basket;Lshop/Basket;)I (LL)I"> both;
using Shop = nearcall::interface<"shop.Shop", keep, line, any, second, both>;
using Service = nearcall::service<Shop>;

const Basket basket{.owner = "Ann", .lines = {{"NC-1", 1999}, {"NC-2", -1}}, .tags = {"gift", "", "sch\u00f6n"},
                    .best = {"NC-2", 5}, .rebate = 0.25};

nearcall::exported serve(nearcall::endpoint& endpoint, const std::string& address)
{
    return endpoint.serve<Shop>(address, on(keep, [](const Basket& kept) { return kept; }), on(line, [](Line kept) { return kept; }),
                                on(any, [](nearcall::value kept) { return kept; }),
                                on(second, [](Basket, nearcall::value kept) { return kept; }),
                                on(both, [](Basket one, Basket other) { return one == other ? 1 : 0; }));
}

/* Would it be written directly? */
template <class T> bool goes_directly(const Service& shop, const T& written)
{
    nearcall_call* call;
    nearcall_error failure;
    CHECK(nearcall_call_begin(shop.get(), 2, nullptr, &call, &failure) == NEARCALL_OK);
    bool direct = nearcall::detail::put_direct(nearcall_call_arguments(call), written, true);
    nearcall_call_end(call);
    return direct;
}

void should_pass_structs_directly_once_their_classes_have_ids(const Service& shop)
{
    CHECK(!goes_directly(shop, basket));
    for (int i = 0; i < 3; i++) {
        CHECK(shop.call<Basket>(keep, basket) == basket);
    }
    CHECK(goes_directly(shop, basket));
    Basket plain{};
    CHECK(shop.call<Basket>(keep, plain) == plain && shop.call<Line>(line, basket.best) == basket.best);
}

void should_pass_structs_that_are_longer_than_a_record(const Service& shop)
{
    Basket large = basket;
    large.lines.assign(5000, {std::string(100, 'x'), 7});
    large.tags.assign(100, std::string(3000, 'y'));
    CHECK(shop.call<Basket>(keep, large) == large);
}

/* ASCII is written and read by words of several lengths, other characters by the library. */
void should_pass_texts_of_any_length_and_alphabet(const Service& shop)
{
    for (std::size_t length = 0; length < 34; length++) {
        for (std::size_t at = 0; at <= length; at++) {
            Basket some = basket;
            std::string before(at, 'a'), behind(length - at, 'z');
            some.tags = {before + behind, before + "\u00e9" + behind, before + "\u20ac" + behind, before + "\U0001f600" + behind};
            CHECK(goes_directly(shop, some) && shop.call<Basket>(keep, some) == some);
        }
    }
    Basket bad = basket;
    bad.tags = {"no UTF-8: \xff"};
    auto refused = thrown_by<nearcall::error>([&] { shop.call<Basket>(keep, bad); });
    CHECK_SAYING(refused.status() == NEARCALL_INVALID, "%s", refused.what());
    CHECK(shop.call<Basket>(keep, basket) == basket);
}

void should_count_the_objects_that_were_written_directly(const Service& shop, const nearcall::endpoint& calling)
{
    nearcall::values in(calling);
    nearcall::value shared = in.of(basket.best);
    nearcall::value pair = in.of(std::vector<nearcall::value>{shared, shared});
    nearcall::value twice = shop.call(second, basket, pair);
    CHECK(twice.size() == 2 && twice[0].get() == twice[1].get() && twice[1].as<Line>() == basket.best);
    CHECK(shop.call(both, basket, basket) == 1);
}

void should_replace_what_a_struct_begins_with(const Service& shop)
{
    const Preset emptied{.owner = std::nullopt, .tags = {}}, filled{.owner = "Ann", .tags = {"gift"}};
    for (int i = 0; i < 3; i++) {
        CHECK(shop.call<Preset>(any, emptied) == emptied && shop.call<Preset>(any, filled) == filled);
    }
    CHECK(goes_directly(shop, filled));
}

/* Members of a basket, of which some are made otherwise. */
nearcall::value made(const nearcall::values& in, nearcall::value lines, nearcall::value owner)
{
    return in.instance("shop.Basket", {{"owner", owner}, {"lines", lines}, {"tags", in.of(basket.tags)},
                                       {"best", in.of(basket.best)}, {"rebate", in.of(basket.rebate)}});
}

void should_read_otherwise_what_is_not_plain(const Service& shop, const nearcall::endpoint& calling)
{
    nearcall::values in(calling);
    nearcall::value shared = in.of(basket.best);
    Basket read = shop.call<Basket>(any, made(in, in.of(std::vector<nearcall::value>{shared, shared}), {}));
    CHECK((read.lines == std::vector<Line>{basket.best, basket.best}) && !read.owner && read.best == basket.best);
    auto null_line = thrown_by<nearcall::error>(
        [&] { shop.call<Basket>(any, made(in, in.of(std::vector<nearcall::value>{shared, {}}), {})); });
    CHECK_SAYING(null_line.status() == NEARCALL_UNREADABLE, "%s", null_line.what());
    auto null_list = thrown_by<nearcall::error>([&] { shop.call<Basket>(any, made(in, {}, in.of(std::string("Ann")))); });
    CHECK_SAYING(std::string(null_list.what()).find("shop.Basket.lines is null") != std::string::npos, "%s", null_list.what());
    auto null = thrown_by<nearcall::error>([&] { shop.call<Basket>(any, nullptr); });
    CHECK_SAYING(std::string(null.what()).find("A Java value is null") != std::string::npos, "%s", null.what());
    auto other = thrown_by<nearcall::error>([&] { shop.call<Basket>(any, basket.best); });
    CHECK_SAYING(std::string(other.what()).find("shop.Line") != std::string::npos, "%s", other.what());
}

/* The other side has a member more. */
void should_pass_structs_of_two_versions(const std::string& address)
{
    nearcall::endpoint serving, calling;
    serving.describe<Basket>();
    serving.describe("shop.Line", "record\nsku java.lang.String exact\ncents long exact\nvat int exact");
    calling.describe<Basket>();
    calling.describe<Line>();
    auto exported = serve(serving, address);
    auto shop = calling.lookup<Shop>(address);
    for (int i = 0; i < 3; i++) {
        CHECK(shop.call<Basket>(any, basket) == basket);
    }
    CHECK(!goes_directly(shop, basket));
}

} // namespace

int main(int count, char** arguments)
{
    std::string channel = count > 1 ? arguments[1] : "shm", address = channel + ":direct" + std::to_string(getpid());
    printf("over %s\n", channel.c_str());
    alarm(60);
    nearcall::endpoint serving, calling;
    for (const nearcall::endpoint* each : {&serving, &calling}) {
        each->describe<Line>();
        each->describe<Basket>();
        each->describe<Preset>();
    }
    auto exported = serve(serving, address);
    auto shop = calling.lookup<Shop>(address);
    const auto run = [](const char* name, auto&& test) {
        test();
        printf("ok %s\n", name);
        fflush(stdout);
    };
#define RUN_WITH(test, ...) run(#test, [&] { test(__VA_ARGS__); })
    RUN_WITH(should_pass_structs_directly_once_their_classes_have_ids, shop);
    RUN_WITH(should_pass_texts_of_any_length_and_alphabet, shop);
    RUN_WITH(should_pass_structs_that_are_longer_than_a_record, shop);
    RUN_WITH(should_count_the_objects_that_were_written_directly, shop, calling);
    RUN_WITH(should_replace_what_a_struct_begins_with, shop);
    RUN_WITH(should_read_otherwise_what_is_not_plain, shop, calling);
    RUN_WITH(should_pass_structs_of_two_versions, address + "v");
    return 0;
}
