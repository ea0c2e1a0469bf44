// SPDX-License-Identifier: Apache-2.0
/* local_test [CHANNEL]: C++ calls C++, between two endpoints of one process, where the sanitizers see both sides. */
#include "thrown.hpp"
#include "nearcall.hpp"

#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;
using nearcall::on;

namespace {

struct Item {
    std::optional<std::string> name;
    int count;
    std::vector<std::string> tags;
    bool operator==(const Item&) const = default;
};
enum class Colour { green, red };
struct Node {
    std::vector<Node> children;
};

} // namespace

template <> struct nearcall::record<Item> {
    static constexpr const char* name = "shop.Item";
    static constexpr auto members = std::tuple{member{"name", &Item::name}, member{"count", &Item::count}, member{"tags", &Item::tags}};
};
template <> struct nearcall::record<Node> {
    static constexpr const char* name = "shop.Node";
    static constexpr auto members = std::tuple{member{"children", &Node::children}};
};
template <> struct nearcall::enumeration<Colour> {
    static constexpr const char* name = "shop.Colour";
    static constexpr auto constants = std::array{std::pair{Colour::green, "GREEN"}, std::pair{Colour::red, "RED"}};
};

namespace {

inline constexpr nearcall::method<"describe (ZBCSIJFD)Ljava/lang/String; (ZBCSIJFD)T"> describe;
inline constexpr nearcall::method<"greet (Ljava/lang/String;)Ljava/lang/String; (T)T"> greet;
inline constexpr nearcall::method<"hail (Ljava/lang/String;)Ljava/lang/String; (T)T"> hail;
inline constexpr nearcall::method<"reverse ([B)[B (A)A"> reverse;
inline constexpr nearcall::method<"echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L"> echo;
inline constexpr nearcall::method<"more (Lshop/Item;I)Lshop/Item; (LI)L"> more;
inline constexpr nearcall::method<"twice ([I)[I (X)X"> twice;
inline constexpr nearcall::method<"fail (I)V (I)V"> fail;
inline constexpr nearcall::method<"nap (J)V (J)V"> nap;
inline constexpr nearcall::method<"soon (I)Ljava/util/concurrent/CompletableFuture; (I)L"> soon;
inline constexpr nearcall::method<"note (I)V (I)V"> note;
inline constexpr nearcall::method<"notes ()Ljava/util/List; ()L"> notes;
inline constexpr nearcall::method<"context ()Ljava/lang/String; ()T"> context;
inline constexpr nearcall::method<"open (I)Lshop/Till; (I)L"> open_till;
inline constexpr nearcall::method<"total (Lshop/Till;)I (L)I"> total;
inline constexpr nearcall::method<"apply (Ljava/util/function/IntUnaryOperator;I)I (RI)I"> apply;
inline constexpr nearcall::method<"range (II)Ljava/util/stream/Stream; (II)E"> range;
inline constexpr nearcall::method<"sum (Ljava/util/Iterator;)J (E)J"> sum;
inline constexpr nearcall::method<"missing ()V ()V"> missing;
using Shop = nearcall::interface<"shop.Shop", describe, greet, hail, reverse, echo, more, twice, fail, nap, soon, note, notes, context,
                                 open_till, total, apply, range, sum>;
using WiderShop = nearcall::interface<"shop.Shop", greet, missing>;

inline constexpr nearcall::method<"put (I)I (I)I"> put;
using Till = nearcall::interface<"shop.Till", put>;
inline constexpr nearcall::method<"applyAsInt (I)I (I)I"> apply_as_int;
using IntUnaryOperator = nearcall::interface<"java.util.function.IntUnaryOperator", apply_as_int>;

/* What the compiler refuses. */
using nearcall::detail::gives;
using nearcall::detail::signature;
using nearcall::detail::takes;
static_assert(!signature("add").valid && !signature("add (II)I (II)L").valid && !signature("add (II)I (I)I").valid);
static_assert(!signature("add (II)I (II)I ").valid && !signature("add (IV)I (IV)I").valid && !signature("add (I[)I (II)I").valid);
static_assert(signature("a ([[ILa/B;)V (XL)V").valid && !signature("a (Ljava/lang/Object;)V (T)V").valid);
static_assert(!takes<'I', double>() && !takes<'I', std::int64_t>() && takes<'J', int>() && !takes<'Z', int>());
static_assert(takes<'D', int>() && !takes<'T', int>() && takes<'T', std::optional<std::string>>() && !takes<'A', std::string>());
static_assert(!takes<'L', void*>() && !takes<'R', int>() && !takes<'E', std::vector<int>>() && !takes<'I', const char*>());
static_assert(gives<'I', long, false>() && !gives<'J', int, false>() && !gives<'T', std::string_view, false>());
static_assert(!gives<'V', int, false>() && !gives<'E', nearcall::value, true>() && gives<'T', std::string_view, true>());

std::string address;
std::atomic<int> cancelled_naps, tills_gone, sources_closed;

struct Drawer {
    std::atomic<int> sum = 0;
    ~Drawer() { tills_gone++; }
};

struct CountsItsEnd {
    std::shared_ptr<void> end{nullptr, [](void*) { sources_closed++; }};
};

template <class Condition> void await(Condition&& condition)
{
    for (int i = 0; i < 1000 && !condition(); i++) {
        std::this_thread::sleep_for(5ms);
    }
    CHECK(condition());
}

struct Notes {
    std::mutex lock;
    std::vector<int> all;
};

int fail_in(int way)
{
    switch (way) {
    case 0: throw nearcall::java_exception("shop.SoldOut", "lamp", nearcall::java_exception("shop.Empty"));
    case 1: throw std::invalid_argument("way");
    case 2: throw std::out_of_range("index");
    case 3: throw std::logic_error("state");
    case 4: throw std::runtime_error("disk");
    default: throw way;
    }
}

nearcall::exported serve(nearcall::endpoint& endpoint)
{
    auto kept = std::make_shared<Notes>();
    return endpoint.serve<Shop>(
        address,
        on(describe, [](bool z, std::int8_t b, char16_t c, short s, int i, std::int64_t l, float f, double d) {
            char text[200];
            snprintf(text, sizeof text, "%d %d %d %d %d %lld %g %g", z, b, c, s, i, static_cast<long long>(l), f, d);
            return std::string(text);
        }),
        on(greet, [](std::optional<std::string_view> name) {
            return name ? std::optional("Hello " + std::string(*name)) : std::nullopt;
        }),
        on(hail, [](std::string name) { return "Hail " + name; }),
        on(reverse, [](std::span<const std::byte> bytes) { return std::vector<std::byte>(bytes.rbegin(), bytes.rend()); }),
        on(echo, [](nearcall::value any) { return any; }),
        on(more, [](Item item, int by) {
            item.count += by;
            return item;
        }),
        on(twice, [](std::vector<int> numbers) {
            std::ranges::for_each(numbers, [](int& n) { n *= 2; });
            return numbers;
        }),
        on(fail, [](int way) { fail_in(way); }),
        on(nap, [](nearcall::request& request, std::int64_t millis) {
            for (; millis > 0 && !request.is_cancelled(); millis -= 5) {
                std::this_thread::sleep_for(5ms);
            }
            cancelled_naps += request.is_cancelled() ? 1 : 0;
        }),
        on(soon, [](int n) { return "soon " + std::to_string(n); }),
        on(note, [kept](int n) {
            std::lock_guard guard(kept->lock);
            kept->all.push_back(n);
        }),
        on(notes, [kept] {
            std::lock_guard guard(kept->lock);
            return kept->all;
        }),
        on(context, [](nearcall::request& request) {
            return std::string(request.metadata("tenant").value_or("nobody")) + (request.remaining() ? " in time" : "") +
                   (request.pid() == getpid() && request.uid() == getuid() ? " here" : "");
        }),
        on(open_till, [&endpoint](int sum) {
            auto drawer = std::make_shared<Drawer>();
            drawer->sum = sum;
            return endpoint.make_object<Till>(drawer, on(put, [drawer = drawer.get()](int amount) {
                return drawer->sum += amount;
            }));
        }),
        on(total, [](nearcall::value till) {
            auto drawer = till.own<Drawer>();
            CHECK(till.own<std::string>() == nullptr);
            return drawer ? drawer->sum.load() : -1;
        }),
        on(apply, [](nearcall::service<IntUnaryOperator> function, int times) {
            int value = 1;
            while (times-- > 0) {
                value = function.call<int>(apply_as_int, value);
            }
            return value;
        }),
        on(range, [](int from, int to) {
            return nearcall::source([from, to, end = CountsItsEnd()]() mutable -> std::optional<std::string> {
                if (from == 500) {
                    throw std::runtime_error("500");
                }
                return from < to ? std::optional(std::to_string(from++) + std::string(1000, ' ')) : std::nullopt;
            });
        }),
        on(sum, [](nearcall::stream<int> numbers) {
            std::int64_t total = 0;
            for (int each : numbers) {
                total += each;
            }
            return total;
        }));
}

using Service = nearcall::service<Shop>;

void should_pass_primitives_texts_and_bytes(const Service& shop)
{
    CHECK(shop.call(describe, true, std::int8_t{-1}, u'\u20ac', short{-300}, 7, INT64_MAX, 1.5F, 2) ==
          "1 -1 8364 -300 7 9223372036854775807 1.5 2");
    CHECK(shop.call(hail, "Zo\xc3\xab") == "Hail Zo\xc3\xab" && shop.call(hail, std::string()) == "Hail ");
    CHECK(shop.call(hail, std::string_view("a\0b", 3)) == std::string("Hail a\0b", 8));
    std::vector<std::uint8_t> bytes(100000);
    bytes[0] = 9;
    auto reversed = shop.call<std::vector<std::uint8_t>>(reverse, bytes);
    CHECK(reversed.size() == 100000 && reversed.back() == 9);
    CHECK(shop.call(reverse, std::span<const std::byte>()).empty());
}

void should_accept_null_as_an_optional_alone(const Service& shop)
{
    CHECK(shop.call<std::optional<std::string>>(greet, nullptr) == std::nullopt);
    CHECK(shop.call<std::optional<std::string>>(greet, std::optional<std::string>("Ann")) == "Hello Ann");
    auto unread = thrown_by<nearcall::error>([&] { shop.call(greet, std::nullopt); });
    CHECK(unread.status() == NEARCALL_UNREADABLE && !unread.can_be_repeated());
    CHECK_SAYING(std::string(unread.what()).find("std::optional") != std::string::npos, "%s", unread.what());
    auto refused = thrown_by<nearcall::java_exception>([&] { shop.call(hail, nullptr); });
    CHECK(refused.class_name() == "java.lang.IllegalArgumentException");
    CHECK(!shop.call(echo, nullptr));
}

void should_pass_records_enums_collections_and_arrays(const Service& shop)
{
    Item lamp{"lamp", 3, {"new", "red"}};
    CHECK((shop.call<Item>(more, lamp, 2) == Item{"lamp", 5, {"new", "red"}}));
    CHECK((shop.call<Item>(more, Item{}, 2) == Item{std::nullopt, 2, {}}));
    CHECK(shop.call<Colour>(echo, Colour::red) == Colour::red);
    CHECK(shop.call<std::int64_t>(echo, INT64_MIN) == INT64_MIN && shop.call<bool>(echo, true) && shop.call<double>(echo, 0.5) == 0.5);
    std::map<std::string, std::vector<std::optional<Item>>> stock{{"a", {lamp, std::nullopt}}, {"b", {}}};
    CHECK(shop.call<decltype(stock)>(echo, stock) == stock);
    CHECK((shop.call<std::vector<int>>(twice, std::vector{1, -2, 1 << 20}) == std::vector{2, -4, 1 << 21}));
    auto wrong = thrown_by<nearcall::error>([&] { shop.call<int>(echo, "seven"); });
    CHECK_SAYING(std::string(wrong.what()).find("java.lang.String") != std::string::npos, "%s", wrong.what());
    CHECK(thrown_by<nearcall::error>([&] { shop.call<Colour>(echo, lamp); }).status() == NEARCALL_UNREADABLE);
}

void should_make_values_and_keep_results(const Service& shop, const nearcall::endpoint& endpoint)
{
    nearcall::values make(endpoint);
    nearcall::value item = make.instance("shop.Item", {{"name", make.of("lamp")}, {"count", make.of(3)},
                                                     {"tags", make.of(std::vector<std::string>())}});
    std::vector<nearcall::value> kept;
    for (int i = 0; i < 10; i++) { /* more than there are lanes */
        kept.push_back(shop.call({.deadline = 5s}, more, item, i));
    }
    for (int i = 0; i < 10; i++) {
        CHECK(kept[i].member("count").as<int>() == 3 + i && kept[i].class_name() == "shop.Item");
    }
    nearcall::value instant = shop.call(echo, make.jdk("java.time.Instant", {make.of(INT64_C(1000)), make.of(5)}));
    CHECK(instant[0].as<std::int64_t>() == 1000 && instant[1].as<int>() == 5);
    std::vector<Colour> colours;
    for (nearcall::value each : shop.call(echo, std::vector{Colour::red, Colour::green}).elements()) {
        colours.push_back(each.as<Colour>());
    }
    CHECK((colours == std::vector{Colour::red, Colour::green}));
    auto unknown = thrown_by<nearcall::error>([&] { make.instance("shop.Nobody", {}); });
    CHECK_SAYING(std::string(unknown.what()).find("shop.Nobody") != std::string::npos, "%s", unknown.what());
}

void should_refuse_to_convert_a_value_that_contains_itself(const Service& shop, const nearcall::endpoint& endpoint)
{
    CHECK(shop.call<Node>(echo, Node{{Node{}, Node{{Node{}}}}}).children.at(1).children.size() == 1);
    nearcall::values make(endpoint);
    nearcall_value* node = make.make("shop.Node");
    nearcall_value* children = nearcall_new_list(make.get());
    CHECK(nearcall_value_add(make.get(), children, node) && nearcall_value_set(node, "children", children));
    nearcall::value back = shop.call(echo, nearcall::value(nullptr, nullptr, node));
    CHECK(back.member("children")[0].get() == back.get());
    auto endless = thrown_by<nearcall::error>([&] { back.as<Node>(); });
    CHECK(endless.status() == NEARCALL_UNREADABLE);
    CHECK(back.member("children").size() == 1);
}

/* One text, to which many places refer. */
void should_refuse_a_value_that_becomes_too_much()
{
    nearcall_options options = nearcall::options();
    options.max_message_bytes = 65536;
    nearcall::endpoint endpoint(options);
    nearcall::values make(endpoint);
    nearcall::value text = make.of(std::string(1000, 'x'));
    nearcall::value texts = make.of(std::vector<nearcall::value>(100, text));
    for (int i = 0; i < 3; i++) {
        CHECK(texts.as<std::vector<std::string>>().size() == 100);
    }
    nearcall::value lists = make.of(std::vector<nearcall::value>(3, texts));
    auto much = thrown_by<nearcall::error>([&] { lists.as<std::vector<std::vector<std::string>>>(); });
    CHECK_SAYING(much.status() == NEARCALL_UNREADABLE && std::string(much.what()).find("max_message_bytes") != std::string::npos,
                 "%s", much.what());
    std::vector<std::int64_t> numbers(10000);
    nearcall::value arrays = make.of(std::vector<nearcall::value>(4, make.of(numbers, "[J")));
    thrown_by<nearcall::error>([&] { arrays.as<std::vector<std::vector<std::int64_t>>>(); });
    CHECK(arrays[0].as<std::vector<std::int64_t>>() == numbers);
}

void should_make_java_exceptions_of_what_handlers_throw(const Service& shop)
{
    static const char* const classes[] = {"shop.SoldOut", "java.lang.IllegalArgumentException",
                                          "java.lang.IndexOutOfBoundsException", "java.lang.IllegalStateException",
                                          "java.lang.RuntimeException", "java.lang.RuntimeException"};
    static const char* const messages[] = {"lamp", "way", "index", "state", "disk", "A C++ handler threw"};
    for (int way = 0; way < 6; way++) {
        auto thrown = thrown_by<nearcall::java_exception>([&] { shop.call(fail, way); });
        CHECK_SAYING(thrown.class_name() == classes[way], "%s", thrown.what());
        CHECK_SAYING(thrown.message()->starts_with(messages[way]), "%s", thrown.what());
        CHECK(thrown.cause().has_value() == (way == 0));
    }
    auto sold_out = thrown_by<nearcall::java_exception>([&] { shop.call(fail, 0); });
    CHECK(sold_out.cause()->class_name() == "shop.Empty" && !sold_out.cause()->message());
}

void should_say_what_failed_and_whether_to_repeat_it(const Service& shop, const nearcall::endpoint& endpoint)
{
    auto late = thrown_by<nearcall::error>([&] { shop.call({.deadline = 50ms}, nap, 60000); });
    CHECK(late.status() == NEARCALL_DEADLINE && late.outcome() == NEARCALL_MAY_HAVE_RUN && !late.can_be_repeated());
    await([] { return cancelled_naps == 1; });
    auto wider = endpoint.lookup<WiderShop>(address);
    CHECK(wider.call(greet, "Ann") == "Hello Ann");
    auto absent = thrown_by<nearcall::error>([&] { wider.call(missing); });
    CHECK(absent.status() == NEARCALL_NOT_FOUND && absent.can_be_repeated());
    CHECK(shop.call({.deadline = 5s, .metadata = {{"tenant", "Ann"}}}, context) == "Ann in time here");
    CHECK(shop.call(context) == "nobody here");
}

void should_answer_futures_and_cancel_them(const Service& shop)
{
    std::vector<nearcall::future<std::string>> futures;
    for (int i = 0; i < 100; i++) {
        futures.push_back(shop.async<std::string>(soon, i));
    }
    for (int i = 0; i < 100; i++) {
        CHECK(futures[i].get() == "soon " + std::to_string(i));
    }
    CHECK(thrown_by<nearcall::error>([&] { futures[0].get(); }).status() == NEARCALL_INVALID);
    auto long_nap = shop.async(nap, 60000);
    std::thread other([&] {
        std::this_thread::sleep_for(50ms);
        long_nap.cancel();
    });
    CHECK(thrown_by<nearcall::error>([&] { long_nap.get(); }).status() == NEARCALL_CANCELLED);
    other.join();
    long_nap.cancel(); /* too late, and harmless */
    shop.async(nap, 60000); /* given up at once */
    auto failing = shop.async(fail, 1);
    CHECK(thrown_by<nearcall::java_exception>([&] { failing.get(); }).message() == "way");
}

void should_keep_the_order_of_posts_and_a_fence(const Service& shop)
{
    std::vector<int> sent;
    for (int i = 0; i < 200; i++) {
        shop.post({.strand = 3}, note, i);
        sent.push_back(i);
    }
    shop.fence(3);
    CHECK(shop.call<std::vector<int>>(notes) == sent);
}

void should_call_objects_and_bring_them_home(const Service& shop)
{
    {
        auto till = shop.call<nearcall::service<Till>>(open_till, 10);
        CHECK(till.call(put, 5) == 15 && till.call(put, 6) == 21);
        CHECK(shop.call(total, till) == 21 && shop.call(total, nullptr) == -1);
        CHECK(tills_gone == 0);
        auto refused = thrown_by<nearcall::error>([&] { shop.call(total, shop); });
        CHECK_SAYING(std::string(refused.what()).find("make_object") != std::string::npos, "%s", refused.what());
    }
    await([] { return tills_gone == 1; });
}

void should_call_back_within_a_call(const Service& shop, nearcall::endpoint& endpoint)
{
    auto doubling = endpoint.make_object<IntUnaryOperator>(on(apply_as_int, [](int n) { return 2 * n; }));
    CHECK(shop.call(apply, doubling, 10) == 1024);
    auto deeper = endpoint.make_object<IntUnaryOperator>(on(apply_as_int, [&](int n) { return shop.call<int>(apply, doubling, 1) + n; }));
    CHECK(shop.call(apply, deeper, 3) == 7);
    auto failing = endpoint.make_object<IntUnaryOperator>(on(apply_as_int, [](int) -> int { throw std::out_of_range("negative"); }));
    auto thrown = thrown_by<nearcall::java_exception>([&] { shop.call(apply, failing, 1); });
    CHECK(thrown.class_name() == "java.lang.IndexOutOfBoundsException" && thrown.message() == "negative");
}

void should_read_and_pass_streams(const Service& shop)
{
    int expected = 0;
    for (const std::string& each : shop.call<nearcall::stream<std::string>>(range, 0, 300)) {
        CHECK(std::stoi(each) == expected++);
    }
    CHECK(expected == 300);
    auto empty = shop.call<nearcall::stream<std::string>>(range, 1, 1);
    CHECK(!empty.next() && !empty.next());
    {
        auto unfinished = shop.call<nearcall::stream<std::string>>(range, 0, 300);
        CHECK(std::stoi(*unfinished.next(5s)) == 0);
    }
    auto failing = shop.call<nearcall::stream<std::string>>(range, 499, 501);
    CHECK(std::stoi(*failing.next()) == 499);
    CHECK(thrown_by<nearcall::java_exception>([&] { failing.next(); }).message() == "500");
    CHECK(shop.call(sum, nearcall::source(std::views::iota(0, 20000))) == INT64_C(19999) * 20000 / 2);
    CHECK(shop.call(sum, nearcall::source(std::vector{1, 2, 3})) == 6);
    nearcall::source once(std::vector<int>{});
    CHECK(shop.call(sum, once) == 0);
    CHECK(thrown_by<nearcall::error>([&] { shop.call(sum, once); }).status() == NEARCALL_INVALID);
}

} // namespace

