// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.cpp;

import io.nearcall.RemoteService;
import java.util.stream.Stream;

/** A weather station, which samples/cpp/station.cpp is. */
@RemoteService("station")
public interface Station {

    /** What is measured. */
    record Reading(int minute, double celsius) {}

    /** The readings of so many minutes. They are made as they are read. */
    Stream<Reading> readings(int minutes);

    /** Sounds the alarm for each reading above a limit, and returns how many these are. */
    int watch(Alarm alarm, double limit);

    /** The longest entry of a journal, which the station looks up by its name. */
    String longestEntry(String journal);
}
