// SPDX-License-Identifier: Apache-2.0
/* Serves io.nearcall.samples.cpp.Station until SIGTERM or Ctrl-C. */
#include "station.hpp"

#include <cmath>
#include <csignal>
#include <cstdio>

using namespace io::nearcall::samples::cpp;

static Reading measure(int minute)
{
    return {minute, std::round((20 + 5 * std::sin(minute / 3.0)) * 10) / 10};
}

class Weather : public StationSkeleton {
public:
    explicit Weather(const nearcall::endpoint& endpoint) : endpoint_(endpoint) {}

    nearcall::source readings(int minutes) override /* lazy: a reading is made when the reader asks for more */
    {
        return nearcall::source(std::views::iota(0, minutes) | std::views::transform(measure));
    }

    int watch(const Alarm& alarm, double limit) override
    {
        if (std::isnan(limit)) {
            throw std::invalid_argument("limit is NaN. Use a number of degrees.");
        }
        int alarms = 0;
        for (int minute = 0; minute < 12; minute++) {
            if (measure(minute).celsius > limit) {
                alarm.sound(measure(minute)); /* back to the caller, on the thread that waits */
                alarms++;
            }
        }
        return alarms;
    }

    std::string longestEntry(const std::string& name) override
    {
        std::string longest;
        for (const std::string& entry : nearcall::lookup<Journal>(endpoint_, name).entries()) { /* of the JVM */
            longest = entry.size() > longest.size() ? entry : longest;
        }
        return longest;
    }

private:
    const nearcall::endpoint& endpoint_;
};

int main()
try {
    sigset_t ends; /* the threads of the library leave these signals to sigwait(), too */
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, nullptr);

    nearcall::endpoint endpoint;
    auto exported = nearcall::serve(endpoint, std::make_shared<Weather>(endpoint));
    std::puts("A station in C++ serves \"station\".");
    std::fflush(stdout);
    int signal;
    sigwait(&ends, &signal);
} catch (const nearcall::error& e) {
    std::fprintf(stderr, "station: %s\n", e.what());
    return 1;
}
