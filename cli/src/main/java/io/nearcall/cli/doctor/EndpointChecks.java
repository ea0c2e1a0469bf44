// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import io.nearcall.Context;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.cli.live.LiveService;
import io.nearcall.cli.live.LookupFailed;
import io.nearcall.internal.connection.Inspection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks the processes that have services now. */
final class EndpointChecks {

    private static final String NUMBER = "D30";
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private EndpointChecks() {}

    /** Returns a finding for each service, and one that compares them all. */
    static List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        Set<String> versions = new TreeSet<>();
        try (Endpoint endpoint = Endpoint.builder()
                .name("nearcall-doctor")
                .lookupTimeout(Duration.ZERO)
                .open()) {
            for (String service : endpoint.services()) {
                if (!service.startsWith("nearcall-doctor-")) {
                    findings.add(check(endpoint, service, versions));
                }
            }
        }
        findings.add(versions(versions));
        return findings;
    }

    static Finding versions(Set<String> versions) {
        return versions.size() < 2
                ? Finding.ok(
                        "D31",
                        versions.isEmpty()
                                ? "versions: no running service tells one"
                                : "versions: all running services have "
                                        + versions.iterator().next())
                : Finding.warn(
                        "D31",
                        "versions: running processes have " + String.join(" and ", versions) + " of Nearcall",
                        "They can talk to each other. Update the older ones when they are restarted anyway.");
    }

    private static Finding check(Endpoint endpoint, String service, Set<String> versions) {
        try {
            LiveService found = Context.empty().withDeadline(LONGEST).call(() -> LiveService.of(endpoint, service, ""));
            String version = found.about().getOrDefault("nearcall", "");
            versions.add(version.isEmpty() ? "no version" : version);
            return Finding.ok(
                    NUMBER,
                    "service " + service + ": process " + found.pid() + ", Nearcall "
                            + (version.isEmpty() ? "without a version" : version) + ", Java "
                            + found.about().getOrDefault("java", "?"));
        } catch (Inspection.Unavailable e) {
            return Finding.ok(NUMBER, "service " + service + ": " + e.getMessage());
        } catch (NearcallException | LookupFailed e) {
            return Finding.fail(
                    NUMBER,
                    "service " + service + " does not answer: " + e.getMessage(),
                    "See whether the process is stopped (ps, state T) or busy.");
        }
    }
}
