// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

/** Why the serving side did not end a call with its method's result or exception. The wire carries the ordinal. */
public enum FailureCode {
    /** There is no exported object of that id. Texts: none. */
    NO_SUCH_OBJECT(false),
    /** The object's interface has no method of that number. Texts: none. */
    NO_SUCH_METHOD(false),
    /** The arguments cannot be read. Texts: reason. */
    ARGUMENTS_UNREADABLE(false),
    /** The arguments hold a class that is not allowed. Texts: class, reason. */
    ARGUMENT_CLASS_NOT_ALLOWED(false),
    /** The arguments hold a class that differs. Texts: class, difference. */
    ARGUMENT_CLASS_DIFFERS(false),
    /** The arguments are larger than the limit. Texts: limit. */
    ARGUMENTS_TOO_LARGE(false),
    /** The endpoint is closing and no longer takes calls. Texts: none. */
    CLOSING(false),
    /** The caller aborted the call before it was complete. Texts: none. */
    ABORTED(false),
    /** The method has run, but its result or exception cannot be written. Texts: reason. */
    RESULT_UNWRITABLE(true),
    /** The method has run, but its result holds a class that is not allowed. Texts: class, reason. */
    RESULT_CLASS_NOT_ALLOWED(true),
    /** The method has run, but its result holds a class that differs. Texts: class, difference. */
    RESULT_CLASS_DIFFERS(true),
    /** The method has run, but its result is larger than the limit. Texts: limit. */
    RESULT_TOO_LARGE(true),
    /** The limit of calls in progress is reached. Texts: what, limit; or why the executor took no more, and nothing. */
    OVERLOADED(false);

    private static final FailureCode[] VALUES = values();

    private final boolean mayHaveRun;

    FailureCode(boolean mayHaveRun) {
        this.mayHaveRun = mayHaveRun;
    }

    /** Whether the method has run if this code is sent. */
    public boolean mayHaveRun() {
        return mayHaveRun;
    }

    /** The code of a number from the wire, or null. */
    public static FailureCode of(int ordinal) {
        return ordinal >= 0 && ordinal < VALUES.length ? VALUES[ordinal] : null;
    }
}
