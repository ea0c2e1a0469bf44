// SPDX-License-Identifier: Apache-2.0
/*
 * Structs that are read without a tree of values (direct.hpp). Each input is read twice: as a handler reads its last parameter,
 * which is directly if that can be done, and through values alone. Both have to give the same struct, or the same error.
 */
#include "baskets.hpp"

#include "check.h"
#include "decoders.h"
#include "silent_peer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

namespace {

struct Gauge {
    bool on;
    std::int8_t level;
    char16_t unit;
    std::int16_t low;
    std::int32_t high;
    float reading;
};
struct Crate {
    std::vector<Basket> baskets;
    Gauge gauge;
};
/* The peer has not agreed on an id for it. */
struct Draft {
    bool final;
    std::vector<Gauge> gauges;
};

} // namespace

template <> struct nearcall::record<Gauge> {
    static constexpr const char* name = "shop.Gauge";
    static constexpr auto members =
        std::tuple{member{"on", &Gauge::on},   member{"level", &Gauge::level}, member{"unit", &Gauge::unit},
                   member{"low", &Gauge::low}, member{"high", &Gauge::high},   member{"reading", &Gauge::reading}};
};
template <> struct nearcall::record<Crate> {
    static constexpr const char* name = "shop.Crate";
    static constexpr auto members = std::tuple{member{"baskets", &Crate::baskets}, member{"gauge", &Crate::gauge}};
};
template <> struct nearcall::record<Draft> {
    static constexpr const char* name = "shop.Draft";
    static constexpr auto members = std::tuple{member{"final", &Draft::final}, member{"gauges", &Draft::gauges}};
};

namespace {

using nearcall::detail::is_direct;
static_assert(is_direct<Line> && is_direct<Basket> && is_direct<Gauge> && is_direct<Crate> && is_direct<Draft>);

/* Objects that a message refers to again and again become as many structs: their sizes multiply. */
constexpr std::size_t longest_input = 1024;

std::shared_ptr<nearcall::detail::home> home;

/* A tree of values has a float as a double, so that a signalling NaN comes out of it as a quiet one. */
template <class T> void quieten(std::vector<T>& some);
template <class T> void quieten(T& one)
{
    if constexpr (std::same_as<T, float>) {
        one = std::isnan(one) ? std::numeric_limits<float>::quiet_NaN() : one;
    } else if constexpr (nearcall::has_record<T>) {
        std::apply([&](const auto&... member) { (quieten(one.*member.at), ...); }, nearcall::record<T>::members);
    }
}
template <class T> void quieten(std::vector<T>& some)
{
    std::ranges::for_each(some, [](T& one) { quieten(one); });
}

/* ---- comparing, where a NaN is equal to itself ---- */

template <class T> bool same(const T& one, const T& other);
template <class T> bool same(const std::vector<T>& one, const std::vector<T>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const T& a, const T& b) { return same(a, b); });
}
template <class T> bool same(const T& one, const T& other)
{
    if constexpr (std::same_as<T, double>) {
        return std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(other);
    } else if constexpr (std::same_as<T, float>) {
        return std::bit_cast<std::uint32_t>(one) == std::bit_cast<std::uint32_t>(other);
    } else if constexpr (nearcall::has_record<T>) {
        return std::apply([&](const auto&... member) { return (same(one.*member.at, other.*member.at) && ...); },
                          nearcall::record<T>::members);
    } else {
        return one == other;
    }
}

/* ---- reading ---- */

template <class T> struct outcome {
    std::optional<T> found;
    std::string error;
    bool direct = false;
};

/* As handler.hpp does. last: whether it may be read directly. */
template <char Form, class T, bool Last> outcome<T> outcome_of(const std::uint8_t* data, std::size_t length)
{
    outcome<T> made;
    const char* declared = Form == 'X' ? nearcall::record<T>::name : "java.lang.Object";
    std::unique_ptr<silent_message, decltype(&silent_message_free)> message(silent_message_new(data, length), silent_message_free);
    auto raw = nearcall::detail::read<Form, T, Last>(silent_message_reader(message.get()), declared);
    if constexpr (Last) {
        made.direct = raw.direct.has_value();
    }
    made.error = silent_message_error(message.get());
    if (made.error.empty()) {
        try {
            made.found = nearcall::detail::take<Form, T>(raw, home, nullptr, declared);
            quieten(*made.found);
        } catch (const nearcall::error& e) {
            made.error = e.what();
        }
    }
    return made;
}

/* ---- writing ---- */

template <char Form, class T, bool Directly> void put(nearcall_writer* writer, const void* context)
{
    const T& from = *static_cast<const T*>(context);
    [[maybe_unused]] const char* declared = Form == 'X' ? nearcall::record<T>::name : "java.lang.Object";
    std::shared_ptr<nearcall_values> arena(nearcall_values_new(), nearcall_values_free);
    nearcall::values in(home, arena);
    if constexpr (Directly) {
        CHECK(nearcall::detail::put_direct(writer, from, Form == 'L'));
    } else if constexpr (Form == 'L') {
        nearcall_put_value(writer, nearcall::convert<T>::to(in, from, declared));
    } else {
        nearcall_put_plain(writer, declared, nearcall::convert<T>::to(in, from, declared));
    }
}

/* Both ways write the same bytes, and those are read directly. Nothing is checked of what has no room in one record. */
template <char Form, class T> void write_again(const T& from)
{
    std::size_t length;
    const std::uint8_t* bytes = silent_peer_written(put<Form, T, true>, &from, &length);
    if (bytes == nullptr) {
        return;
    }
    std::vector<std::uint8_t> directly(bytes, bytes + length);
    bytes = silent_peer_written(put<Form, T, false>, &from, &length);
    CHECK(bytes != nullptr && std::equal(directly.begin(), directly.end(), bytes, bytes + length));
    outcome<T> again = outcome_of<Form, T, true>(directly.data(), directly.size());
    CHECK_SAYING(again.direct && same(*again.found, from), "%s", again.error.c_str());
}

