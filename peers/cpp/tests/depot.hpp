// Made by nearcall describe --format=c++ depot.Depot. Changes are lost when it is made again.
#ifndef NEARCALL_GENERATED_DEPOT_HPP
#define NEARCALL_GENERATED_DEPOT_HPP

#include "nearcall/generated.hpp"

namespace depot {

/* depot.Depot$Size */
enum class Size { SMALL, LARGE, NULL_ };

} // namespace depot

namespace java::time {

/* java.time.DayOfWeek */
enum class DayOfWeek { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY };

} // namespace java::time

template <> struct nearcall::enumeration<depot::Size> {
    static constexpr const char* name = "depot.Depot$Size";
    static constexpr auto constants = std::array{
        std::pair{::depot::Size::LARGE, "LARGE"},
        std::pair{::depot::Size::NULL_, "NULL"},
        std::pair{::depot::Size::SMALL, "SMALL"}};
};

template <> struct nearcall::enumeration<java::time::DayOfWeek> {
    static constexpr const char* name = "java.time.DayOfWeek";
    static constexpr auto constants = std::array{
        std::pair{::java::time::DayOfWeek::FRIDAY, "FRIDAY"},
        std::pair{::java::time::DayOfWeek::MONDAY, "MONDAY"},
        std::pair{::java::time::DayOfWeek::SATURDAY, "SATURDAY"},
        std::pair{::java::time::DayOfWeek::SUNDAY, "SUNDAY"},
        std::pair{::java::time::DayOfWeek::THURSDAY, "THURSDAY"},
        std::pair{::java::time::DayOfWeek::TUESDAY, "TUESDAY"},
        std::pair{::java::time::DayOfWeek::WEDNESDAY, "WEDNESDAY"}};
};

namespace depot {

struct Circle;
struct Part;
struct Crate;
struct Label;
struct Seal;
struct Square;
class Depot;
class DepotSkeleton;
class Watcher;
class WatcherSkeleton;

} // namespace depot

namespace java::util::function {

class IntBinaryOperator;
class IntBinaryOperatorSkeleton;

} // namespace java::util::function

