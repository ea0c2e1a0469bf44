// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** The pages of processes that died. A few are kept for a while, to find out why. */
public final class OldPages {

    /* Writing through a map does not change the time of a file. So a page gets another name and the present time when
     * its process is first found dead. */

    private OldPages() {}

    /**
     * Removes all such pages except eight, and those that were found more than an hour ago. Any process may call it at
     * any time.
     */
    public static void sweep(String directory, String pidNamespace) {
        File[] files = new File(directory).listFiles();
        List<File> dead = new ArrayList<>();
        for (File file : files == null ? new File[0] : files) {
            if (file.getName().endsWith(PageLayout.DEAD_SUFFIX)) {
                dead.add(file);
            } else if (file.getName().endsWith(PageLayout.SUFFIX)) {
                PageView page = PageReader.readHeader(file.getPath());
                if (page != null && page.state(pidNamespace) == ProcessState.DEAD) {
                    dead.add(found(file));
                }
            }
        }
        AgedFile.sweep(dead, "");
    }

    private static File found(File file) {
        String path = file.getPath();
        File renamed = new File(path.substring(0, path.length() - PageLayout.SUFFIX.length())
                + "-" + System.currentTimeMillis()
                + PageLayout.DEAD_SUFFIX);
        file.setLastModified(System.currentTimeMillis());
        return file.renameTo(renamed) ? renamed : file;
    }
}