template <char Form, class T> void decode(const std::uint8_t* data, std::size_t length)
{
    outcome<T> as_last = outcome_of<Form, T, true>(data, length);
    outcome<T> through_values = outcome_of<Form, T, false>(data, length);
    CHECK_SAYING(as_last.error == through_values.error, "\"%s\", but through values \"%s\"", as_last.error.c_str(),
                 through_values.error.c_str());
    CHECK(as_last.found.has_value() == through_values.found.has_value());
    if (as_last.found) {
        CHECK(same(*as_last.found, *through_values.found));
        if constexpr (!std::same_as<T, Draft> || Form == 'X') { /* which has no id to write */
            write_again<Form>(*as_last.found);
        }
    }
}

using way = void (*)(const std::uint8_t* data, std::size_t length);
constexpr way ways[] = {decode<'L', Basket>, decode<'X', Basket>, decode<'L', Crate>, decode<'X', Crate>,
                        decode<'L', Gauge>,  decode<'L', Draft>,  decode<'X', Draft>};

/* The first byte says what the method wants. */
void decode_direct(const std::uint8_t* data, std::size_t length)
{
    if (length > 0 && length <= longest_input) {
        ways[data[0] % std::size(ways)](data + 1, length - 1);
    }
}

constexpr const char* no_files = nullptr;

} // namespace

const struct decoder decoders[] = {
    {"direct", decode_direct, &no_files},
};
const size_t decoder_count = std::size(decoders);

/* ---- seeds ---- */

namespace {

using taker = void (*)(void* context, const std::uint8_t* data, std::size_t length);

template <char Form, class T> void seed_of(std::size_t index, const T& from, taker seed, void* context)
{
    std::size_t length;
    const std::uint8_t* bytes = silent_peer_written(put<Form, T, true>, &from, &length);
    CHECK(bytes != nullptr);
    std::vector<std::uint8_t> made{static_cast<std::uint8_t>(index)};
    made.insert(made.end(), bytes, bytes + length);
    seed(context, made.data(), made.size());
    made.push_back(0); /* which is behind the value */
    seed(context, made.data(), made.size());
}

void put_value(nearcall_writer* writer, const void* context)
{
    nearcall_put_value(writer, static_cast<const nearcall::value*>(context)->get());
}

/* A basket that is not plain: an object occurs twice, and nothing is in the place of a line. */
void seed_of_values(taker seed, void* context)
{
    std::shared_ptr<nearcall_values> arena(nearcall_values_new(), nearcall_values_free);
    nearcall::values in(home, arena);
    nearcall::value line = in.of(Line{"NC-1", 5});
    for (const nearcall::value& last : {line, nearcall::value()}) {
        nearcall::value basket = in.instance("shop.Basket", {{"lines", in.of(std::vector<nearcall::value>{line, line, last})},
                                                             {"tags", in.of(std::vector<std::string>{"gift"}, "java.util.Set")},
                                                             {"best", line}, {"rebate", in.of(0.5)}});
        std::size_t length;
        const std::uint8_t* bytes = silent_peer_written(put_value, &basket, &length);
        CHECK(bytes != nullptr);
        std::vector<std::uint8_t> made{0};
        made.insert(made.end(), bytes, bytes + length);
        seed(context, made.data(), made.size());
    }
}

} // namespace

void decoders_seeds(const struct decoder*, taker seed, void* context)
{
    const Basket basket{.owner = "Ann", .lines = {{"NC-1", 1999}, {"", -1}}, .tags = {"gift", "sch\u00f6n", "\u20ac \U0001f381"},
                        .best = {"NC-2", 5}, .rebate = 0.25};
    const Gauge gauge{true, -1, u'\u00b0', -300, 70000, 1.5f};
    const std::vector<Line> many(nearcall::detail::reserved_elements + 1, Line{"x", 1});
    seed_of<'L'>(0, basket, seed, context);
    seed_of<'L'>(0, Basket{.owner = {}, .lines = many, .tags = {}, .best = {}, .rebate = 0}, seed, context);
    seed_of<'X'>(1, basket, seed, context);
    seed_of<'L'>(2, Crate{{basket, basket}, gauge}, seed, context);
    seed_of<'X'>(3, Crate{{}, gauge}, seed, context);
    seed_of<'L'>(4, gauge, seed, context);
    seed_of<'X'>(6, Draft{true, {gauge, gauge}}, seed, context);
    seed_of_values(seed, context);
    /* A Boolean in the place of a class without an id, and members behind it. */
    static const std::uint8_t boolean[] = {5, 1, 1, 1, 20, 1, 0};
    seed(context, boolean, sizeof boolean);
}

void decoders_open(void)
{
    const auto describe = []<class T>(std::type_identity<T>) {
        silent_peer_describe(nearcall::record<T>::name, nearcall::convert<T>::lines().c_str());
    };
    silent_peer_open();
    home = std::make_shared<nearcall::detail::home>();
    home->endpoint = silent_peer_endpoint();
    describe(std::type_identity<Line>());
    describe(std::type_identity<Basket>());
    describe(std::type_identity<Gauge>());
    describe(std::type_identity<Crate>());
    describe(std::type_identity<Draft>());
    for (const char* name : {"shop.Line", "shop.Basket", "shop.Gauge", "shop.Crate"}) {
        silent_peer_agree(name);
    }
}

void decoders_close(void)
{
    home.reset();
    silent_peer_close();
}
