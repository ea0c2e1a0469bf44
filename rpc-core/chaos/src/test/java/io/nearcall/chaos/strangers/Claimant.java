// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.strangers;

import io.nearcall.Endpoint;
import io.nearcall.Export;
import io.nearcall.RemoteService;
import io.nearcall.ServiceNameInUseException;
import io.nearcall.TransportException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * A process that claims names. {@code claim COUNT NANOS NANOS} tries to offer each of that many names between two moments
 * of the monotonic clock, again and again, at least once. {@code held} prints which offers are open, and how many losses
 * the log has reported. {@code over} gives the names up.
 */
public final class Claimant {

    /** Returns the process that answers. */
    @RemoteService
    public interface Claimed {
        long pid();
    }

    private static final Logger NEARCALL = Logger.getLogger("io.nearcall"); // held: or its handlers are lost with it

    private final Queue<String> losses = new ConcurrentLinkedQueue<>();
    private final List<Export> exports = new ArrayList<>();

    private Claimant() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Claimant claimant = new Claimant();
        NEARCALL.setUseParentHandlers(false);
        NEARCALL.addHandler(claimant.new Losses());
        try (Endpoint endpoint = Endpoint.open()) {
            System.out.println("ready");
            String line;
            while ((line = in.readLine()) != null) {
                System.out.println(claimant.obey(endpoint, line.split(" ")));
            }
        }
    }

    private String obey(Endpoint endpoint, String[] words) {
        switch (words[0]) {
            case "claim" -> {
                int count = Integer.parseInt(words[1]);
                while (System.nanoTime() - Long.parseLong(words[2]) < 0) {
                    Thread.onSpinWait();
                }
                do {
                    for (int i = 0; i < count; i++) {
                        claim(endpoint, CleanedNames.name(i));
                    }
                } while (System.nanoTime() - Long.parseLong(words[3]) < 0);
                return "claimed " + exports.size();
            }
            case "held" -> {
                StringBuilder held = new StringBuilder("held");
                int lost = 0;
                for (Export export : exports) {
                    if (export.isClosed()) {
                        lost++;
                    } else {
                        held.append(' ').append(export.name());
                    }
                }
                return lost == losses.size() ? held.toString() : lost + " lost, told of " + losses.size();
            }
            default -> {
                exports.forEach(Export::close);
                exports.clear();
                losses.clear();
                return "over";
            }
        }
    }

    private void claim(Endpoint endpoint, String name) {
        try {
            exports.add(
                    endpoint.export(Claimed.class, () -> ProcessHandle.current().pid(), name));
        } catch (ServiceNameInUseException | TransportException e) {
            // another process has it, or the directory has just been removed
        }
    }

    /** What has been logged of names that were lost. */
    private final class Losses extends Handler {
        @Override
        public void publish(LogRecord record) {
            if (record.getLevel() == Level.SEVERE) {
                losses.add(record.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