namespace depot::Depot_methods {

inline constexpr ::nearcall::method<"after (Ljava/time/DayOfWeek;)Ljava/time/DayOfWeek; (X)X"> after;
inline constexpr ::nearcall::method<"apply (Ljava/util/function/IntBinaryOperator;II)I (RII)I"> apply;
inline constexpr ::nearcall::method<"count (Ljava/util/Collection;)Ljava/util/Map; (L)L"> count;
inline constexpr ::nearcall::method<"delete (Ljava/lang/String;)Ljava/lang/String; (T)T"> delete_;
inline constexpr ::nearcall::method<"find (Ljava/lang/String;)Ljava/util/Optional; (T)X"> find;
inline constexpr ::nearcall::method<"half (Ljava/lang/Integer;)Ljava/lang/Integer; (X)X"> half;
inline constexpr ::nearcall::method<"ids (Ljava/util/Set;)Ljava/util/Set; (L)L"> ids;
inline constexpr ::nearcall::method<"log (Ljava/lang/String;)V (T)V"> log;
inline constexpr ::nearcall::method<"logged ()Ljava/util/List; ()L"> logged;
inline constexpr ::nearcall::method<"news (I)Ljava/util/concurrent/Flow$Publisher; (I)E"> news;
inline constexpr ::nearcall::method<"next (C)C (C)C"> next;
inline constexpr ::nearcall::method<"numbers (I)Ljava/util/stream/IntStream; (I)E"> numbers;
inline constexpr ::nearcall::method<"order (Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture; (T)L"> order;
inline constexpr ::nearcall::method<"pack (Ldepot/Depot$Crate;)Ldepot/Depot$Crate; (L)L"> pack;
inline constexpr ::nearcall::method<"parts (I)Ljava/util/stream/Stream; (I)E"> parts;
inline constexpr ::nearcall::method<"price (Ljava/math/BigDecimal;)Ljava/math/BigDecimal; (L)L"> price;
inline constexpr ::nearcall::method<"put (I)Ljava/lang/String; (I)T"> put_int;
inline constexpr ::nearcall::method<"put (Ljava/lang/String;Ljava/util/List;)Ljava/lang/String; (TL)T"> put_String_List;
inline constexpr ::nearcall::method<"ratio (II)Ljava/util/OptionalDouble; (II)X"> ratio;
inline constexpr ::nearcall::method<"relabel (Ldepot/Depot$Label;)Ldepot/Depot$Label; (L)L"> relabel;
inline constexpr ::nearcall::method<"rest ()V ()V"> rest;
inline constexpr ::nearcall::method<"reverse ([B)[B (A)A"> reverse;
inline constexpr ::nearcall::method<"same (Ldepot/Depot$Watcher;)Ldepot/Depot$Watcher; (L)L"> same;
inline constexpr ::nearcall::method<"scale (Ldepot/Depot$Shape;D)Ldepot/Depot$Shape; (LD)L"> scale;
inline constexpr ::nearcall::method<"seal (Ldepot/Depot$Seal;)Ldepot/Depot$Seal; (L)L"> seal;
inline constexpr ::nearcall::method<"settle ()Ljava/util/concurrent/CompletableFuture; ()L"> settle;
inline constexpr ::nearcall::method<"shorten (Ljava/lang/String;)Ljava/lang/String; (T)T"> shorten;
inline constexpr ::nearcall::method<"take (Ljava/lang/String;)Ldepot/Depot$Part; (T)L"> take;
inline constexpr ::nearcall::method<"total (Ljava/util/Iterator;)J (E)J"> total;
inline constexpr ::nearcall::method<"watch (Ldepot/Depot$Watcher;I)I (LI)I"> watch;
using interface = ::nearcall::interface<"depot.Depot", after, apply, count, delete_, find, half, ids, log, logged, news, next, numbers, order, pack, parts, price, put_int, put_String_List, ratio, relabel, rest, reverse, same, scale, seal, settle, shorten, take, total, watch>;
using offered = ::nearcall::interface<"depot.Depot", after, apply, count, delete_, find, half, ids, log, logged, next, numbers, order, pack, parts, price, put_int, put_String_List, ratio, relabel, rest, reverse, same, scale, seal, settle, shorten, take, total, watch>;

} // namespace depot::Depot_methods

namespace depot {

/* depot.Depot, called. */
class Depot : public ::nearcall::stub<Depot_methods::interface, DepotSkeleton> {
public:
    using stub::stub;
    ::java::time::DayOfWeek after(::java::time::DayOfWeek day) const;
    std::int32_t apply(const ::java::util::function::IntBinaryOperator& operator_, std::int32_t a, std::int32_t b) const;
    std::map<Size, std::vector<std::int32_t>> count(const std::vector<std::string>& names) const;
    std::string delete_(const std::string& register_) const;
    ::nearcall::java_optional<Part> find(const std::string& name) const;
    std::optional<std::int32_t> half(std::optional<std::int32_t> number) const;
    std::set<std::int64_t> ids(const std::set<std::int64_t>& ids) const;
    void log(const std::string& line) const; /* one-way */
    std::vector<std::string> logged() const;
    ::nearcall::stream<Part> news(std::int32_t count) const; /* result: Publisher<Part> */
    char16_t next(char16_t letter) const;
    ::nearcall::stream<std::int32_t> numbers(std::int32_t count) const; /* result: IntStream */
    ::nearcall::future<Part> order(const std::string& name) const;
    Crate pack(const Crate& crate) const;
    ::nearcall::stream<Part> parts(std::int32_t count) const; /* result: Stream<Part> */
    ::nearcall::value price(const ::nearcall::value& price) const; /* price: BigDecimal; result: BigDecimal */
    std::string put(std::int32_t number) const;
    std::string put(const std::string& text, const std::vector<Part>& parts) const;
    ::nearcall::java_optional_primitive<double> ratio(std::int32_t a, std::int32_t b) const;
    Label relabel(const Label& label) const;
    void rest() const;
    std::vector<std::byte> reverse(const std::vector<std::byte>& bytes) const;
    Watcher same(const Watcher& watcher) const;
    ::nearcall::value scale(const ::nearcall::value& shape, double by) const; /* shape: Shape; result: Shape */
    Seal seal(const Seal& seal) const;
    ::nearcall::future<std::monostate> settle() const;
    std::optional<std::string> shorten(const std::optional<std::string>& text) const;
    Part take(const std::string& name) const;
    std::int64_t total(const ::nearcall::source& parts) const; /* parts: Iterator<Part> */
    std::int32_t watch(const Watcher& watcher, std::int32_t times) const;
};

} // namespace depot

