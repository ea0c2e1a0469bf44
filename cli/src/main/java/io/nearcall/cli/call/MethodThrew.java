// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.call;

import io.nearcall.RemoteFailure;

/** The method has run and has thrown an exception. */
public final class MethodThrew extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String type;

    private MethodThrew(String type, String message, Throwable cause) {
        super(message, cause);
        this.type = type;
    }

    /** @param target the service and the method, and {@code owner} who has the service, for the message */
    static MethodThrew of(Throwable thrown, String target, String owner) {
        String type = thrown.getClass().getName();
        String message = thrown.getMessage();
        if (thrown instanceof RemoteFailure text) {
            type = text.remoteClassName();
            message = text.remoteMessage();
        }
        return new MethodThrew(
                type,
                target + " threw " + type + (message == null ? "" : ": " + message) + "  (" + owner + "; it ran)",
                thrown);
    }

    /** Returns the class of the exception that the method threw. */
    public String type() {
        return type;
    }
}
