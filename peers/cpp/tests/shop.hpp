// Made by nearcall describe --format=c++ shop.Shop --allow shop.Shop$Gift. Changes are lost when it is made again.
#ifndef NEARCALL_GENERATED_SHOP_HPP
#define NEARCALL_GENERATED_SHOP_HPP

#include "nearcall/generated.hpp"

namespace shop {

/* shop.Shop$Colour */
enum class Colour { RED, GREEN };

} // namespace shop

template <> struct nearcall::enumeration<shop::Colour> {
    static constexpr const char* name = "shop.Shop$Colour";
    static constexpr auto constants = std::array{
        std::pair{::shop::Colour::GREEN, "GREEN"},
        std::pair{::shop::Colour::RED, "RED"}};
};

namespace shop {

struct Box;
struct Gift;
struct Item;
struct Receipt;
class Shop;
class ShopSkeleton;

} // namespace shop

namespace java::util::function {

class IntUnaryOperator;
class IntUnaryOperatorSkeleton;

} // namespace java::util::function

namespace shop {

class Till;
class TillSkeleton;

} // namespace shop

namespace shop::Shop_methods {

inline constexpr ::nearcall::method<"add (II)I (II)I"> add;
inline constexpr ::nearcall::method<"apply (Ljava/util/function/IntUnaryOperator;I)I (RI)I"> apply;
inline constexpr ::nearcall::method<"broken ()Ljava/util/Iterator; ()E"> broken;
inline constexpr ::nearcall::method<"buy (Lshop/Shop$Item;D)Lshop/Shop$Receipt; (LD)L"> buy;
inline constexpr ::nearcall::method<"collect ()V ()V"> collect;
inline constexpr ::nearcall::method<"context ()Ljava/lang/String; ()T"> context;
inline constexpr ::nearcall::method<"describe (ZBCSIJFD)Ljava/lang/String; (ZBCSIJFD)T"> describe;
inline constexpr ::nearcall::method<"die ()V ()V"> die;
inline constexpr ::nearcall::method<"echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L"> echo;
inline constexpr ::nearcall::method<"fail ()V ()V"> fail;
inline constexpr ::nearcall::method<"greet (Ljava/lang/String;)Ljava/lang/String; (T)T"> greet;
inline constexpr ::nearcall::method<"interrupts ()I ()I"> interrupts;
inline constexpr ::nearcall::method<"later (Ljava/time/Instant;Ljava/time/Duration;)Ljava/time/Instant; (XX)X"> later;
inline constexpr ::nearcall::method<"note (Ljava/lang/String;)V (T)V"> note;
inline constexpr ::nearcall::method<"notes ()Ljava/util/List; ()L"> notes;
inline constexpr ::nearcall::method<"open (Ljava/lang/String;)Lshop/Till; (T)L"> open;
inline constexpr ::nearcall::method<"process ()I ()I"> process;
inline constexpr ::nearcall::method<"range (II)Ljava/util/stream/Stream; (II)E"> range;
inline constexpr ::nearcall::method<"reverse ([B)[B (A)A"> reverse;
inline constexpr ::nearcall::method<"sleep (J)V (J)V"> sleep;
inline constexpr ::nearcall::method<"soon (Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture; (T)L"> soon;
inline constexpr ::nearcall::method<"sum (Ljava/util/Iterator;)J (E)J"> sum;
inline constexpr ::nearcall::method<"surprise ()Ljava/lang/Object; ()L"> surprise;
inline constexpr ::nearcall::method<"ticks (I)Ljava/util/concurrent/Flow$Publisher; (I)E"> ticks;
inline constexpr ::nearcall::method<"total (Lshop/Till;)I (L)I"> total;
inline constexpr ::nearcall::method<"twice ([I)[I (X)X"> twice;
inline constexpr ::nearcall::method<"wrap (Lshop/Shop$Box;)Lshop/Shop$Box; (L)L"> wrap;
using interface = ::nearcall::interface<"shop.Shop", add, apply, broken, buy, collect, context, describe, die, echo, fail, greet, interrupts, later, note, notes, open, process, range, reverse, sleep, soon, sum, surprise, ticks, total, twice, wrap>;
using offered = ::nearcall::interface<"shop.Shop", add, apply, broken, buy, collect, context, describe, die, echo, fail, greet, interrupts, later, note, notes, open, process, range, reverse, sleep, soon, sum, surprise, total, twice, wrap>;

} // namespace shop::Shop_methods

