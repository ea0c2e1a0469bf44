// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.ipc.host.Host;
import java.util.ArrayList;
import java.util.List;

/** What dead processes have left in a runtime directory, for tools. Programs sweep on their own when they come across it. */
public final class Leftovers {

    private Leftovers() {}

    /** The names of services whose lock or socket is there, and whose holder is dead. Removes nothing. */
    public static List<String> names(RuntimeDirectory directory) {
        List<String> dead = new ArrayList<>();
        for (String name : ServiceListing.names(directory)) {
            ServiceName service = new ServiceName(name);
            int pid = ServiceListing.holderPid(directory, service);
            boolean alive = pid > 0 && ProcessHandle.of(pid).isPresent();
            if (!alive && ServiceSocket.listening(directory, service) == null && isThere(directory, service)) {
                dead.add(name);
            }
        }
        return dead;
    }

    private static boolean isThere(RuntimeDirectory directory, ServiceName service) {
        return Host.current().lstat(directory.lockPath(service)) != null
                || Host.current().lstat(directory.socketPath(service)) != null;
    }
}
