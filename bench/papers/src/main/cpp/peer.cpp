// SPDX-License-Identifier: Apache-2.0
/*
 * The C++ side of what bench/run measures with --cpp and --kumon. Ends with its standard input.
 *
 * peer serve SERVICE [DIRECTORY]            serves Trade; with a directory also by TCP, by files there, by REST and CORBA
 * peer call SERVICE_IN_JAVA SERVICE_IN_CPP  is a client; its commands: slice JAVA|CPP WORK MS
 * peer exchange SERVICE DIRECTORY TCP REST CORBA   is a client; its commands: trips WAY REQUEST_BYTES REPLY_BYTES AT_MOST MS
 */
#include "trade.hpp"
#include "corba.hpp"
#include "ways.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <sstream>

using namespace io::nearcall::bench::trade;
using clock_type = std::chrono::steady_clock;
namespace methods = Trade_methods;

/* What is measured of Trade. */
using Measured = nearcall::interface<"io.nearcall.bench.trade.Trade", methods::ping, methods::place, methods::echo, methods::exchange>;
using Service = nearcall::service<Measured>;

namespace {

std::int64_t ns_since(clock_type::time_point start)
{
    return std::chrono::nanoseconds(clock_type::now() - start).count();
}

void answer(const std::string& json)
{
    std::cout << "@bench " << json << std::endl;
}

std::string figures(double p50_ns, std::size_t count)
{
    std::ostringstream json;
    json << std::fixed << "{\"p50Ns\":" << p50_ns << ",\"count\":" << count << "}";
    return json.str();
}

double median(std::vector<std::int64_t>& of)
{
    auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
    std::nth_element(of.begin(), middle, of.end());
    return static_cast<double>(*middle);
}

nearcall::exported serve(nearcall::endpoint& endpoint, const std::string& service)
{
    endpoint.describe<Order>();
    endpoint.describe<OrderLine>();
    return endpoint.serve<Measured>(
        "shm:" + service, nearcall::on(methods::ping, [] {}), nearcall::on(methods::place, [](Order order) { return order; }),
        nearcall::on(methods::echo, [](view of_request) { return of_request; }),
        nearcall::on(methods::exchange, [](view request, std::int32_t length) {
            return view(answer_to(request, static_cast<std::size_t>(length)));
        }));
}

Service look_up(nearcall::endpoint& endpoint, const std::string& service)
{
    return endpoint.lookup<Measured>("shm:" + service);
}

/* ---- calls, as in CallsClientMain.java ---- */

constexpr std::size_t KB_40 = 40'000, MIB_10 = 10 << 20;

Order example()
{
    return {.currency = "EUR", .customer = "Ada Lovelace", .discount = 0.05, .id = 4'711'000'815,
            .lines = {{.priceCents = 19'99, .quantity = 2, .sku = "NC-1001"},
                      {.priceCents = 249'00, .quantity = 1, .sku = "NC-2002"},
                      {.priceCents = 3'49, .quantity = 12, .sku = "NC-3003"}},
            .priority = 3};
}

struct work {
    int calls_per_batch;
    std::function<void()> call;
};

std::map<std::string, work> works(const Service& trade)
{
    auto order = std::make_shared<Order>(example());
    auto echo_of = [trade](std::size_t length) {
        return [trade, sent = std::make_shared<marked>(length), length] {
            sent->expect(trade.call<bytes>(methods::echo, sent->next()), length);
        };
    };
    return {{"PING", {16, [trade] { trade.call(methods::ping); }}},
            {"ORDER", {16, [trade, order] {
                 order->id++;
                 if (!(trade.call<Order>(methods::place, *order) == *order)) {
                     throw std::runtime_error("wrong answer: another order");
                 }
             }}},
            {"BYTES_40_KB", {1, echo_of(KB_40)}},
            {"BYTES_10_MIB", {1, echo_of(MIB_10)}}};
}

/* Makes calls for that long. The first 3 ms do not count, as in MeasuringLoop.java. */
std::string slice(const work& what, std::int64_t ms)
{
    constexpr std::int64_t settle_ns = 3'000'000;
    auto start = clock_type::now();
    do {
        what.call();
    } while (ns_since(start) < settle_ns);
    std::vector<std::int64_t> batches;
    start = clock_type::now();
    while (batches.empty() || ns_since(start) < ms * 1'000'000) {
        auto before = clock_type::now();
        for (int i = 0; i < what.calls_per_batch; i++) {
            what.call();
        }
        batches.push_back(ns_since(before));
    }
    return figures(median(batches) / what.calls_per_batch, batches.size() * static_cast<std::size_t>(what.calls_per_batch));
}

void call(nearcall::endpoint& endpoint, const std::string& in_java, const std::string& in_cpp)
{
    endpoint.describe<Order>();
    endpoint.describe<OrderLine>();
    std::map<std::string, std::map<std::string, work>> all{{"JAVA", works(look_up(endpoint, in_java))},
                                                           {"CPP", works(look_up(endpoint, in_cpp))}};
    answer("{}");
    for (std::string command, callee, what; std::cin >> command >> callee >> what;) {
        std::int64_t ms;
        std::cin >> ms;
        answer(slice(all.at(callee).at(what), ms));
    }
}

/* ---- Kumon's experiment, as in WaysClientMain.java ---- */

/* Sends requests one after the other. The first one does not count. */
std::string trips(const exchange& by, std::size_t request_length, std::size_t reply_length, std::size_t at_most, std::int64_t ms)
{
    marked request(request_length);
    std::vector<std::int64_t> times;
    auto start = clock_type::now();
    for (std::size_t i = 0; i <= at_most && (i < 2 || ns_since(start) < ms * 1'000'000); i++) {
        auto before = clock_type::now();
        bytes reply = by(request.next(), reply_length);
        if (i > 0) {
            times.push_back(ns_since(before));
        }
        request.expect(reply, reply_length);
    }
    return figures(median(times), times.size());
}

void exchange_by_all(nearcall::endpoint& endpoint, char** arguments)
{
    Service trade = look_up(endpoint, arguments[0]);
    std::map<std::string, exchange> ways{
        {"NEARCALL", [trade](view request, std::size_t length) {
             return trade.call<bytes>(methods::exchange, request, static_cast<std::int32_t>(length));
         }},
        {"FILES", files::to(arguments[1])},
        {"TCP", tcp::to(std::atoi(arguments[2]))},
        {"REST", rest::to(std::atoi(arguments[3]))},
        {"CORBA", corba::to(arguments[4])}};
    answer("{}");
    for (std::string command, way; std::cin >> command >> way;) {
        std::size_t request_length, reply_length, at_most;
        std::int64_t ms;
        std::cin >> request_length >> reply_length >> at_most >> ms;
        answer(trips(ways.at(way), request_length, reply_length, at_most, ms));
    }
}

int run(const std::string& role, int count, char** arguments)
{
    nearcall::endpoint endpoint;
    if (role == "serve" && count >= 1) {
        auto exported = serve(endpoint, arguments[0]);
        std::string ready = "{}";
        if (count > 1) {
            files::serve(arguments[1]);
            std::ostringstream json;
            json << "{\"tcpPort\":" << tcp::serve() << ",\"restPort\":" << rest::serve() << ",\"corba\":\"" << corba::serve() << "\"}";
            ready = json.str();
        }
        answer(ready);
        while (std::cin.get() != std::char_traits<char>::eof()) {
            /* There are no commands. */
        }
    } else if (role == "call" && count == 2) {
        call(endpoint, arguments[0], arguments[1]);
    } else if (role == "exchange" && count == 5) {
        exchange_by_all(endpoint, arguments);
    } else {
        std::cerr << "peer serve|call|exchange: see peer.cpp\n";
        return 2;
    }
    return 0;
}

} // namespace

int main(int count, char** arguments)
{
    int status = 1;
    try {
        status = run(count > 1 ? arguments[1] : "", count - 2, arguments + 2);
    } catch (const std::exception& failure) {
        std::cout << "@failed " << failure.what() << std::endl;
    }
    std::_Exit(status); /* threads that serve go on until then; the endpoint is closed */
}
