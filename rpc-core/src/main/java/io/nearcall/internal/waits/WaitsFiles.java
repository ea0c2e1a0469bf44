// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import io.nearcall.internal.statistics.AgedFile;
import io.nearcall.internal.statistics.ProcessState;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The files in which processes show their waits, one for each process that has any. They lie where statistics pages do. */
public final class WaitsFiles {

    private static final String SUFFIX = ".waits";

    /** Follows that while a file is being written. */
    private static final String NEW = ".new";

    /** More processes than ever wait at once; whoever fills the directory costs a reader no more than these. */
    private static final int MOST = 64;

    private static final int MOST_DEAD = 8;
    private static final long KEPT_MS = 3_600_000;

    private WaitsFiles() {}

    /** Where a process writes. The name tells copies of this class in one process apart. */
    static Path path(String directory, int pid, int number) {
        return Path.of(directory, pid + "-" + Integer.toHexString(number) + SUFFIX);
    }

    /** Replaces the file as a whole. */
    static void write(Path path, WaitsView view) throws IOException {
        Path written = path.resolveSibling(path.getFileName() + NEW);
        try {
            Files.write(written, WaitsFormat.bytes(view));
            Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(written); // a full file system is not to be kept so
            throw e;
        }
    }

    /** What the processes have written, those that have died too. Files that are none are left out. */
    public static List<WaitsView> read(String directory) {
        List<WaitsView> views = new ArrayList<>();
        String[] names = new File(directory).list((parent, name) -> name.endsWith(SUFFIX));
        for (int i = 0; names != null && i < Math.min(names.length, MOST); i++) {
            WaitsView view = read(Path.of(directory, names[i]));
            if (view != null) {
                views.add(view);
            }
        }
        views.sort(Comparator.comparingInt(WaitsView::pid));
        return views;
    }

    private static WaitsView read(Path path) {
        try {
            FileStatus status = Host.current().lstat(path.toString());
            if (status == null || !status.isRegularFile()) {
                return null; // a FIFO would keep its reader waiting
            }
            try (FileInputStream in = new FileInputStream(path.toFile())) {
                return WaitsFormat.view(in.readNBytes(WaitsFormat.MAX_BYTES));
            }
        } catch (IOException | OsException e) {
            return null; // its process waits no longer
        }
    }

    /**
     * Removes the files of processes that have died: those that were written more than an hour ago, and all but the last eight.
     * Those of other pid namespaces are left to processes of those.
     */
    public static void sweep(String directory, String pidNamespace) {
        File[] files = new File(directory).listFiles((parent, name) -> name.contains(SUFFIX));
        List<AgedFile> dead = new ArrayList<>();
        for (File file : files == null ? new File[0] : files) {
            WaitsView view = file.getName().endsWith(SUFFIX) ? read(file.toPath()) : null;
            if (view == null || view.state(pidNamespace) == ProcessState.DEAD) {
                dead.add(new AgedFile(file));
            }
        }
        dead.sort(AgedFile.YOUNGEST_FIRST);
        long oldestMs = System.currentTimeMillis() - KEPT_MS;
        for (int i = 0; i < dead.size(); i++) {
            AgedFile each = dead.get(i);
            if (each.modifiedMs() < oldestMs || i >= MOST_DEAD && isDone(each.file())) {
                each.file().delete(); // if it cannot be, the next process tries
            }
        }
    }

    /** Whether nobody is about to rename it. */
    private static boolean isDone(File file) {
        return file.getName().endsWith(SUFFIX);
    }
}