namespace shop {

/* shop.Shop, called. */
class Shop : public ::nearcall::stub<Shop_methods::interface, ShopSkeleton> {
public:
    using stub::stub;
    std::int32_t add(std::int32_t a, std::int32_t b) const;
    std::int32_t apply(const ::java::util::function::IntUnaryOperator& operator_, std::int32_t times) const;
    ::nearcall::stream<std::string> broken() const; /* result: Iterator<String> */
    Receipt buy(const Item& item, double price) const;
    void collect() const;
    std::string context() const;
    std::string describe(bool z, std::int8_t b, char16_t c, std::int16_t s, std::int32_t i, std::int64_t l, float f, double d) const;
    void die() const;
    ::nearcall::value echo(const ::nearcall::value& value) const; /* value: Object; result: Object */
    void fail() const;
    std::optional<std::string> greet(const std::optional<std::string>& name) const;
    std::int32_t interrupts() const;
    ::nearcall::instant later(::nearcall::instant at, std::chrono::nanoseconds by) const;
    void note(const std::string& text) const; /* one-way */
    std::vector<std::string> notes() const;
    Till open(const std::optional<std::string>& name) const;
    std::int32_t process() const;
    ::nearcall::stream<std::int32_t> range(std::int32_t from, std::int32_t to) const; /* result: Stream<Integer> */
    std::vector<std::byte> reverse(const std::vector<std::byte>& bytes) const;
    void sleep(std::int64_t millis) const;
    ::nearcall::future<std::string> soon(const std::string& text) const;
    std::int64_t sum(const ::nearcall::source& numbers) const; /* numbers: Iterator<Integer> */
    ::nearcall::value surprise() const; /* result: Object */
    ::nearcall::stream<std::int32_t> ticks(std::int32_t count) const; /* result: Publisher<Integer> */
    std::int32_t total(const Till& till) const;
    std::vector<std::int32_t> twice(const std::vector<std::int32_t>& numbers) const;
    Box wrap(const Box& box) const;
};

} // namespace shop

namespace java::util::function::IntUnaryOperator_methods {

inline constexpr ::nearcall::method<"applyAsInt (I)I (I)I"> applyAsInt;
using interface = ::nearcall::interface<"java.util.function.IntUnaryOperator", applyAsInt>;
using offered = interface;

} // namespace java::util::function::IntUnaryOperator_methods

namespace java::util::function {

/* java.util.function.IntUnaryOperator, called. */
class IntUnaryOperator : public ::nearcall::stub<IntUnaryOperator_methods::interface, IntUnaryOperatorSkeleton> {
public:
    using stub::stub;
    std::int32_t applyAsInt(std::int32_t arg0) const;
};

} // namespace java::util::function

namespace shop::Till_methods {

inline constexpr ::nearcall::method<"put (I)I (I)I"> put;
using interface = ::nearcall::interface<"shop.Till", put>;
using offered = interface;

} // namespace shop::Till_methods

namespace shop {

/* shop.Till, called. */
class Till : public ::nearcall::stub<Till_methods::interface, TillSkeleton> {
public:
    using stub::stub;
    std::int32_t put(std::int32_t amount) const;
};

/* shop.Shop$Box */
struct Box {
    ::nearcall::value content; /* Object */
    std::shared_ptr<Box> inner;
    std::int32_t size{};
};

/* shop.Shop$Gift */
struct Gift {
    std::string wrapping;
    bool operator==(const Gift&) const = default;
};

/* shop.Shop$Item */
struct Item {
    std::optional<std::string> name;
    std::int32_t count{};
    std::optional<Colour> colour{};
    std::optional<std::vector<std::string>> tags;
    bool operator==(const Item&) const = default;
};

/* shop.Shop$Receipt */
struct Receipt {
    Item item;
    double total{};
    std::vector<std::optional<Item>> parts;
    bool operator==(const Receipt&) const = default;
};

} // namespace shop

template <> struct nearcall::record<shop::Box> {
    static constexpr const char* name = "shop.Shop$Box";
    static constexpr const char* shape = "class extends java.lang.Object";
    static constexpr auto members = std::tuple{
        member{"content", &::shop::Box::content, "java.lang.Object"},
        member{"inner", &::shop::Box::inner, "shop.Shop$Box"},
        member{"size", &::shop::Box::size, "int exact"}};
};

template <> struct nearcall::record<shop::Gift> {
    static constexpr const char* name = "shop.Shop$Gift";
    static constexpr const char* shape = "final class extends java.lang.Object";
    static constexpr auto members = std::tuple{
        member{"wrapping", &::shop::Gift::wrapping, "java.lang.String exact"}};
};

