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

/**
 * The files in which processes show their waits, one for each process that has any. They are in the directory of the
 * statistics pages.
 */
public final class WaitsFiles {

    public static final String SUFFIX = ".waits";

    /** Follows the suffix while a file is being written. */
    private static final String NEW = ".new";

    /** More processes than ever wait at once. It bounds a reader's work if somebody fills the directory. */
    private static final int MOST = 64;

    private WaitsFiles() {}

    /** Returns the file of a process. The number distinguishes copies of this class in one process. */
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
            Files.deleteIfExists(written); // so that a full file system does not stay full
            throw e;
        }
    }

    /** Returns what the processes have written, including those that have died. Invalid files are left out. */
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
            return null; // its process no longer waits
        }
    }

    /**
     * Removes the files of processes that have died: those that were written more than an hour ago, and all except the
     * last eight. Files that a process may be about to rename only go after an hour. So do files of other pid
     * namespaces: nobody here can tell whether their processes live, but these write them anew at each look.
     */
    public static void sweep(String directory, String pidNamespace) {
        File[] files = new File(directory).listFiles((parent, name) -> name.contains(SUFFIX));
        List<File> dead = new ArrayList<>();
        List<File> elsewhere = new ArrayList<>();
        for (File file : files == null ? new File[0] : files) {
            WaitsView view = file.getName().endsWith(SUFFIX) ? read(file.toPath()) : null;
            ProcessState state = view == null ? ProcessState.DEAD : view.state(pidNamespace);
            if (state == ProcessState.DEAD) {
                dead.add(file);
            } else if (state == ProcessState.ELSEWHERE) {
                elsewhere.add(file);
            }
        }
        AgedFile.sweep(dead, SUFFIX);
        AgedFile.sweep(elsewhere, NEW); // none of them has this suffix, so only the old ones go
    }
}
