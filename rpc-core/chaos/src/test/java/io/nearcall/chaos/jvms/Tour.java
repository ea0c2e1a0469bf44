// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.jvms;

import io.nearcall.NearcallException;
import io.nearcall.chaos.jvms.Gallery.Bean;
import io.nearcall.chaos.jvms.Gallery.Circle;
import io.nearcall.chaos.jvms.Gallery.Exhibit;
import io.nearcall.chaos.jvms.Gallery.Room;
import io.nearcall.chaos.jvms.Gallery.Sold;
import io.nearcall.chaos.jvms.Gallery.Style;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Calls a {@link Gallery} in every way, and compares. */
final class Tour {

    private static final long PATIENCE_S = 20;
    private static final int[] LENGTHS = {0, 1, 39, 40, 41, 4_000, 5_000, 65_536, 70_000, 1 << 20};

    private final Gallery gallery;
    private final List<String> faults = new ArrayList<>();
    private int calls;

    private Tour(Gallery gallery) {
        this.gallery = gallery;
    }

    /** Makes all calls. Returns how many calls that were, and adds wrong results to the faults. */
    static int make(Gallery gallery, List<String> faults) throws Exception {
        Tour tour = new Tour(gallery);
        tour.values();
        tour.futures();
        tour.failures();
        tour.posts();
        faults.addAll(tour.faults);
        return tour.calls;
    }

    private void same(Object sent, Object come) {
        calls++;
        if (!Objects.deepEquals(sent, come)) {
            faults.add((come + " instead of " + sent).replaceAll("\\s+", " "));
        }
    }

    private static Exhibit exhibit(int year) {
        return new Exhibit(
                "caf\u00e9 \ud83d\ude00",
                year,
                Style.ORNATE,
                List.of(new Room(1, 2.5), new Room(-7, Double.NaN)),
                Map.of("a", new Circle(1), "b", new Bean("b")),
                Set.of(1L, Long.MIN_VALUE));
    }

    private void values() {
        gallery.ping();
        same(42L, gallery.sum(true, (byte) -1, 'A', (short) -30, 1, 4, 1.5f, 1.9));
        for (int length : LENGTHS) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) length);
            same(bytes, gallery.bytes(bytes));
            same("\u4e2dx".repeat(length / 2), gallery.text("\u4e2dx".repeat(length / 2)));
        }
        same(exhibit(1700), gallery.exhibit(exhibit(1700)));
        same(null, gallery.exhibit(null));
        for (Object thing : things()) {
            same(thing, gallery.same(thing));
        }
    }

    private static List<Object> things() {
        Map<String, List<Integer>> nested = new HashMap<>(Map.of("a", List.of(1, 2), "b", List.of()));
        nested.put(null, null);
        EnumMap<DayOfWeek, String> days = new EnumMap<>(Map.of(DayOfWeek.FRIDAY, "fish"));
        return new ArrayList<>(Arrays.asList(
                null,
                true,
                (byte) 1,
                'x',
                (short) 2,
                3,
                4L,
                5f,
                6d,
                "seven",
                new BigInteger("-123456789012345678901234567890"),
                new BigDecimal("1.50"),
                new UUID(1, -1),
                URI.create("near://call"),
                Locale.forLanguageTag("pl-PL"),
                LocalDate.of(2024, 2, 29),
                Instant.ofEpochSecond(1, 2),
                Duration.ofNanos(-3),
                ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 0, ZoneId.of("Europe/Warsaw")),
                Optional.of(OptionalInt.of(8)),
                nested,
                days,
                EnumSet.of(DayOfWeek.MONDAY, DayOfWeek.SUNDAY),
                BitSet.valueOf(new long[] {5, 6}),
                new LinkedHashMap<>(Map.of(1, 2)),
                new TreeMap<>(Map.of("z", 1, "y", 2)),
                new LinkedHashSet<>(List.of(3, 1, 2)),
                new TreeSet<>(Collections.reverseOrder()),
                new ConcurrentHashMap<>(Map.of(1, 1)),
                new CopyOnWriteArrayList<>(List.of("c")),
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                Arrays.asList("fixed", null),
                new ArrayList<>(new ArrayDeque<>(List.of(1, 2))),
                new int[][] {{1}, {}, {2, 3}},
                new String[] {"a", null},
                new Object[] {1, "b", new double[] {1.5}},
                exhibit(3),
                new Bean("self"),
                Style.PLAIN));
    }

    private void futures() throws Exception {
        List<java.util.concurrent.CompletableFuture<Exhibit>> pending = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            pending.add(gallery.later(exhibit(i)));
        }
        for (int i = 0; i < 100; i++) {
            same(exhibit(i), pending.get(i).get(PATIENCE_S, TimeUnit.SECONDS));
        }
        try {
            gallery.never("closed").get(PATIENCE_S, TimeUnit.SECONDS);
            same("an exception", "none");
        } catch (ExecutionException e) {
            same("java.lang.IllegalStateException: closed", e.getCause().toString());
        }
    }

    private void failures() {
        for (int how = 0; how < 3; how++) {
            try {
                gallery.fail(how);
                same("an exception", "none");
            } catch (Sold e) {
                same(List.of(0, 7, "sold for 7"), List.of(how, e.price(), e.getMessage()));
                same("how=0", e.getCause().getMessage());
                same("too dear", e.getCause().getSuppressed()[0].getMessage());
            } catch (IllegalArgumentException e) {
                same(1, how);
                same("too dear", e.getSuppressed()[0].getMessage());
            } catch (UnsupportedOperationException e) {
                same(2, how);
            }
        }
        try {
            gallery.same(new Thread("does not travel"));
            same("an exception", "none");
        } catch (NearcallException e) {
            same(true, e.getMessage().contains("Thread"));
        }
    }

    private void posts() {
        int before = gallery.counted();
        for (int i = 0; i < 100; i++) {
            gallery.count(2);
        }
        same(before + 200, gallery.counted());
    }
}
