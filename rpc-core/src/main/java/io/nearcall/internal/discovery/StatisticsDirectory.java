// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.NearcallException;
import io.nearcall.internal.statistics.OldPages;
import io.nearcall.internal.statistics.PageLayout;
import io.nearcall.internal.statistics.PageOwner;
import io.nearcall.internal.waits.WaitsFiles;
import io.nearcall.internal.waits.WaitsView;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.OsException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the statistics pages of a runtime directory's endpoints lie: there if it is on a tmpfs, else in one that is. */
public final class StatisticsDirectory {

    /* A page on a disk would hold its writer up whenever the system writes it back. */

    private static final Host HOST = Host.current();
    private static final String SHARED_MEMORY = "/dev/shm";
    private static final String MOUNTS = "/proc/self/mountinfo";
    private static final int DEVICE = 2; // fields of a line of that
    private static final String TYPE_MARK = " - ";

    private StatisticsDirectory() {}

    /**
     * Whose page an endpoint's is, and where it can be made; null if it cannot.
     *
     * @param openedMs in milliseconds since the epoch
     */
    public static PageOwner owner(RuntimeDirectory directory, String endpointName, long openedMs) {
        try {
            NativeLibrary.load();
        } catch (NativeLibraryException e) {
            return null;
        }
        String path = find(directory);
        return path == null
                ? null
                : new PageOwner(
                        path,
                        HOST.pid(),
                        openedMs,
                        endpointName,
                        version(),
                        System.getProperty("java.version"),
                        pidNamespace(),
                        directory.path());
    }

    private static String version() {
        String version = StatisticsDirectory.class.getPackage().getImplementationVersion();
        return version == null ? "" : version;
    }

    /** Removes the pages of a directory's endpoints whose processes died long ago, and of many the older ones. */
    public static void sweep(RuntimeDirectory directory) {
        String path = find(directory);
        if (path != null) {
            OldPages.sweep(path, pidNamespace());
            WaitsFiles.sweep(path, pidNamespace());
        }
    }

    /** The directory for pages and waits of that directory's endpoints; what is said instead if there is none. */
    public static String find(RuntimeDirectory directory, String orElse) {
        String path = find(directory);
        return path == null ? orElse : path;
    }

    /** The directory for pages, which is made if need be; null if there is no tmpfs that this user can write to. */
    private static String find(RuntimeDirectory directory) {
        try {
            if (directory.isOwn() && isOnTmpfs(directory.path())) {
                return directory.path();
            }
            return isOnTmpfs(SHARED_MEMORY)
                    ? RuntimeDirectory.check(ofUser(), false).path()
                    : null;
        } catch (NearcallException | OsException e) {
            return null; // somebody else's, or closed to this user
        }
    }

    private static String ofUser() {
        return SHARED_MEMORY + "/nearcall-" + Integer.toUnsignedString(HOST.uid());
    }

    /** Where pages of that directory's endpoints may lie, of those directories that exist. */
    static List<String> all(RuntimeDirectory directory) {
        List<String> all = new ArrayList<>(List.of(directory.path()));
        FileStatus status = HOST.lstat(ofUser());
        if (status != null && status.isDirectory() && status.uid() == HOST.uid()) {
            all.add(ofUser());
        }
        return all;
    }

    /** The pages that may belong to endpoints of that directory, and to others. In no order. */
    public static List<String> pages(RuntimeDirectory directory) {
        List<String> pages = new ArrayList<>();
        for (String each : all(directory)) {
            String[] names = new File(each).list((parent, name) -> name.endsWith(PageLayout.SUFFIX));
            for (String name : names == null ? new String[0] : names) {
                pages.add(each + "/" + name);
            }
        }
        return pages;
    }

    /** The waits of the processes that have endpoints of that directory; also of those that have died. */
    public static List<WaitsView> waits(RuntimeDirectory directory) {
        List<WaitsView> waits = new ArrayList<>();
        for (String each : all(directory)) {
            waits.addAll(WaitsFiles.read(each));
        }
        waits.removeIf(view -> !view.runtimeDirectory().equals(directory.path()));
        return waits;
    }

    private static boolean isOnTmpfs(String path) {
        FileStatus status = HOST.lstat(path);
        if (status == null) {
            return false;
        }
        String device = major(status.device()) + ":" + minor(status.device());
        try (FileInputStream in = new FileInputStream(MOUNTS)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (line.split(" ", DEVICE + 2)[DEVICE].equals(device)) {
                    return line.substring(line.indexOf(TYPE_MARK) + TYPE_MARK.length())
                            .startsWith("tmpfs ");
                }
            }
        } catch (IOException e) {
            return false; // no /proc: nobody can tell
        }
        return false;
    }

    /* As the C library takes the number of a device apart. */

    private static long major(long device) {
        return device >>> 8 & 0xfff | device >>> 32 & ~0xfffL;
    }

    private static long minor(long device) {
        return device & 0xff | device >>> 12 & ~0xffL & 0xffffffffL;
    }

    /** This process's pid namespace; empty if it is not known. */
    public static String pidNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException e) {
            return ""; // there is no /proc
        }
    }
}
