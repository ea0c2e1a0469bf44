// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.io.PrintStream;
import java.io.PrintWriter;

/**
 * Stands for an exception of the remote method whose class this side lacks or may not load. Keeps its text: class,
 * message and the whole stack with causes.
 */
public final class RemoteFailure extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String remoteClassName;
    private final String remoteMessage;
    private final String remoteStackText;

    /**
     * Wraps the text of the remote exception.
     *
     * @param remoteMessage its message; may be null
     * @param remoteStackText what its {@code printStackTrace} gave on the other side; may be empty
     * @param cause its cause as it arrived; may be null
     */
    public RemoteFailure(String remoteClassName, String remoteMessage, String remoteStackText, Throwable cause) {
        super(
                Outcome.MAY_HAVE_RUN,
                "The remote method threw " + remoteClassName + (remoteMessage == null ? "" : ": " + remoteMessage)
                        + " (this side lacks or does not allow that class: add it to the class path and allow it to"
                        + " get the exception itself)",
                cause);
        this.remoteClassName = remoteClassName;
        this.remoteMessage = remoteMessage;
        this.remoteStackText = remoteStackText;
    }

    public String remoteClassName() {
        return remoteClassName;
    }

    /** The message of the remote exception; null if it had none. */
    public String remoteMessage() {
        return remoteMessage;
    }

    /** The remote exception's stack, causes and suppressed ones as text; may be empty. */
    public String remoteStackText() {
        return remoteStackText;
    }

    @Override
    public void printStackTrace(PrintStream out) {
        super.printStackTrace(out);
        if (!remoteStackText.isEmpty()) {
            out.println("On the other side: " + remoteStackText.stripTrailing());
        }
    }

    @Override
    public void printStackTrace(PrintWriter out) {
        super.printStackTrace(out);
        if (!remoteStackText.isEmpty()) {
            out.println("On the other side: " + remoteStackText.stripTrailing());
        }
    }
}
