// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.call;

/** The method has run, but its result, or part of it, could not be printed. */
public final class ResultNotPrinted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ResultNotPrinted(String why, Throwable cause) {
        super("The method ran, but its result is not printed. " + why, cause);
    }
}
