// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Median;
import io.nearcall.bench.subject.CFloorSubject;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.KryoRoundTrip;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The floor of a pair of JVMs. At each workload it is the variant, in Java or in C, with the least median over the
 * turns. It is the same variant in all turns, so the luckiest slice of each turn does not count.
 */
final class Floor {

    private Floor() {}

    static boolean isVariant(String system) {
        return system.startsWith(FloorSubject.IN_JAVA + "/") || system.startsWith(CFloorSubject.NAME + "/");
    }

    /**
     * Returns a measurement per system, workload and number of callers. Floors come first, in place of their variants.
     */
    static List<Measurement> measurements(List<Tally> tallies) {
        List<Measurement> all = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            List<Tally> own =
                    tallies.stream().filter(each -> each.workload == workload).toList();
            Optional<Tally> floor = least(own, "");
            Optional<Tally> kryo = own.stream()
                    .filter(each -> each.subject.name().equals(KryoRoundTrip.NAME))
                    .findFirst();
            floor.ifPresent(each -> all.add(measurement(FloorSubject.NAME, each, floor, kryo)));
            for (String language : List.of(FloorSubject.IN_JAVA, CFloorSubject.NAME)) {
                least(own, language + "/").ifPresent(each -> all.add(measurement(language, each, floor, kryo)));
            }
            own.stream()
                    .filter(each -> !isVariant(each.subject.name()))
                    .forEach(each -> all.add(measurement(each.subject.name(), each, floor, kryo)));
        }
        return all;
    }

    private static Optional<Tally> least(List<Tally> tallies, String beginning) {
        return tallies.stream()
                .filter(each ->
                        isVariant(each.subject.name()) && each.subject.name().startsWith(beginning))
                .min(Comparator.comparingDouble(Floor::medianNs));
    }

    private static double medianNs(Tally tally) {
        return tally.turnsP50Ns.isEmpty() ? tally.samples.p50Ns() : Median.of(tally.turnsP50Ns);
    }

    private static Measurement measurement(String name, Tally own, Optional<Tally> floor, Optional<Tally> kryo) {
        boolean compared = own.callers == 1;
        String variant = isVariant(own.subject.name()) ? own.subject.name() : null;
        return own.measurement(
                name,
                variant,
                compared ? floor.map(each -> ratios(own, each)).orElse(List.of()) : List.of(),
                compared
                        ? floor.flatMap(each -> kryo.map(codec -> ratios(own, each, codec)))
                                .orElse(List.of())
                        : List.of());
    }

    /** Returns the ratio of each turn. After silence there are no turns. */
    private static List<Double> ratios(Tally own, Tally floor) {
        return own.turnsP50Ns.isEmpty()
                ? List.of(own.samples.p50Ns() / floor.samples.p50Ns())
                : IntStream.range(0, own.turnsP50Ns.size())
                        .mapToObj(turn -> own.turnsP50Ns.get(turn) / floor.turnsP50Ns.get(turn))
                        .toList();
    }

    private static List<Double> ratios(Tally own, Tally floor, Tally kryo) {
        return IntStream.range(0, own.turnsP50Ns.size())
                .mapToObj(
                        turn -> own.turnsP50Ns.get(turn) / (floor.turnsP50Ns.get(turn) + 2 * kryo.turnsP50Ns.get(turn)))
                .toList();
    }

    /** Does the same for arrays: the fastest variant at each point stands for the floor. */
    static List<Transfer> transfers(List<Transfer> all) {
        Map<String, Transfer> floors = new LinkedHashMap<>();
        all.stream()
                .filter(each -> isVariant(each.system()))
                .forEach(each -> floors.merge(
                        each.requestBytes() + " " + each.replyBytes(),
                        each.of(FloorSubject.NAME),
                        (one, other) -> one.p50Ns() <= other.p50Ns() ? one : other));
        return Stream.concat(floors.values().stream(), all.stream().filter(each -> !isVariant(each.system())))
                .toList();
    }
}