namespace depot::Watcher_methods {

inline constexpr ::nearcall::method<"seen (Ldepot/Depot$Part;)V (L)V"> seen;
using interface = ::nearcall::interface<"depot.Depot$Watcher", seen>;
using offered = interface;

} // namespace depot::Watcher_methods

namespace depot {

/* depot.Depot$Watcher, called. */
class Watcher : public ::nearcall::stub<Watcher_methods::interface, WatcherSkeleton> {
public:
    using stub::stub;
    void seen(const Part& part) const;
};

} // namespace depot

namespace java::util::function::IntBinaryOperator_methods {

inline constexpr ::nearcall::method<"applyAsInt (II)I (II)I"> applyAsInt;
using interface = ::nearcall::interface<"java.util.function.IntBinaryOperator", applyAsInt>;
using offered = interface;

} // namespace java::util::function::IntBinaryOperator_methods

namespace java::util::function {

/* java.util.function.IntBinaryOperator, called. */
class IntBinaryOperator : public ::nearcall::stub<IntBinaryOperator_methods::interface, IntBinaryOperatorSkeleton> {
public:
    using stub::stub;
    std::int32_t applyAsInt(std::int32_t arg0, std::int32_t arg1) const;
};

} // namespace java::util::function

namespace depot {

/* depot.Depot$Circle */
struct Circle {
    double radius{};
    bool operator==(const Circle&) const = default;
};

/* depot.Depot$Part */
struct Part {
    std::string name;
    std::int32_t count{};
    std::optional<Size> size{};
    std::optional<std::int64_t> weight;
    ::nearcall::java_optional<std::string> note;
    ::nearcall::java_optional_primitive<std::int32_t> shelf;
    bool operator==(const Part&) const = default;
};

/* depot.Depot$Crate */
struct Crate {
    Part part;
    std::vector<Part> parts;
    std::map<std::string, Part> byName;
    std::set<std::string> tags;
    std::vector<std::optional<Part>> spare;
    std::shared_ptr<Crate> inner;
    std::vector<std::vector<std::int32_t>> grid;
    std::vector<bool> flags;
};

/* depot.Depot$Label */
struct Label {
    std::int32_t number{};
    std::string Depot_Tag_text;
    std::shared_ptr<Label> next;
    std::string text;
};

/* depot.Depot$Seal */
struct Seal {
    ::nearcall::instant at;
    std::chrono::nanoseconds age;
    std::chrono::year_month_day due;
    std::vector<std::byte> bytes;
    std::optional<std::vector<std::optional<std::string>>> lines;
    bool operator==(const Seal&) const = default;
};

/* depot.Depot$Square */
struct Square {
    double side{};
    bool operator==(const Square&) const = default;
};

} // namespace depot

template <> struct nearcall::record<depot::Circle> {
    static constexpr const char* name = "depot.Depot$Circle";
    static constexpr auto members = std::tuple{
        member{"radius", &::depot::Circle::radius, "double exact"}};
};

template <> struct nearcall::record<depot::Part> {
    static constexpr const char* name = "depot.Depot$Part";
    static constexpr auto members = std::tuple{
        member{"name", &::depot::Part::name, "java.lang.String exact"},
        member{"count", &::depot::Part::count, "int exact"},
        member{"size", &::depot::Part::size, "depot.Depot$Size exact"},
        member{"weight", &::depot::Part::weight, "java.lang.Long exact"},
        member{"note", &::depot::Part::note, "java.util.Optional exact"},
        member{"shelf", &::depot::Part::shelf, "java.util.OptionalInt exact"}};
};