template <> struct nearcall::record<shop::Item> {
    static constexpr const char* name = "shop.Shop$Item";
    static constexpr auto members = std::tuple{
        member{"name", &::shop::Item::name, "java.lang.String exact"},
        member{"count", &::shop::Item::count, "int exact"},
        member{"colour", &::shop::Item::colour, "shop.Shop$Colour exact"},
        member{"tags", &::shop::Item::tags, "java.util.List"}};
};

template <> struct nearcall::record<shop::Receipt> {
    static constexpr const char* name = "shop.Shop$Receipt";
    static constexpr auto members = std::tuple{
        member{"item", &::shop::Receipt::item, "shop.Shop$Item exact"},
        member{"total", &::shop::Receipt::total, "double exact"},
        member{"parts", &::shop::Receipt::parts, "[Lshop.Shop$Item; exact"}};
};

namespace shop {

/* shop.Shop$SoldOut */
class SoldOut : public ::nearcall::java_exception {
public:
    static constexpr const char* java_class = "shop.Shop$SoldOut";
    explicit SoldOut(std::optional<std::string> message = {}, std::optional<::nearcall::java_exception> cause = {})
        : java_exception(java_class, std::move(message), std::move(cause))
    {
    }
    explicit SoldOut(const ::nearcall::java_exception& from) : java_exception(from) {}
};

/* shop.Shop, offered. */
class ShopSkeleton {
public:
    using nearcall_stub = Shop;
    virtual ~ShopSkeleton() = default;
    virtual std::int32_t add(std::int32_t a, std::int32_t b) = 0;
    virtual std::int32_t apply(const ::java::util::function::IntUnaryOperator& operator_, std::int32_t times) = 0;
    virtual ::nearcall::source broken() = 0; /* result: Iterator<String> */
    virtual Receipt buy(const Item& item, double price) = 0;
    virtual void collect() = 0;
    virtual std::string context() = 0;
    virtual std::string describe(bool z, std::int8_t b, char16_t c, std::int16_t s, std::int32_t i, std::int64_t l, float f, double d) = 0;
    virtual void die() = 0;
    virtual ::nearcall::value echo(const ::nearcall::value& value) = 0; /* value: Object; result: Object */
    virtual void fail() = 0;
    virtual std::optional<std::string> greet(const std::optional<std::string>& name) = 0;
    virtual std::int32_t interrupts() = 0;
    virtual ::nearcall::instant later(::nearcall::instant at, std::chrono::nanoseconds by) = 0;
    virtual void note(const std::string& text) = 0; /* one-way */
    virtual std::vector<std::string> notes() = 0;
    virtual Till open(const std::optional<std::string>& name) = 0;
    virtual std::int32_t process() = 0;
    virtual ::nearcall::source range(std::int32_t from, std::int32_t to) = 0; /* result: Stream<Integer> */
    virtual std::vector<std::byte> reverse(const std::vector<std::byte>& bytes) = 0;
    virtual void sleep(std::int64_t millis) = 0;
    virtual std::string soon(const std::string& text) = 0;
    virtual std::int64_t sum(::nearcall::stream<std::int32_t> numbers) = 0; /* numbers: Iterator<Integer> */
    virtual ::nearcall::value surprise() = 0; /* result: Object */
    virtual std::int32_t total(const Till& till) = 0;
    virtual std::vector<std::int32_t> twice(const std::vector<std::int32_t>& numbers) = 0;
    virtual Box wrap(const Box& box) = 0;
};

} // namespace shop

namespace java::util::function {

/* java.util.function.IntUnaryOperator, offered. */
class IntUnaryOperatorSkeleton {
public:
    using nearcall_stub = IntUnaryOperator;
    virtual ~IntUnaryOperatorSkeleton() = default;
    virtual std::int32_t applyAsInt(std::int32_t arg0) = 0;
};

} // namespace java::util::function

namespace shop {

/* shop.Till, offered. */
class TillSkeleton {
public:
    using nearcall_stub = Till;
    virtual ~TillSkeleton() = default;
    virtual std::int32_t put(std::int32_t amount) = 0;
};

inline std::int32_t Shop::add(std::int32_t a, std::int32_t b) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), Shop_methods::add, a, b);
}

inline std::int32_t Shop::apply(const ::java::util::function::IntUnaryOperator& operator_, std::int32_t times) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), Shop_methods::apply, operator_, times);
}

inline ::nearcall::stream<std::string> Shop::broken() const
{
    return call_<::nearcall::stream<std::string>>(::nearcall::throws<>(), none(), Shop_methods::broken);
}

