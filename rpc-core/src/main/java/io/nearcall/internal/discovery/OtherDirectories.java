// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds this user's services that listen in other directories, because the kernel lists all Unix sockets. */
public final class OtherDirectories {

    private static final String SOCKETS = "/proc/net/unix"; // the sockets of this network namespace
    private static final int FLAGS = 3; // this and PATH: fields of a line of SOCKETS
    private static final int PATH = 7;
    private static final String LISTENING = "00010000";

    private OtherDirectories() {}

    /** Maps directories to the names of their services. */
    public static Map<String, Collection<String>> services(RuntimeDirectory looked) {
        Map<String, Collection<String>> services = new TreeMap<>();
        for (String line : sockets().split("\n")) {
            String[] fields = line.trim().split(" +", PATH + 1);
            if (fields.length > PATH && fields[FLAGS].equals(LISTENING)) {
                add(services, fields[PATH], looked.path());
            }
        }
        return services;
    }

    private static void add(Map<String, Collection<String>> services, String path, String except) {
        int slash = path.lastIndexOf('/');
        if (slash <= 0
                || !path.endsWith(RuntimeDirectory.SOCKET_SUFFIX)
                || path.substring(0, slash).equals(except)) {
            return;
        }
        String name = path.substring(slash + 1, path.length() - RuntimeDirectory.SOCKET_SUFFIX.length());
        String directory = path.substring(0, slash);
        if (ServiceName.isValid(name) && isOwnFile(directory + "/" + name + RuntimeDirectory.LOCK_SUFFIX)) {
            Collection<String> names = services.get(directory);
            if (names == null) {
                names = new TreeSet<>();
                services.put(directory, names);
            }
            names.add(name);
        }
    }

    /** Whether a lock is there: other programs have sockets of such names too, but no such lock beside them. */
    private static boolean isOwnFile(String path) {
        try {
            FileStatus status = Host.current().lstat(path);
            return status != null
                    && status.isRegularFile()
                    && status.uid() == Host.current().uid();
        } catch (OsException e) {
            return false; // the directory belongs to another user, or to another mount namespace
        }
    }

    private static String sockets() {
        try (FileInputStream in = new FileInputStream(SOCKETS)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // hidden in a container
        }
    }
}