template <> struct nearcall::record<depot::Crate> {
    static constexpr const char* name = "depot.Depot$Crate";
    static constexpr auto members = std::tuple{
        member{"part", &::depot::Crate::part, "depot.Depot$Part exact"},
        member{"parts", &::depot::Crate::parts, "java.util.List"},
        member{"byName", &::depot::Crate::byName, "java.util.Map"},
        member{"tags", &::depot::Crate::tags, "java.util.Set"},
        member{"spare", &::depot::Crate::spare, "[Ldepot.Depot$Part; exact"},
        member{"inner", &::depot::Crate::inner, "depot.Depot$Crate exact"},
        member{"grid", &::depot::Crate::grid, "[[I exact"},
        member{"flags", &::depot::Crate::flags, "[Z exact"}};
};

template <> struct nearcall::record<depot::Label> {
    static constexpr const char* name = "depot.Depot$Label";
    static constexpr const char* shape = "class extends depot.Depot$Tag";
    static constexpr auto members = std::tuple{
        member{"depot.Depot$Tag.number", &::depot::Label::number, "int exact"},
        member{"depot.Depot$Tag.text", &::depot::Label::Depot_Tag_text, "java.lang.String exact"},
        member{"next", &::depot::Label::next, "depot.Depot$Label"},
        member{"text", &::depot::Label::text, "java.lang.String exact"}};
};

template <> struct nearcall::record<depot::Seal> {
    static constexpr const char* name = "depot.Depot$Seal";
    static constexpr auto members = std::tuple{
        member{"at", &::depot::Seal::at, "java.time.Instant exact"},
        member{"age", &::depot::Seal::age, "java.time.Duration exact"},
        member{"due", &::depot::Seal::due, "java.time.LocalDate exact"},
        member{"bytes", &::depot::Seal::bytes, "[B exact"},
        member{"lines", &::depot::Seal::lines, "java.util.List"}};
};

template <> struct nearcall::record<depot::Square> {
    static constexpr const char* name = "depot.Depot$Square";
    static constexpr auto members = std::tuple{
        member{"side", &::depot::Square::side, "double exact"}};
};

namespace depot {

/* depot.Depot$Empty */
class Empty : public ::nearcall::java_exception {
public:
    static constexpr const char* java_class = "depot.Depot$Empty";
    explicit Empty(std::optional<std::string> message = {}, std::optional<::nearcall::java_exception> cause = {})
        : java_exception(java_class, std::move(message), std::move(cause))
    {
    }
    explicit Empty(const ::nearcall::java_exception& from) : java_exception(from) {}
};

/* depot.Depot, offered. */
class DepotSkeleton {
public:
    using nearcall_stub = Depot;
    virtual ~DepotSkeleton() = default;
    virtual ::java::time::DayOfWeek after(::java::time::DayOfWeek day) = 0;
    virtual std::int32_t apply(const ::java::util::function::IntBinaryOperator& operator_, std::int32_t a, std::int32_t b) = 0;
    virtual std::map<Size, std::vector<std::int32_t>> count(const std::vector<std::string>& names) = 0;
    virtual std::string delete_(const std::string& register_) = 0;
    virtual ::nearcall::java_optional<Part> find(const std::string& name) = 0;
    virtual std::optional<std::int32_t> half(std::optional<std::int32_t> number) = 0;
    virtual std::set<std::int64_t> ids(const std::set<std::int64_t>& ids) = 0;
    virtual void log(const std::string& line) = 0; /* one-way */
    virtual std::vector<std::string> logged() = 0;
    virtual char16_t next(char16_t letter) = 0;
    virtual ::nearcall::source numbers(std::int32_t count) = 0; /* result: IntStream */
    virtual Part order(const std::string& name) = 0;
    virtual Crate pack(const Crate& crate) = 0;
    virtual ::nearcall::source parts(std::int32_t count) = 0; /* result: Stream<Part> */
    virtual ::nearcall::value price(const ::nearcall::value& price) = 0; /* price: BigDecimal; result: BigDecimal */
    virtual std::string put(std::int32_t number) = 0;
    virtual std::string put(const std::string& text, const std::vector<Part>& parts) = 0;
    virtual ::nearcall::java_optional_primitive<double> ratio(std::int32_t a, std::int32_t b) = 0;
    virtual Label relabel(const Label& label) = 0;
    virtual void rest() = 0;
    virtual std::vector<std::byte> reverse(const std::vector<std::byte>& bytes) = 0;
    virtual Watcher same(const Watcher& watcher) = 0;
    virtual ::nearcall::value scale(const ::nearcall::value& shape, double by) = 0; /* shape: Shape; result: Shape */
    virtual Seal seal(const Seal& seal) = 0;
    virtual std::monostate settle() = 0;
    virtual std::optional<std::string> shorten(const std::optional<std::string>& text) = 0;
    virtual Part take(const std::string& name) = 0;
    virtual std::int64_t total(::nearcall::stream<Part> parts) = 0; /* parts: Iterator<Part> */
    virtual std::int32_t watch(const Watcher& watcher, std::int32_t times) = 0;
};

/* depot.Depot$Watcher, offered. */
class WatcherSkeleton {
public:
    using nearcall_stub = Watcher;
    virtual ~WatcherSkeleton() = default;
    virtual void seen(const Part& part) = 0;
};

} // namespace depot

