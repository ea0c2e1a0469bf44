// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A server JVM of Nearcall and RMI whose clients are somebody else's business. */
public final class ServingJvm implements AutoCloseable {

    private static final long START_TIMEOUT_S = 30;

    private final Child child;
    private final String service;
    private final String rmiStub;

    private ServingJvm(Child child, String service, String rmiStub) {
        this.child = child;
        this.service = service;
        this.rmiStub = rmiStub;
    }

    public static ServingJvm start(String name, Path scratch) throws IOException, InterruptedException {
        String service = "bench-" + name;
        String systems = NearcallSubject.NAME + "," + RmiSubject.NAME;
        List<String> args = List.of(
                systems, service, scratch.resolve("floor-" + name + ".socket").toString());
        Child child = Child.start("server " + name, "", JvmFlags.ALL, ServerMain.class, args);
        try {
            return new ServingJvm(
                    child,
                    service,
                    child.next(ServerMain.Ready.class, START_TIMEOUT_S).rmiStub());
        } catch (IOException | InterruptedException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    public String service() {
        return service;
    }

    public String rmiStub() {
        return rmiStub;
    }

    @Override
    public void close() {
        child.close();
    }
}