int main(int argc, char** argv)
{
    std::string channel = argc > 1 ? argv[1] : "shm";
    address = channel + ":shop";
    printf("over %s\n", channel.c_str());
    alarm(120);
    std::optional<Service> late;
    {
        nearcall_options options = nearcall::options();
        options.max_lanes = 4;
        options.lookup_timeout_ns = 5000000000;
        nearcall::endpoint serving(options), calling(options);
        for (const nearcall::endpoint* each : {&serving, &calling}) {
            each->describe<Item>();
            each->describe<Colour>();
            each->describe<Node>();
            each->describe("shop.Till", "remote interface");
        }
        auto exported = serve(serving);
        auto shop = calling.lookup<Shop>(address);
        CHECK(!exported.is_closed());
        auto taken = thrown_by<nearcall::error>([&] { serve(calling); });
        CHECK(taken.status() == NEARCALL_NAME_IN_USE && taken.status_name() == std::string("NEARCALL_NAME_IN_USE"));
        const auto run = [](const char* name, auto&& test) {
            test();
            printf("ok %s\n", name);
            fflush(stdout);
        };
#define RUN_WITH(test, ...) run(#test, [&] { test(shop __VA_OPT__(, ) __VA_ARGS__); })
        RUN_WITH(should_pass_primitives_texts_and_bytes);
        RUN_WITH(should_accept_null_as_an_optional_alone);
        RUN_WITH(should_pass_records_enums_collections_and_arrays);
        RUN_WITH(should_make_values_and_keep_results, calling);
        RUN_WITH(should_refuse_to_convert_a_value_that_contains_itself, calling);
        run("should_refuse_a_value_that_becomes_too_much", should_refuse_a_value_that_becomes_too_much);
        RUN_WITH(should_make_java_exceptions_of_what_handlers_throw);
        RUN_WITH(should_say_what_failed_and_whether_to_repeat_it, calling);
        RUN_WITH(should_answer_futures_and_cancel_them);
        RUN_WITH(should_keep_the_order_of_posts_and_a_fence);
        RUN_WITH(should_call_objects_and_bring_them_home);
        RUN_WITH(should_call_back_within_a_call, calling);
        RUN_WITH(should_read_and_pass_streams);
        late = shop;
    }
    CHECK(sources_closed == 4);
    auto closed = thrown_by<nearcall::error>([&] { late->call(hail, "Ann"); }); /* after its endpoint */
    CHECK_SAYING(closed.can_be_repeated(), "%s", closed.what());
    return 0;
}
