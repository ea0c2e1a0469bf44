// SPDX-License-Identifier: Apache-2.0
/* Serves io.nearcall.samples.cpp.Station until SIGTERM or Ctrl-C. */
#include <cmath>
#include <csignal>
#include <cstdio>
#include <nearcall.hpp>

using nearcall::method;
using nearcall::on;

struct Reading {
    int minute;
    double celsius;
};

template <> struct nearcall::record<Reading> {
    static constexpr const char* name = "io.nearcall.samples.cpp.Station$Reading";
    static constexpr auto members = std::tuple{member{"minute", &Reading::minute}, member{"celsius", &Reading::celsius}};
};

/* The Java interfaces: each method's name, descriptor and wire form. The compiler checks handlers and calls against them. */
inline constexpr method<"readings (I)Ljava/util/stream/Stream; (I)E"> readings;
inline constexpr method<"watch (Lio/nearcall/samples/cpp/Alarm;D)I (LD)I"> watch;
inline constexpr method<"longestEntry (Ljava/lang/String;)Ljava/lang/String; (T)T"> longest_entry;
using Station = nearcall::interface<"io.nearcall.samples.cpp.Station", readings, watch, longest_entry>;

inline constexpr method<"sound (Lio/nearcall/samples/cpp/Station$Reading;)V (L)V"> sound;
using Alarm = nearcall::interface<"io.nearcall.samples.cpp.Alarm", sound>;

inline constexpr method<"entries ()Ljava/util/Iterator; ()E"> entries;
using Journal = nearcall::interface<"io.nearcall.samples.cpp.Journal", entries>;

static Reading measure(int minute)
{
    return {minute, std::round((20 + 5 * std::sin(minute / 3.0)) * 10) / 10};
}

int main()
try {
    sigset_t ends; /* the threads of the library leave these signals to sigwait(), too */
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, nullptr);

    nearcall::endpoint endpoint;
    endpoint.describe<Reading>();
    endpoint.describe("io.nearcall.samples.cpp.Alarm", "remote interface");
    auto exported = endpoint.serve<Station>(
        "station",
        on(readings, [](int minutes) { /* lazy: a reading is made when the reader asks for more */
            return nearcall::source(std::views::iota(0, minutes) | std::views::transform(measure));
        }),
        on(watch, [](nearcall::service<Alarm> alarm, double limit) {
            if (std::isnan(limit)) {
                throw std::invalid_argument("limit is NaN. Use a number of degrees.");
            }
            int alarms = 0;
            for (int minute = 0; minute < 12; minute++) {
                if (measure(minute).celsius > limit) {
                    alarm.call(sound, measure(minute)); /* back to the caller, on the thread that waits */
                    alarms++;
                }
            }
            return alarms;
        }),
        on(longest_entry, [&](const std::string& name) {
            auto journal = endpoint.lookup<Journal>(name); /* of the JVM */
            std::string longest;
            for (const std::string& entry : journal.call<nearcall::stream<std::string>>(entries)) {
                longest = entry.size() > longest.size() ? entry : longest;
            }
            return longest;
        }));
    std::puts("A station in C++ serves \"station\".");
    std::fflush(stdout);
    int signal;
    sigwait(&ends, &signal);
} catch (const nearcall::error& e) {
    std::fprintf(stderr, "station: %s\n", e.what());
    return 1;
}
