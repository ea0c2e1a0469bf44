// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.cpp;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import java.util.ArrayList;
import java.util.List;

/** Reads the station, receives its callbacks, and offers it a journal to read. */
public final class Client {

    private Client() {}

    public static void main(String[] args) {
        List<String> entries = new ArrayList<>();
        try (Endpoint endpoint = Endpoint.open()) {
            Station station = endpoint.lookup(Station.class); // waits up to 10 s for the C++ process

            // The C++ process produces this stream. A reader that has enough closes it.
            try (var readings = station.readings(1_000_000)) {
                readings.limit(3).forEach(reading -> System.out.println("read " + reading));
            }

            // The C++ process calls this object back, on the thread that waits for watch().
            int alarms = station.watch(
                    reading -> {
                        System.out.println("alarm at minute " + reading.minute());
                        entries.add("minute " + reading.minute() + ": " + reading.celsius() + " degrees");
                    },
                    24.5);
            System.out.println("alarms: " + alarms);

            // A C++ exception arrives as a Java exception.
            try {
                station.watch(reading -> {}, Double.NaN);
            } catch (IllegalArgumentException e) {
                System.out.println("refused: " + e.getMessage());
            }

            // The C++ process looks up a service of this JVM and reads its entries.
            endpoint.export(Journal.class, (Journal) entries::iterator, "journal");
            System.out.println("longest entry: " + station.longestEntry("journal"));
        } catch (NearcallException e) {
            System.err.println("cpp: " + e.getMessage());
            System.exit(1);
        }
    }
}
