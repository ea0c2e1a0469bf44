// Made by nearcall describe --format=c++ io.nearcall.samples.cpp.Station io.nearcall.samples.cpp.Journal. Changes are lost when it is made again.
#ifndef NEARCALL_GENERATED_STATION_HPP
#define NEARCALL_GENERATED_STATION_HPP

#include "nearcall/generated.hpp"

namespace io::nearcall::samples::cpp {

struct Reading;
class Station;
class StationSkeleton;
class Journal;
class JournalSkeleton;
class Alarm;
class AlarmSkeleton;

} // namespace io::nearcall::samples::cpp

namespace io::nearcall::samples::cpp::Station_methods {

inline constexpr ::nearcall::method<"longestEntry (Ljava/lang/String;)Ljava/lang/String; (T)T"> longestEntry;
inline constexpr ::nearcall::method<"readings (I)Ljava/util/stream/Stream; (I)E"> readings;
inline constexpr ::nearcall::method<"watch (Lio/nearcall/samples/cpp/Alarm;D)I (LD)I"> watch;
using interface = ::nearcall::interface<"io.nearcall.samples.cpp.Station", longestEntry, readings, watch>;
using offered = interface;

} // namespace io::nearcall::samples::cpp::Station_methods

namespace io::nearcall::samples::cpp {

/* io.nearcall.samples.cpp.Station, called. */
class Station : public ::nearcall::stub<Station_methods::interface, StationSkeleton> {
public:
    using stub::stub;
    std::string longestEntry(const std::string& journal) const;
    ::nearcall::stream<Reading> readings(std::int32_t minutes) const; /* result: Stream<Reading> */
    std::int32_t watch(const Alarm& alarm, double limit) const;
};

} // namespace io::nearcall::samples::cpp

namespace io::nearcall::samples::cpp::Journal_methods {

inline constexpr ::nearcall::method<"entries ()Ljava/util/Iterator; ()E"> entries;
using interface = ::nearcall::interface<"io.nearcall.samples.cpp.Journal", entries>;
using offered = interface;

} // namespace io::nearcall::samples::cpp::Journal_methods

namespace io::nearcall::samples::cpp {

/* io.nearcall.samples.cpp.Journal, called. */
class Journal : public ::nearcall::stub<Journal_methods::interface, JournalSkeleton> {
public:
    using stub::stub;
    ::nearcall::stream<std::string> entries() const; /* result: Iterator<String> */
};

} // namespace io::nearcall::samples::cpp

namespace io::nearcall::samples::cpp::Alarm_methods {

inline constexpr ::nearcall::method<"sound (Lio/nearcall/samples/cpp/Station$Reading;)V (L)V"> sound;
using interface = ::nearcall::interface<"io.nearcall.samples.cpp.Alarm", sound>;
using offered = interface;

} // namespace io::nearcall::samples::cpp::Alarm_methods

namespace io::nearcall::samples::cpp {

/* io.nearcall.samples.cpp.Alarm, called. */
class Alarm : public ::nearcall::stub<Alarm_methods::interface, AlarmSkeleton> {
public:
    using stub::stub;
    void sound(const Reading& reading) const;
};

/* io.nearcall.samples.cpp.Station$Reading */
struct Reading {
    std::int32_t minute{};
    double celsius{};
    bool operator==(const Reading&) const = default;
};

} // namespace io::nearcall::samples::cpp

template <> struct nearcall::record<io::nearcall::samples::cpp::Reading> {
    static constexpr const char* name = "io.nearcall.samples.cpp.Station$Reading";
    static constexpr auto members = std::tuple{
        member{"minute", &::io::nearcall::samples::cpp::Reading::minute, "int exact"},
        member{"celsius", &::io::nearcall::samples::cpp::Reading::celsius, "double exact"}};
};