namespace java::util::function {

/* java.util.function.IntBinaryOperator, offered. */
class IntBinaryOperatorSkeleton {
public:
    using nearcall_stub = IntBinaryOperator;
    virtual ~IntBinaryOperatorSkeleton() = default;
    virtual std::int32_t applyAsInt(std::int32_t arg0, std::int32_t arg1) = 0;
};

} // namespace java::util::function

namespace depot {

inline ::java::time::DayOfWeek Depot::after(::java::time::DayOfWeek day) const
{
    return call_<::java::time::DayOfWeek>(::nearcall::throws<>(), none(20000000000), Depot_methods::after, day);
}

inline std::int32_t Depot::apply(const ::java::util::function::IntBinaryOperator& operator_, std::int32_t a, std::int32_t b) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(20000000000), Depot_methods::apply, operator_, a, b);
}

inline std::map<Size, std::vector<std::int32_t>> Depot::count(const std::vector<std::string>& names) const
{
    return call_<std::map<Size, std::vector<std::int32_t>>>(::nearcall::throws<>(), none(20000000000), Depot_methods::count, names);
}

inline std::string Depot::delete_(const std::string& register_) const
{
    return call_<std::string>(::nearcall::throws<>(), none(20000000000), Depot_methods::delete_, register_);
}

inline ::nearcall::java_optional<Part> Depot::find(const std::string& name) const
{
    return call_<::nearcall::java_optional<Part>>(::nearcall::throws<>(), none(20000000000), Depot_methods::find, name);
}

inline std::optional<std::int32_t> Depot::half(std::optional<std::int32_t> number) const
{
    return call_<std::optional<std::int32_t>>(::nearcall::throws<>(), none(20000000000), Depot_methods::half, number);
}

inline std::set<std::int64_t> Depot::ids(const std::set<std::int64_t>& ids) const
{
    return call_<std::set<std::int64_t>>(::nearcall::throws<>(), none(20000000000), Depot_methods::ids, ids);
}

inline void Depot::log(const std::string& line) const
{
    post_(none(20000000000), Depot_methods::log, line);
}

inline std::vector<std::string> Depot::logged() const
{
    return call_<std::vector<std::string>>(::nearcall::throws<>(), none(20000000000), Depot_methods::logged);
}

inline ::nearcall::stream<Part> Depot::news(std::int32_t count) const
{
    return call_<::nearcall::stream<Part>>(::nearcall::throws<>(), none(20000000000), Depot_methods::news, count);
}

inline char16_t Depot::next(char16_t letter) const
{
    return call_<char16_t>(::nearcall::throws<>(), none(20000000000), Depot_methods::next, letter);
}

inline ::nearcall::stream<std::int32_t> Depot::numbers(std::int32_t count) const
{
    return call_<::nearcall::stream<std::int32_t>>(::nearcall::throws<>(), none(20000000000), Depot_methods::numbers, count);
}

inline ::nearcall::future<Part> Depot::order(const std::string& name) const
{
    return async_<Part>(none(20000000000), Depot_methods::order, name);
}

inline Crate Depot::pack(const Crate& crate) const
{
    return call_<Crate>(::nearcall::throws<>(), none(20000000000), Depot_methods::pack, crate);
}

inline ::nearcall::stream<Part> Depot::parts(std::int32_t count) const
{
    return call_<::nearcall::stream<Part>>(::nearcall::throws<>(), none(20000000000), Depot_methods::parts, count);
}

