// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.cli.look.Listing;
import java.io.PrintWriter;

/** Where the JVM begins. A plain {@code ls} goes a short way, which loads half as many classes as a parser of all options needs. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        System.exit(run(out, err, args));
    }

    /** Returns the exit code. */
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
            return false; // happens again on the long way, which has the words and the exit codes for it
        }
    }
}
