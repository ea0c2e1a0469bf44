// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The size of a campaign, and its random numbers. The same seed draws the same faults. The moments at which they occur
 * depend on the machine.
 *
 * @param minutes about how long the long form should take; 0 for the short form
 * @param scratch an empty directory of the row's own: hs_err files and the temporary files of its processes go there
 */
public record Campaign(long seed, int minutes, Path scratch) {

    /** The JDK on which the build mostly runs. */
    static final int USUAL_JDK = 17;

    /**
     * The least minutes of the long form, on a machine of two cores. Figures that are promised as numbers are never
     * reduced.
     */
    private static final int LEAST_MINUTES = 95;

    /** With as much of everything else as is worth while. */
    private static final int FULL_MINUTES = 175;

    /** From the system properties of the build, with a scratch directory. */
    static Campaign fromProperties(Path scratch) {
        return new Campaign(Long.getLong("chaos.seed", 20261120), Integer.getInteger("chaos.minutes", 0), scratch);
    }

    Campaign in(Path directory) {
        return new Campaign(seed, minutes, directory);
    }

    public boolean isLong() {
        return minutes > 0;
    }

    /** How many episodes there are of a figure that is promised as a number. The long form always runs all of them. */
    public int promised(int inShortForm, int inLongForm) {
        return isLong() ? inLongForm : inShortForm;
    }

    /** As above, of something that takes a time of its own. */
    public long promisedNs(long inShortFormNs, long inLongFormNs) {
        return isLong() ? inLongFormNs : inShortFormNs;
    }

    /**
     * How many episodes there are of any other figure. A campaign between the short and the full one has as many as its
     * remaining time permits, in proportion, but never fewer than the short form.
     */
    public int count(int inShortForm, int inFull) {
        long leftMinutes = Math.max(0, minutes - LEAST_MINUTES);
        return (int) Math.max(inShortForm, inFull * leftMinutes / (FULL_MINUTES - LEAST_MINUTES));
    }

    /** Random numbers of one row, which do not depend on those of other rows. */
    public SplittableRandom random(Row row) {
        return new SplittableRandom(seed * 31 + row.name().hashCode());
    }

    /** How many servers are killed over each channel of Windows; 0 without the profile {@code windows}. */
    public static int killsOnWindows() {
        return Integer.getInteger("chaos.windows", 0);
    }

    /** The launcher of a JDK 25, if there is one. */
    public static Optional<Path> java25() {
        return Optional.ofNullable(System.getProperty("chaos.java25"))
                .map(Path::of)
                .filter(Files::isExecutable);
    }
}
