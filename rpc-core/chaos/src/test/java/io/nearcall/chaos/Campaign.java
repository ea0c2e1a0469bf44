// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * How much is done, and with what luck. The same seed draws the same faults; when they strike is the machine's doing.
 *
 * @param minutes about how long the long form shall take; 0 for the short form
 * @param scratch an empty directory of the row's own: hs_err files and the temporary files of its processes go there
 */
public record Campaign(long seed, int minutes, Path scratch) {

    /** The one on which the build mostly runs. */
    static final int USUAL_JDK = 17;

    /** What the long form takes at least, on a machine of two cores: what is promised in numbers is never cut down. */
    private static final int LEAST_MINUTES = 95;

    /** With as much of everything else as is worth while. */
    private static final int FULL_MINUTES = 175;

    /** As the properties of the build say, with a directory. */
    static Campaign fromProperties(Path scratch) {
        return new Campaign(Long.getLong("chaos.seed", 20261120), Integer.getInteger("chaos.minutes", 0), scratch);
    }

    Campaign in(Path directory) {
        return new Campaign(seed, minutes, directory);
    }

    public boolean isLong() {
        return minutes > 0;
    }

    /** How many there shall be of what is promised in numbers: the long form, however long, has them all. */
    public int promised(int inShortForm, int inLongForm) {
        return isLong() ? inLongForm : inShortForm;
    }

    /** As above, of something that takes a time of its own. */
    public long promisedNs(long inShortFormNs, long inLongFormNs) {
        return isLong() ? inLongFormNs : inShortFormNs;
    }

    /**
     * How many there shall be of anything else: so many in the short form, so many in the full campaign, and in one of
     * another length in proportion to the time that is left for it, but never fewer than in the short form.
     */
    public int count(int inShortForm, int inFull) {
        long leftMinutes = Math.max(0, minutes - LEAST_MINUTES);
        return (int) Math.max(inShortForm, inFull * leftMinutes / (FULL_MINUTES - LEAST_MINUTES));
    }

    /** The row's own luck, which does not depend on what other rows draw. */
    public SplittableRandom random(Row row) {
        return new SplittableRandom(seed * 31 + row.name().hashCode());
    }

    /** The launcher of a JDK 25, if there is one. */
    public static Optional<Path> java25() {
        return Optional.ofNullable(System.getProperty("chaos.java25"))
                .map(Path::of)
                .filter(Files::isExecutable);
    }
}
