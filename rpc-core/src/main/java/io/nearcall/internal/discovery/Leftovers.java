// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.ipc.host.Host;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What dead processes have left in a runtime directory, for tools. Programs sweep on their own when they find it. */
public final class Leftovers {

    /** The names that channels give: {@code .KIND-PID-NONCE}, in some cases followed by {@code -LANE}. */
    private static final Pattern OF_CHANNEL =
            Pattern.compile("\\.(?:fifo|unix|sysv)-([1-9][0-9]{0,9})-[0-9a-f]{16}(?:-[0-9]{1,4})?");

    private Leftovers() {}

    /** The names of services whose lock or socket exists, and whose holder is dead. Removes nothing. */
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

    /**
     * The files, ordered by name, of FIFOs, Unix sockets and System V objects that dead processes have left. Their
     * names hold process numbers, which are looked up here, even those of other pid namespaces. Removes nothing.
     */
    public static List<String> channels(RuntimeDirectory directory) {
        List<String> dead = new ArrayList<>();
        String[] files = new File(directory.path()).list();
        for (String file : files == null ? new String[0] : files) {
            Matcher name = OF_CHANNEL.matcher(file);
            if (name.matches()
                    && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                dead.add(file);
            }
        }
        Collections.sort(dead);
        return dead;
    }

    private static boolean isThere(RuntimeDirectory directory, ServiceName service) {
        return Host.current().lstat(directory.lockPath(service)) != null
                || Host.current().lstat(directory.socketPath(service)) != null;
    }
}