inline Receipt Shop::buy(const Item& item, double price) const
{
    return call_<Receipt>(::nearcall::throws<SoldOut>(), none(), Shop_methods::buy, item, price);
}

inline void Shop::collect() const
{
    return call_<void>(::nearcall::throws<>(), none(), Shop_methods::collect);
}

inline std::string Shop::context() const
{
    return call_<std::string>(::nearcall::throws<>(), none(), Shop_methods::context);
}

inline std::string Shop::describe(bool z, std::int8_t b, char16_t c, std::int16_t s, std::int32_t i, std::int64_t l, float f, double d) const
{
    return call_<std::string>(::nearcall::throws<>(), none(), Shop_methods::describe, z, b, c, s, i, l, f, d);
}

inline void Shop::die() const
{
    return call_<void>(::nearcall::throws<>(), none(), Shop_methods::die);
}

inline ::nearcall::value Shop::echo(const ::nearcall::value& value) const
{
    return call_<::nearcall::value>(::nearcall::throws<>(), none(), Shop_methods::echo, value);
}

inline void Shop::fail() const
{
    return call_<void>(::nearcall::throws<>(), none(), Shop_methods::fail);
}

inline std::optional<std::string> Shop::greet(const std::optional<std::string>& name) const
{
    return call_<std::optional<std::string>>(::nearcall::throws<>(), none(), Shop_methods::greet, name);
}

inline std::int32_t Shop::interrupts() const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), Shop_methods::interrupts);
}

inline ::nearcall::instant Shop::later(::nearcall::instant at, std::chrono::nanoseconds by) const
{
    return call_<::nearcall::instant>(::nearcall::throws<>(), none(), Shop_methods::later, at, by);
}

inline void Shop::note(const std::string& text) const
{
    post_(none(), Shop_methods::note, text);
}

inline std::vector<std::string> Shop::notes() const
{
    return call_<std::vector<std::string>>(::nearcall::throws<>(), none(), Shop_methods::notes);
}

inline Till Shop::open(const std::optional<std::string>& name) const
{
    return call_<Till>(::nearcall::throws<>(), none(), Shop_methods::open, name);
}

inline std::int32_t Shop::process() const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), Shop_methods::process);
}

inline ::nearcall::stream<std::int32_t> Shop::range(std::int32_t from, std::int32_t to) const
{
    return call_<::nearcall::stream<std::int32_t>>(::nearcall::throws<>(), none(), Shop_methods::range, from, to);
}

inline std::vector<std::byte> Shop::reverse(const std::vector<std::byte>& bytes) const
{
    return call_<std::vector<std::byte>>(::nearcall::throws<>(), none(), Shop_methods::reverse, bytes);
}

inline void Shop::sleep(std::int64_t millis) const
{
    return call_<void>(::nearcall::throws<>(), none(), Shop_methods::sleep, millis);
}

inline ::nearcall::future<std::string> Shop::soon(const std::string& text) const
{
    return async_<std::string>(none(), Shop_methods::soon, text);
}

inline std::int64_t Shop::sum(const ::nearcall::source& numbers) const
{
    return call_<std::int64_t>(::nearcall::throws<>(), none(), Shop_methods::sum, numbers);
}

inline ::nearcall::value Shop::surprise() const
{
    return call_<::nearcall::value>(::nearcall::throws<>(), none(), Shop_methods::surprise);
}

inline ::nearcall::stream<std::int32_t> Shop::ticks(std::int32_t count) const
{
    return call_<::nearcall::stream<std::int32_t>>(::nearcall::throws<>(), none(), Shop_methods::ticks, count);
}

inline std::int32_t Shop::total(const Till& till) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), Shop_methods::total, till);
}

inline std::vector<std::int32_t> Shop::twice(const std::vector<std::int32_t>& numbers) const
{
    return call_<std::vector<std::int32_t>>(::nearcall::throws<>(), none(), Shop_methods::twice, numbers);
}

inline Box Shop::wrap(const Box& box) const
{
    return call_<Box>(::nearcall::throws<>(), none(), Shop_methods::wrap, box);
}

} // namespace shop

namespace java::util::function {

inline std::int32_t IntUnaryOperator::applyAsInt(std::int32_t arg0) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), IntUnaryOperator_methods::applyAsInt, arg0);
}

} // namespace java::util::function

namespace shop {

inline std::int32_t Till::put(std::int32_t amount) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), Till_methods::put, amount);
}

} // namespace shop

