// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What Prometheus would read: the text of a scrape, parsed. */
final class Scrape {

    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

    private record Series(String name, Map<String, String> labels) {}

    private final Map<Series, Double> samples = new HashMap<>();

    Scrape(String text) {
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (!sample.matches()) {
                throw new IllegalArgumentException(line);
            }
            Map<String, String> labels = new TreeMap<>();
            Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
            samples.put(new Series(sample.group(1), labels), Double.valueOf(sample.group(3)));
        });
    }

    /** The only sample of that name with these labels, given as alternate names and values; null if there is none. */
    Double value(String name, String... labels) {
        Map<String, String> wanted = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            wanted.put(labels[i], labels[i + 1]);
        }
        var found = samples.entrySet().stream()
                .filter(sample -> sample.getKey().name.equals(name)
                        && sample.getKey().labels.entrySet().containsAll(wanted.entrySet()))
                .toList();
        if (found.size() > 1) {
            throw new IllegalStateException(name + wanted + ": " + found);
        }
        return found.isEmpty() ? null : found.get(0).getValue();
    }

    Set<String> names() {
        return samples.keySet().stream().map(Series::name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Of all series of that name. */
    Set<String> labels(String name) {
        return samples.keySet().stream()
                .filter(series -> series.name.equals(name))
                .flatMap(series -> series.labels.keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String toString() {
        return samples.toString();
    }
}