inline ::nearcall::value Depot::price(const ::nearcall::value& price) const
{
    return call_<::nearcall::value>(::nearcall::throws<>(), none(20000000000), Depot_methods::price, price);
}

inline std::string Depot::put(std::int32_t number) const
{
    return call_<std::string>(::nearcall::throws<>(), none(20000000000), Depot_methods::put_int, number);
}

inline std::string Depot::put(const std::string& text, const std::vector<Part>& parts) const
{
    return call_<std::string>(::nearcall::throws<>(), none(20000000000), Depot_methods::put_String_List, text, parts);
}

inline ::nearcall::java_optional_primitive<double> Depot::ratio(std::int32_t a, std::int32_t b) const
{
    return call_<::nearcall::java_optional_primitive<double>>(::nearcall::throws<>(), none(20000000000), Depot_methods::ratio, a, b);
}

inline Label Depot::relabel(const Label& label) const
{
    return call_<Label>(::nearcall::throws<>(), none(20000000000), Depot_methods::relabel, label);
}

inline void Depot::rest() const
{
    return call_<void>(::nearcall::throws<>(), none(100000000), Depot_methods::rest);
}

inline std::vector<std::byte> Depot::reverse(const std::vector<std::byte>& bytes) const
{
    return call_<std::vector<std::byte>>(::nearcall::throws<>(), none(20000000000), Depot_methods::reverse, bytes);
}

inline Watcher Depot::same(const Watcher& watcher) const
{
    return call_<Watcher>(::nearcall::throws<>(), none(20000000000), Depot_methods::same, watcher);
}

inline ::nearcall::value Depot::scale(const ::nearcall::value& shape, double by) const
{
    return call_<::nearcall::value>(::nearcall::throws<>(), none(20000000000), Depot_methods::scale, shape, by);
}

inline Seal Depot::seal(const Seal& seal) const
{
    return call_<Seal>(::nearcall::throws<>(), none(20000000000), Depot_methods::seal, seal);
}

inline ::nearcall::future<std::monostate> Depot::settle() const
{
    return async_<std::monostate>(none(20000000000), Depot_methods::settle);
}

inline std::optional<std::string> Depot::shorten(const std::optional<std::string>& text) const
{
    return call_<std::optional<std::string>>(::nearcall::throws<>(), none(20000000000), Depot_methods::shorten, text);
}

inline Part Depot::take(const std::string& name) const
{
    return call_<Part>(::nearcall::throws<Empty>(), none(20000000000), Depot_methods::take, name);
}

inline std::int64_t Depot::total(const ::nearcall::source& parts) const
{
    return call_<std::int64_t>(::nearcall::throws<>(), none(20000000000), Depot_methods::total, parts);
}

inline std::int32_t Depot::watch(const Watcher& watcher, std::int32_t times) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(20000000000), Depot_methods::watch, watcher, times);
}

inline void Watcher::seen(const Part& part) const
{
    return call_<void>(::nearcall::throws<>(), none(), Watcher_methods::seen, part);
}

} // namespace depot

namespace java::util::function {

inline std::int32_t IntBinaryOperator::applyAsInt(std::int32_t arg0, std::int32_t arg1) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), IntBinaryOperator_methods::applyAsInt, arg0, arg1);
}

} // namespace java::util::function

/* Describes the classes of this header. nearcall::lookup(), serve() and share() do so, too. */
inline void describe_depot(const nearcall::endpoint& endpoint)
{
    endpoint.describe<depot::Circle>();
    endpoint.describe<depot::Crate>();
    endpoint.describe<depot::Label>();
    endpoint.describe<depot::Part>();
    endpoint.describe<depot::Seal>();
    endpoint.describe<depot::Size>();
    endpoint.describe<depot::Square>();
    endpoint.describe("depot.Depot", "remote interface");
    endpoint.describe("depot.Depot$Watcher", "remote interface");
}

