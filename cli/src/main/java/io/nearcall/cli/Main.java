// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.cli.look.Listing;
import java.io.PrintWriter;

/** The entry point. A plain {@code ls} takes a short path, which loads half as many classes as a full option parser. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        System.exit(run(out, err, args));
    }

    /** Runs the command and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return isListed(out, err, args) ? ExitCodes.DONE : Nearcall.run(out, err, args);
    }

    private static boolean isListed(PrintWriter out, PrintWriter err, String[] args) {
        try {
            Listing listing = Listing.of(args);
            if (listing != null) {
                listing.print(out, err);
            }
            return listing != null;
        } catch (RuntimeException | Error e) {
            return false; // the full path fails in the same way, and has messages and exit codes for it
        }
    }
}
