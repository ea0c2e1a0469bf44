// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

/** The exit codes of the command. They tell whether a method has run. */
public final class ExitCodes {

    public static final int DONE = 0;

    /** The method ran, and threw. */
    public static final int THREW = 1;

    /** The command line is wrong, an interface breaks a rule, or a file cannot be read or written. */
    public static final int USAGE = 2;

    public static final int NOT_SENT = 3;

    /** There is no such service or method. Nothing was sent. */
    public static final int NOT_FOUND = 4;

    public static final int NOT_STARTED = 5;

    /** It is not known whether the method has run, or its result could not be printed. */
    public static final int MAY_HAVE_RUN = 6;

    /** A check of the doctor has failed. */
    public static final int DOCTOR_FAILED = 7;

    /** Threads wait for each other, so none can go on. */
    public static final int WAIT_CYCLE = 8;

    /** The command has a bug. The number is that of sysexits.h. */
    public static final int FAULT = 70;

    private ExitCodes() {}
}