template <> struct nearcall::generated<depot::Depot> {
    using interface = ::depot::Depot_methods::interface;
    using offered = ::depot::Depot_methods::offered;
    using skeleton = ::depot::DepotSkeleton;
    static constexpr const char* service_name = "depot";
    static void describe(const endpoint& endpoint) { describe_depot(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::depot::Depot_methods::after, [own](::java::time::DayOfWeek day) { return own->after(day); }),
            on(::depot::Depot_methods::apply, [own](::java::util::function::IntBinaryOperator operator_, std::int32_t a, std::int32_t b) { return own->apply(operator_, a, b); }),
            on(::depot::Depot_methods::count, [own](std::vector<std::string> names) { return own->count(names); }),
            on(::depot::Depot_methods::delete_, [own](std::string register_) { return own->delete_(register_); }),
            on(::depot::Depot_methods::find, [own](std::string name) { return own->find(name); }),
            on(::depot::Depot_methods::half, [own](std::optional<std::int32_t> number) { return own->half(number); }),
            on(::depot::Depot_methods::ids, [own](std::set<std::int64_t> ids) { return own->ids(ids); }),
            on(::depot::Depot_methods::log, [own](std::string line) { return own->log(line); }),
            on(::depot::Depot_methods::logged, [own]() { return own->logged(); }),
            on(::depot::Depot_methods::next, [own](char16_t letter) { return own->next(letter); }),
            on(::depot::Depot_methods::numbers, [own](std::int32_t count) { return own->numbers(count); }),
            on(::depot::Depot_methods::order, [own](std::string name) { return own->order(name); }),
            on(::depot::Depot_methods::pack, [own](::depot::Crate crate) { return own->pack(crate); }),
            on(::depot::Depot_methods::parts, [own](std::int32_t count) { return own->parts(count); }),
            on(::depot::Depot_methods::price, [own](::nearcall::value price) { return own->price(price); }),
            on(::depot::Depot_methods::put_int, [own](std::int32_t number) { return own->put(number); }),
            on(::depot::Depot_methods::put_String_List, [own](std::string text, std::vector<::depot::Part> parts) { return own->put(text, parts); }),
            on(::depot::Depot_methods::ratio, [own](std::int32_t a, std::int32_t b) { return own->ratio(a, b); }),
            on(::depot::Depot_methods::relabel, [own](::depot::Label label) { return own->relabel(label); }),
            on(::depot::Depot_methods::rest, [own]() { return own->rest(); }),
            on(::depot::Depot_methods::reverse, [own](std::vector<std::byte> bytes) { return own->reverse(bytes); }),
            on(::depot::Depot_methods::same, [own](::depot::Watcher watcher) { return own->same(watcher); }),
            on(::depot::Depot_methods::scale, [own](::nearcall::value shape, double by) { return own->scale(shape, by); }),
            on(::depot::Depot_methods::seal, [own](::depot::Seal seal) { return own->seal(seal); }),
            on(::depot::Depot_methods::settle, [own]() { return own->settle(); }),
            on(::depot::Depot_methods::shorten, [own](std::optional<std::string> text) { return own->shorten(text); }),
            on(::depot::Depot_methods::take, [own](std::string name) { return own->take(name); }),
            on(::depot::Depot_methods::total, [own](::nearcall::stream<::depot::Part> parts) { return own->total(std::move(parts)); }),
            on(::depot::Depot_methods::watch, [own](::depot::Watcher watcher, std::int32_t times) { return own->watch(watcher, times); }));
    }
};

template <> struct nearcall::generated<depot::Watcher> {
    using interface = ::depot::Watcher_methods::interface;
    using offered = ::depot::Watcher_methods::offered;
    using skeleton = ::depot::WatcherSkeleton;
    static constexpr const char* service_name = "Watcher";
    static void describe(const endpoint& endpoint) { describe_depot(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::depot::Watcher_methods::seen, [own](::depot::Part part) { return own->seen(part); }));
    }
};

template <> struct nearcall::generated<java::util::function::IntBinaryOperator> {
    using interface = ::java::util::function::IntBinaryOperator_methods::interface;
    using offered = ::java::util::function::IntBinaryOperator_methods::offered;
    using skeleton = ::java::util::function::IntBinaryOperatorSkeleton;
    static constexpr const char* service_name = "IntBinaryOperator";
    static void describe(const endpoint& endpoint) { describe_depot(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::java::util::function::IntBinaryOperator_methods::applyAsInt, [own](std::int32_t arg0, std::int32_t arg1) { return own->applyAsInt(arg0, arg1); }));
    }
};

#endif