namespace io::nearcall::samples::cpp {

/* io.nearcall.samples.cpp.Station, offered. */
class StationSkeleton {
public:
    using nearcall_stub = Station;
    virtual ~StationSkeleton() = default;
    virtual std::string longestEntry(const std::string& journal) = 0;
    virtual ::nearcall::source readings(std::int32_t minutes) = 0; /* result: Stream<Reading> */
    virtual std::int32_t watch(const Alarm& alarm, double limit) = 0;
};

/* io.nearcall.samples.cpp.Journal, offered. */
class JournalSkeleton {
public:
    using nearcall_stub = Journal;
    virtual ~JournalSkeleton() = default;
    virtual ::nearcall::source entries() = 0; /* result: Iterator<String> */
};

/* io.nearcall.samples.cpp.Alarm, offered. */
class AlarmSkeleton {
public:
    using nearcall_stub = Alarm;
    virtual ~AlarmSkeleton() = default;
    virtual void sound(const Reading& reading) = 0;
};

inline std::string Station::longestEntry(const std::string& journal) const
{
    return call_<std::string>(::nearcall::throws<>(), none(), Station_methods::longestEntry, journal);
}

inline ::nearcall::stream<Reading> Station::readings(std::int32_t minutes) const
{
    return call_<::nearcall::stream<Reading>>(::nearcall::throws<>(), none(), Station_methods::readings, minutes);
}

inline std::int32_t Station::watch(const Alarm& alarm, double limit) const
{
    return call_<std::int32_t>(::nearcall::throws<>(), none(), Station_methods::watch, alarm, limit);
}

inline ::nearcall::stream<std::string> Journal::entries() const
{
    return call_<::nearcall::stream<std::string>>(::nearcall::throws<>(), none(), Journal_methods::entries);
}

inline void Alarm::sound(const Reading& reading) const
{
    return call_<void>(::nearcall::throws<>(), none(), Alarm_methods::sound, reading);
}

} // namespace io::nearcall::samples::cpp

/* Describes the classes of this header. nearcall::lookup(), serve() and share() do so, too. */
inline void describe_station(const nearcall::endpoint& endpoint)
{
    endpoint.describe<io::nearcall::samples::cpp::Reading>();
    endpoint.describe("io.nearcall.samples.cpp.Station", "remote interface");
    endpoint.describe("io.nearcall.samples.cpp.Journal", "remote interface");
    endpoint.describe("io.nearcall.samples.cpp.Alarm", "remote interface");
}

template <> struct nearcall::generated<io::nearcall::samples::cpp::Station> {
    using interface = ::io::nearcall::samples::cpp::Station_methods::interface;
    using offered = ::io::nearcall::samples::cpp::Station_methods::offered;
    using skeleton = ::io::nearcall::samples::cpp::StationSkeleton;
    static constexpr const char* service_name = "station";
    static void describe(const endpoint& endpoint) { describe_station(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::io::nearcall::samples::cpp::Station_methods::longestEntry, [own](std::string journal) { return own->longestEntry(journal); }),
            on(::io::nearcall::samples::cpp::Station_methods::readings, [own](std::int32_t minutes) { return own->readings(minutes); }),
            on(::io::nearcall::samples::cpp::Station_methods::watch, [own](::io::nearcall::samples::cpp::Alarm alarm, double limit) { return own->watch(alarm, limit); }));
    }
};

template <> struct nearcall::generated<io::nearcall::samples::cpp::Journal> {
    using interface = ::io::nearcall::samples::cpp::Journal_methods::interface;
    using offered = ::io::nearcall::samples::cpp::Journal_methods::offered;
    using skeleton = ::io::nearcall::samples::cpp::JournalSkeleton;
    static constexpr const char* service_name = "journal";
    static void describe(const endpoint& endpoint) { describe_station(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::io::nearcall::samples::cpp::Journal_methods::entries, [own]() { return own->entries(); }));
    }
};

template <> struct nearcall::generated<io::nearcall::samples::cpp::Alarm> {
    using interface = ::io::nearcall::samples::cpp::Alarm_methods::interface;
    using offered = ::io::nearcall::samples::cpp::Alarm_methods::offered;
    using skeleton = ::io::nearcall::samples::cpp::AlarmSkeleton;
    static constexpr const char* service_name = "Alarm";
    static void describe(const endpoint& endpoint) { describe_station(endpoint); }
    template <class Own, class Function> static auto handlers(Own own, Function function)
    {
        return function(
            on(::io::nearcall::samples::cpp::Alarm_methods::sound, [own](::io::nearcall::samples::cpp::Reading reading) { return own->sound(reading); }));
    }
};

#endif
