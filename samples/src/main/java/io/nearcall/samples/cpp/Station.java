// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.cpp;

import io.nearcall.RemoteService;
import java.util.stream.Stream;

/** A weather station, implemented in C++ by samples/cpp/station.cpp. */
@RemoteService("station")
public interface Station {

    /** One measurement. */
    record Reading(int minute, double celsius) {}

    /** Returns the readings of that many minutes. Each is made when the caller reads it. */
    Stream<Reading> readings(int minutes);

    /** Sounds the alarm for each reading above the limit. Returns the number of such readings. */
    int watch(Alarm alarm, double limit);

    /** Returns the longest entry of a journal. The station looks the journal up by its name. */
    String longestEntry(String journal);
}
