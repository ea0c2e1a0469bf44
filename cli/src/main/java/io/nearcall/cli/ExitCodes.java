// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

/** How the command ends. Other verbs will add to them. */
final class ExitCodes {

    static final int DONE = 0;

    /** A wrong command line, an interface that is not as it has to be, or a file that cannot be read or written. */
    static final int USAGE = 2;

    private ExitCodes() {}
}
