// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.internal.discovery.ServiceAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes a call over each channel, between two endpoints of this process. They talk as two processes do. */
public final class ChannelChecks {

    private static final int FIRST = 20;
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private ChannelChecks() {}

    /** The service that is called. */
    public interface Echo {
        int echo(int value);
    }

    static List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        for (String channel : ServiceAddress.SCHEMES) {
            findings.add(check("D" + (FIRST + findings.size()), channel));
        }
        return findings;
    }

    private static Finding check(String number, String channel) {
        String address = channel + ":nearcall-doctor-" + ProcessHandle.current().pid();
        try (Endpoint server = endpoint();
                Endpoint client = endpoint()) {
            server.export(Echo.class, value -> value, address);
            Echo echo = client.lookup(Echo.class, address);
            int answer = echo.echo(number.hashCode());
            return answer == number.hashCode()
                    ? Finding.ok(number, "channel " + channel + ": a call came back")
                    : Finding.fail(
                            number, "channel " + channel + ": another answer came back", "Report this as a bug.");
        } catch (NearcallException e) {
            boolean usual = ServiceAddress.AUTOMATIC.contains(channel);
            String help = usual
                    ? "auto takes the next channel of " + String.join(", ", ServiceAddress.AUTOMATIC)
                            + "; see D03 and D05."
                    : "Only programs that name this channel need it.";
            return new Finding(
                    number,
                    usual ? Finding.State.FAIL : Finding.State.WARN,
                    "channel " + channel + ": " + e.getMessage(),
                    help);
        }
    }

    private static Endpoint endpoint() {
        return Endpoint.builder()
                .name("nearcall-doctor")
                .deadline(LONGEST)
                .lookupTimeout(LONGEST)
                .open();
    }
}