/* Describes the classes of this header. nearcall::lookup(), serve() and share() do so, too. */
inline void describe_shop(const nearcall::endpoint& endpoint)
{
    endpoint.describe<shop::Box>();
    endpoint.describe<shop::Colour>();
    endpoint.describe<shop::Gift>();
    endpoint.describe<shop::Item>();
    endpoint.describe<shop::Receipt>();
    endpoint.describe("shop.Shop", "remote interface");
    endpoint.describe("shop.Till", "remote interface");
}

template <> struct nearcall::generated<shop::Shop> {
    using interface = ::shop::Shop_methods::interface;
    using offered = ::shop::Shop_methods::offered;
    using skeleton = ::shop::ShopSkeleton;
    static constexpr const char* service_name = "shop";
    static void describe(const endpoint& endpoint) { describe_shop(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::shop::Shop_methods::add, [own](std::int32_t a, std::int32_t b) { return own->add(a, b); }),
            on(::shop::Shop_methods::apply, [own](::java::util::function::IntUnaryOperator operator_, std::int32_t times) { return own->apply(operator_, times); }),
            on(::shop::Shop_methods::broken, [own]() { return own->broken(); }),
            on(::shop::Shop_methods::buy, [own](::shop::Item item, double price) { return own->buy(item, price); }),
            on(::shop::Shop_methods::collect, [own]() { return own->collect(); }),
            on(::shop::Shop_methods::context, [own]() { return own->context(); }),
            on(::shop::Shop_methods::describe, [own](bool z, std::int8_t b, char16_t c, std::int16_t s, std::int32_t i, std::int64_t l, float f, double d) { return own->describe(z, b, c, s, i, l, f, d); }),
            on(::shop::Shop_methods::die, [own]() { return own->die(); }),
            on(::shop::Shop_methods::echo, [own](::nearcall::value value) { return own->echo(value); }),
            on(::shop::Shop_methods::fail, [own]() { return own->fail(); }),
            on(::shop::Shop_methods::greet, [own](std::optional<std::string> name) { return own->greet(name); }),
            on(::shop::Shop_methods::interrupts, [own]() { return own->interrupts(); }),
            on(::shop::Shop_methods::later, [own](::nearcall::instant at, std::chrono::nanoseconds by) { return own->later(at, by); }),
            on(::shop::Shop_methods::note, [own](std::string text) { return own->note(text); }),
            on(::shop::Shop_methods::notes, [own]() { return own->notes(); }),
            on(::shop::Shop_methods::open, [own](std::optional<std::string> name) { return own->open(name); }),
            on(::shop::Shop_methods::process, [own]() { return own->process(); }),
            on(::shop::Shop_methods::range, [own](std::int32_t from, std::int32_t to) { return own->range(from, to); }),
            on(::shop::Shop_methods::reverse, [own](std::vector<std::byte> bytes) { return own->reverse(bytes); }),
            on(::shop::Shop_methods::sleep, [own](std::int64_t millis) { return own->sleep(millis); }),
            on(::shop::Shop_methods::soon, [own](std::string text) { return own->soon(text); }),
            on(::shop::Shop_methods::sum, [own](::nearcall::stream<std::int32_t> numbers) { return own->sum(std::move(numbers)); }),
            on(::shop::Shop_methods::surprise, [own]() { return own->surprise(); }),
            on(::shop::Shop_methods::total, [own](::shop::Till till) { return own->total(till); }),
            on(::shop::Shop_methods::twice, [own](std::vector<std::int32_t> numbers) { return own->twice(numbers); }),
            on(::shop::Shop_methods::wrap, [own](::shop::Box box) { return own->wrap(box); }));
    }
};

template <> struct nearcall::generated<java::util::function::IntUnaryOperator> {
    using interface = ::java::util::function::IntUnaryOperator_methods::interface;
    using offered = ::java::util::function::IntUnaryOperator_methods::offered;
    using skeleton = ::java::util::function::IntUnaryOperatorSkeleton;
    static constexpr const char* service_name = "IntUnaryOperator";
    static void describe(const endpoint& endpoint) { describe_shop(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::java::util::function::IntUnaryOperator_methods::applyAsInt, [own](std::int32_t arg0) { return own->applyAsInt(arg0); }));
    }
};

template <> struct nearcall::generated<shop::Till> {
    using interface = ::shop::Till_methods::interface;
    using offered = ::shop::Till_methods::offered;
    using skeleton = ::shop::TillSkeleton;
    static constexpr const char* service_name = "Till";
    static void describe(const endpoint& endpoint) { describe_shop(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::shop::Till_methods::put, [own](std::int32_t amount) { return own->put(amount); }));
    }
};

#endif
