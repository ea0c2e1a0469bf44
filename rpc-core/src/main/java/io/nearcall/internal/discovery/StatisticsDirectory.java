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
import io.nearcall.ipc.os.Platform;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where a runtime directory's endpoints keep their statistics pages: in it if it is on a tmpfs, else in /dev/shm. */
public final class StatisticsDirectory {

    /* A page on a disk would block its writer whenever the system writes the page back. */

    private static final Host HOST = Host.current();
    private static final String SHARED_MEMORY = "/dev/shm";
    private static final String MOUNTS = "/proc/self/mountinfo";
    private static final int DEVICE = 2; // this and TYPE_MARK: fields of a line of MOUNTS
    private static final String TYPE_MARK = " - ";

    private StatisticsDirectory() {}

    /**
     * Describes the owner of an endpoint's page, and where that page can be made; null if it cannot be made.
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

    /** Removes pages and files of waits of processes that died long ago, and the older ones if there are many. */
    public static void sweep(RuntimeDirectory directory) {
        String path = find(directory);
        if (path != null) {
            OldPages.sweep(path, pidNamespace());
            WaitsFiles.sweep(path, pidNamespace());
        }
    }

    /** The directory for pages and files of waits of that directory's endpoints; if there is none, {@code orElse}. */
    public static String find(RuntimeDirectory directory, String orElse) {
        String path = find(directory);
        return path == null ? orElse : path;
    }

    /** The directory for pages, made if it is missing; null if there is no tmpfs that this user can write to. */
    private static String find(RuntimeDirectory directory) {
        if (Platform.isWindows()) {
            return null;
        }
        try {
            if (directory.isOwn() && isOnTmpfs(directory.path())) {
                return directory.path();
            }
            return isOnTmpfs(SHARED_MEMORY)
                    ? RuntimeDirectory.check(ofUser(), false).path()
                    : null;
        } catch (NearcallException | OsException e) {
            return null; // it belongs to another user, or is closed to this one
        }
    }

    private static String ofUser() {
        return SHARED_MEMORY + "/nearcall-" + Integer.toUnsignedString(HOST.uid());
    }

    /** The existing directories in which pages of that directory's endpoints may lie. */
    static List<String> all(RuntimeDirectory directory) {
        List<String> all = new ArrayList<>(List.of(directory.path()));
        FileStatus status = Platform.isWindows() ? null : HOST.lstat(ofUser());
        if (status != null && status.isDirectory() && status.uid() == HOST.uid()) {
            all.add(ofUser());
        }
        return all;
    }

    /** The pages in those directories, which may belong to endpoints of other directories too. In no order. */
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

    /** The files of waits of processes that have endpoints of that directory, living or dead. */
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
            return false; // there is no /proc, so nobody can tell
        }
        return false;
    }

    /* Like the C library's major and minor. */

    private static long major(long device) {
        return device >>> 8 & 0xfff | device >>> 32 & ~0xfffL;
    }

    private static long minor(long device) {
        return device & 0xff | device >>> 12 & ~0xffL & 0xffffffffL;
    }

    /** This process's pid namespace; empty if it is unknown. */
    public static String pidNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException e) {
            return ""; // there is no /proc
        }
    }
}
