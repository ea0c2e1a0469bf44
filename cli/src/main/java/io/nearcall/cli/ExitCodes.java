// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

/** How the command ends. They say whether a method has run. */
public final class ExitCodes {

    public static final int DONE = 0;

    /** The method ran, and threw. */
    public static final int THREW = 1;

    /** A wrong command line, an interface that is not as it has to be, or a file that cannot be read or written. */
    public static final int USAGE = 2;

    public static final int NOT_SENT = 3;

    /** No such service or method; nothing was sent. */
    public static final int NOT_FOUND = 4;

    public static final int NOT_STARTED = 5;

    /** It is not known, or the result could not be printed. */
    public static final int MAY_HAVE_RUN = 6;

    /** A check of the doctor has failed. */
    public static final int DOCTOR_FAILED = 7;

    /** Threads wait for each other, so that none can go on. */
    public static final int WAIT_CYCLE = 8;

    /** A bug. As in sysexits.h. */
    public static final int FAULT = 70;

    private ExitCodes() {}
}
