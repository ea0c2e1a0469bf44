// Made by nearcall describe --format=c++ io.nearcall.bench.trade.Trade. Changes are lost when it is made again.
#ifndef NEARCALL_GENERATED_TRADE_HPP
#define NEARCALL_GENERATED_TRADE_HPP

#include "nearcall/generated.hpp"

namespace io::nearcall::bench::trade {

struct OrderLine;
struct Order;
struct Position;
class Trade;
class TradeSkeleton;

} // namespace io::nearcall::bench::trade

namespace io::nearcall::bench::trade::Trade_methods {

inline constexpr ::nearcall::method<"add (II)I (II)I"> add;
inline constexpr ::nearcall::method<"count (Ljava/util/Map;)Ljava/util/Map; (L)L"> count;
inline constexpr ::nearcall::method<"echo ([B)[B (A)A"> echo;
inline constexpr ::nearcall::method<"exchange ([BI)[B (AI)A"> exchange;
inline constexpr ::nearcall::method<"list (Ljava/util/List;)Ljava/util/List; (L)L"> list;
inline constexpr ::nearcall::method<"ping ()V ()V"> ping;
inline constexpr ::nearcall::method<"place (Lio/nearcall/bench/trade/Order;)Lio/nearcall/bench/trade/Order; (L)L"> place;
inline constexpr ::nearcall::method<"placeByHand ([B)[B (A)A"> placeByHand;
inline constexpr ::nearcall::method<"repeat (Ljava/lang/String;)Ljava/lang/String; (T)T"> repeat;
using interface = ::nearcall::interface<"io.nearcall.bench.trade.Trade", add, count, echo, exchange, list, ping, place, placeByHand, repeat>;
using offered = interface;

} // namespace io::nearcall::bench::trade::Trade_methods

namespace io::nearcall::bench::trade {

/* io.nearcall.bench.trade.Trade, called. */
class Trade : public ::nearcall::stub<Trade_methods::interface, TradeSkeleton> {
public:
    using stub::stub;
    std::int32_t add(std::int32_t left, std::int32_t right) const;
    std::map<std::string, std::int32_t> count(const std::map<std::string, std::int32_t>& quantities) const;
    std::vector<std::byte> echo(const std::vector<std::byte>& bytes) const;
    std::vector<std::byte> exchange(const std::vector<std::byte>& request, std::int32_t replyBytes) const;
    std::vector<Position> list(const std::vector<Position>& positions) const;
    void ping() const;
    Order place(const Order& order) const;
    std::vector<std::byte> placeByHand(const std::vector<std::byte>& order) const;
    std::string repeat(const std::string& text) const;
};

/* io.nearcall.bench.trade.OrderLine */
struct OrderLine {
    std::int64_t priceCents{};
    std::int32_t quantity{};
    std::string sku;
    bool operator==(const OrderLine&) const = default;
};

/* io.nearcall.bench.trade.Order */
struct Order {
    std::string currency;
    std::string customer;
    double discount{};
    std::int64_t id{};
    std::vector<OrderLine> lines;
    std::int32_t priority{};
    bool operator==(const Order&) const = default;
};

/* io.nearcall.bench.trade.Position */
struct Position {
    std::string sku;
    std::int32_t quantity{};
    std::int64_t priceCents{};
    bool operator==(const Position&) const = default;
};

} // namespace io::nearcall::bench::trade

template <> struct nearcall::record<io::nearcall::bench::trade::OrderLine> {
    static constexpr const char* name = "io.nearcall.bench.trade.OrderLine";
    static constexpr const char* shape = "final class extends java.lang.Object";
    static constexpr auto members = std::tuple{
        member{"priceCents", &::io::nearcall::bench::trade::OrderLine::priceCents, "long exact"},
        member{"quantity", &::io::nearcall::bench::trade::OrderLine::quantity, "int exact"},
        member{"sku", &::io::nearcall::bench::trade::OrderLine::sku, "java.lang.String exact"}};
};

template <> struct nearcall::record<io::nearcall::bench::trade::Order> {
    static constexpr const char* name = "io.nearcall.bench.trade.Order";
    static constexpr const char* shape = "final class extends java.lang.Object";
    static constexpr auto members = std::tuple{
        member{"currency", &::io::nearcall::bench::trade::Order::currency, "java.lang.String exact"},
        member{"customer", &::io::nearcall::bench::trade::Order::customer, "java.lang.String exact"},
        member{"discount", &::io::nearcall::bench::trade::Order::discount, "double exact"},
        member{"id", &::io::nearcall::bench::trade::Order::id, "long exact"},
        member{"lines", &::io::nearcall::bench::trade::Order::lines, "java.util.ArrayList"},
        member{"priority", &::io::nearcall::bench::trade::Order::priority, "int exact"}};
};

template <> struct nearcall::record<io::nearcall::bench::trade::Position> {
    static constexpr const char* name = "io.nearcall.bench.trade.Position";
    static constexpr auto members = std::tuple{
        member{"sku", &::io::nearcall::bench::trade::Position::sku, "java.lang.String exact"},
        member{"quantity", &::io::nearcall::bench::trade::Position::quantity, "int exact"},
        member{"priceCents", &::io::nearcall::bench::trade::Position::priceCents, "long exact"}};
};

