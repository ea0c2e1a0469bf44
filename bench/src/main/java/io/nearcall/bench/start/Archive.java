// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What saves a JVM from loading, linking and verifying classes from jars, and the flags for it. */
public enum Archive {
    NONE("", 0),

    /** AppCDS: made at the end of a run. */
    CLASSES("archive", 0),

    /** The same with linked classes and profiles: JEPs 483, 514 and 515. */
    AOT_CACHE("AOT cache", Archive.FIRST_WITH_AOT_CACHE_OUTPUT);

    private static final int FIRST_WITH_AOT_CACHE_OUTPUT = 25;
    private static final int FIRST_WITH_AUTO_CREATE = 19;

    /**
     * Suppresses messages about classes that are left out. On JDK 25 it also suppresses the message that the JDK's own
     * archive was made without {@code --enable-native-access}. {@link FreshClients} checks whether an archive is used.
     */
    private static final String SILENT = "-Xlog:disable";

    private final String title;
    private final int sinceJdk;

    Archive(String title, int sinceJdk) {
        this.title = title;
        this.sinceJdk = sinceJdk;
    }

    /** Returns a word or two; empty for none. */
    public String title() {
        return title;
    }

    /** Returns the archives that this JDK can make, and none. */
    static List<Archive> ofThisJdk() {
        return Stream.of(values()).filter(each -> each.sinceJdk <= jdk()).toList();
    }

    /** Returns the flags of the run that makes the archive at its end. */
    List<String> making(Path file) {
        return switch (this) {
            case NONE -> throw new IllegalStateException("archive=" + this);
            case CLASSES ->
                jdk() >= FIRST_WITH_AUTO_CREATE ? using(file) : List.of("-XX:ArchiveClassesAtExit=" + file, SILENT);
            case AOT_CACHE -> List.of("-XX:AOTCacheOutput=" + file, SILENT);
        };
    }

    /** Returns the flags of a start with the archive. */
    List<String> using(Path file) {
        return switch (this) {
            case NONE -> List.of();
            case CLASSES ->
                jdk() >= FIRST_WITH_AUTO_CREATE
                        ? List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + file, SILENT)
                        : List.of("-XX:SharedArchiveFile=" + file, SILENT);
            case AOT_CACHE -> List.of("-XX:AOTCache=" + file, SILENT);
        };
    }

    private static int jdk() {
        return Runtime.version().feature();
    }
}
