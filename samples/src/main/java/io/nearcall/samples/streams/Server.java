// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streams;

import io.nearcall.Endpoint;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Offers the log until it is stopped, and writes some thousands of entries a second to it. */
public final class Server {

    private static final long PERIOD_US = 200;

    private Server() {}

    public static void main(String[] args) throws Exception {
        BigLog log = new BigLog();
        ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Log.class, log);
            writer.scheduleAtFixedRate(log::write, 0, PERIOD_US, TimeUnit.MICROSECONDS);
            System.out.println("The log is open.");
            endpoint.awaitClose();
        } finally {
            writer.shutdownNow();
        }
    }
}