namespace io::nearcall::bench::trade {

/* io.nearcall.bench.trade.Trade, offered. */
class TradeSkeleton {
public:
    using nearcall_stub = Trade;
    virtual ~TradeSkeleton() = default;
    virtual std::int32_t add(std::int32_t left, std::int32_t right) = 0;
    virtual std::map<std::string, std::int32_t> count(const std::map<std::string, std::int32_t>& quantities) = 0;
    virtual std::vector<std::byte> echo(const std::vector<std::byte>& bytes) = 0;
    virtual std::vector<std::byte> exchange(const std::vector<std::byte>& request, std::int32_t replyBytes) = 0;
    virtual std::vector<Position> list(const std::vector<Position>& positions) = 0;
    virtual void ping() = 0;
    virtual Order place(const Order& order) = 0;
    virtual std::vector<std::byte> placeByHand(const std::vector<std::byte>& order) = 0;
    virtual std::string repeat(const std::string& text) = 0;
};

inline std::int32_t Trade::add(std::int32_t left, std::int32_t right) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), Trade_methods::add, left, right);
}

inline std::map<std::string, std::int32_t> Trade::count(const std::map<std::string, std::int32_t>& quantities) const
{
    return call_<std::map<std::string, std::int32_t>>(::nearcall::throws<>(), none(), Trade_methods::count, quantities);
}

inline std::vector<std::byte> Trade::echo(const std::vector<std::byte>& bytes) const
{
    return call_<std::vector<std::byte>>(::nearcall::throws<>(), none(), Trade_methods::echo, bytes);
}

inline std::vector<std::byte> Trade::exchange(const std::vector<std::byte>& request, std::int32_t replyBytes) const
{
    return call_<std::vector<std::byte>>(::nearcall::throws<>(), none(), Trade_methods::exchange, request, replyBytes);
}

inline std::vector<Position> Trade::list(const std::vector<Position>& positions) const
{
    return call_<std::vector<Position>>(::nearcall::throws<>(), none(), Trade_methods::list, positions);
}

inline void Trade::ping() const
{
    return call_<void>(::nearcall::throws<>(), none(), Trade_methods::ping);
}

inline Order Trade::place(const Order& order) const
{
    return call_<Order>(::nearcall::throws<>(), none(), Trade_methods::place, order);
}

inline std::vector<std::byte> Trade::placeByHand(const std::vector<std::byte>& order) const
{
    return call_<std::vector<std::byte>>(::nearcall::throws<>(), none(), Trade_methods::placeByHand, order);
}

inline std::string Trade::repeat(const std::string& text) const
{
    return call_<std::string>(::nearcall::throws<>(), none(), Trade_methods::repeat, text);
}

} // namespace io::nearcall::bench::trade

/* Describes the classes of this header. nearcall::lookup(), serve() and share() do so, too. */
inline void describe_trade(const nearcall::endpoint& endpoint)
{
    endpoint.describe<io::nearcall::bench::trade::Order>();
    endpoint.describe<io::nearcall::bench::trade::OrderLine>();
    endpoint.describe<io::nearcall::bench::trade::Position>();
    endpoint.describe("io.nearcall.bench.trade.Trade", "remote interface");
}

template <> struct nearcall::generated<io::nearcall::bench::trade::Trade> {
    using interface = ::io::nearcall::bench::trade::Trade_methods::interface;
    using offered = ::io::nearcall::bench::trade::Trade_methods::offered;
    using skeleton = ::io::nearcall::bench::trade::TradeSkeleton;
    static constexpr const char* service_name = "bench";
    static void describe(const endpoint& endpoint) { describe_trade(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::io::nearcall::bench::trade::Trade_methods::add, [own](std::int32_t left, std::int32_t right) { return own->add(left, right); }),
            on(::io::nearcall::bench::trade::Trade_methods::count, [own](std::map<std::string, std::int32_t> quantities) { return own->count(quantities); }),
            on(::io::nearcall::bench::trade::Trade_methods::echo, [own](std::vector<std::byte> bytes) { return own->echo(bytes); }),
            on(::io::nearcall::bench::trade::Trade_methods::exchange, [own](std::vector<std::byte> request, std::int32_t replyBytes) { return own->exchange(request, replyBytes); }),
            on(::io::nearcall::bench::trade::Trade_methods::list, [own](std::vector<::io::nearcall::bench::trade::Position> positions) { return own->list(positions); }),
            on(::io::nearcall::bench::trade::Trade_methods::ping, [own]() { return own->ping(); }),
            on(::io::nearcall::bench::trade::Trade_methods::place, [own](::io::nearcall::bench::trade::Order order) { return own->place(order); }),
            on(::io::nearcall::bench::trade::Trade_methods::placeByHand, [own](std::vector<std::byte> order) { return own->placeByHand(order); }),
            on(::io::nearcall::bench::trade::Trade_methods::repeat, [own](std::string text) { return own->repeat(text); }));
    }
};

#endif
