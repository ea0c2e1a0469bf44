// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.ClassNotAllowed;
import io.nearcall.internal.codec.FrameTooLarge;
import io.nearcall.internal.codec.IncompatibleClass;
import io.nearcall.internal.wire.FailureCode;

/** A failure in the form in which the caller is told of it. */
public record FailureTexts(FailureCode code, String first, String second) {

    /** The method has not been called, and will not be. */
    public static final FailureTexts NOT_STARTED = new FailureTexts(FailureCode.CLOSING, "", "");

    private static final int MAX_TEXT_LENGTH = 2_000;

    public FailureTexts {
        first = cut(first);
        second = cut(second);
    }

    static FailureTexts ofArguments(Throwable cause) {
        if (cause instanceof NotStarted) {
            return NOT_STARTED;
        }
        if (cause instanceof MessageAborted) {
            return new FailureTexts(FailureCode.ABORTED, "", "");
        }
        return of(
                cause,
                FailureCode.ARGUMENT_CLASS_NOT_ALLOWED,
                FailureCode.ARGUMENT_CLASS_DIFFERS,
                FailureCode.ARGUMENTS_TOO_LARGE,
                FailureCode.ARGUMENTS_UNREADABLE);
    }

    /** The endpoint's executor has not taken the call. */
    public static FailureTexts rejected(Throwable cause) {
        return new FailureTexts(FailureCode.OVERLOADED, cause.toString(), "");
    }

    static FailureTexts ofResult(Throwable cause) {
        return of(
                cause,
                FailureCode.RESULT_CLASS_NOT_ALLOWED,
                FailureCode.RESULT_CLASS_DIFFERS,
                FailureCode.RESULT_TOO_LARGE,
                FailureCode.RESULT_UNWRITABLE);
    }

    private static FailureTexts of(
            Throwable cause, FailureCode notAllowed, FailureCode differs, FailureCode tooLarge, FailureCode other) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof ClassNotAllowed e) {
                return new FailureTexts(notAllowed, e.className(), e.reason());
            }
            if (t instanceof IncompatibleClass e) {
                return new FailureTexts(differs, e.className(), e.difference());
            }
            if (t instanceof FrameTooLarge e) {
                return new FailureTexts(tooLarge, Long.toString(e.limitBytes()), "");
            }
        }
        return new FailureTexts(other, cause.toString(), "");
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT_LENGTH ? text : text.substring(0, MAX_TEXT_LENGTH) + "...";
    }
}
