// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.io.PrintStream;
import java.io.PrintWriter;

/**
 * Stands for an exception of the remote method that cannot arrive as itself. This side lacks its class, does not allow
 * the class, or has a version of it that does not fit. It also stands for an exception of Nearcall with which a call
 * that the method made has failed. It keeps the text of the exception: class, message, and the stack in each process
 * that the exception has passed.
 *
 * <p>The JDK's exceptions and those that the interface names in {@code throws} are allowed. A method that declares
 * {@code throws Exception} does not name the subclasses of that class. Allow the application's subclasses with {@link
 * EndpointBuilder#allow} on the caller's side.
 */
public final class RemoteFailure extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String remoteClassName;
    private final String remoteMessage;
    private final String remoteStackText;

    /**
     * Wraps the text of the remote exception.
     *
     * @param remoteMessage the message of the remote exception; may be null
     * @param remoteStackText what its {@code printStackTrace} printed on the other side; may be empty
     * @param cause its cause as it arrived; may be null
     */
    public RemoteFailure(String remoteClassName, String remoteMessage, String remoteStackText, Throwable cause) {
        this(remoteClassName, remoteMessage, remoteStackText, "", cause);
    }

    /**
     * Wraps the text of the remote exception, and says why only the text arrived.
     *
     * @param remoteMessage the message of the remote exception; may be null
     * @param remoteStackText what its {@code printStackTrace} printed on the other side; may be empty
     * @param reason why the exception did not arrive as itself; may be empty
     * @param cause its cause as it arrived; may be null
     */
    public RemoteFailure(
            String remoteClassName, String remoteMessage, String remoteStackText, String reason, Throwable cause) {
        super(Outcome.MAY_HAVE_RUN, message(remoteClassName, remoteMessage, reason), cause);
        this.remoteClassName = remoteClassName;
        this.remoteMessage = remoteMessage;
        this.remoteStackText = remoteStackText;
    }

    private static String message(String className, String message, String reason) {
        String threw = "The remote method threw " + className;
        if (isOfNearcall(className)) {
            return threw + ", because a call that it made has failed"
                    + (message == null ? "" : ": " + withoutOutcome(message));
        }
        return threw + (message == null ? "" : ": " + message)
                + " (only its text arrived: "
                + (reason.isEmpty()
                        ? "to get the exception itself, put its class on the class path of both sides, in versions that"
                                + " fit, and declare it in the method or allow it on this side"
                        : reason)
                + ")";
    }

    private static boolean isOfNearcall(String className) {
        String prefix = NearcallException.class.getPackageName() + '.';
        return className.startsWith(prefix)
                && className.indexOf('.', prefix.length()) < 0
                && className.indexOf('$', prefix.length()) < 0;
    }

    /** Removes the outcome from a message: it belongs to the call that the remote method made, not to this one. */
    private static String withoutOutcome(String message) {
        String left = message;
        for (Outcome outcome : Outcome.values()) {
            left = left.replace(' ' + said(outcome), "");
        }
        return left;
    }

    public String remoteClassName() {
        return remoteClassName;
    }

    /** Returns the message of the remote exception; null if it had none. */
    public String remoteMessage() {
        return remoteMessage;
    }

    /**
     * Returns the stack of the remote exception as text; may be empty. Below it stands the stack of each process that
     * passed the exception on without being able to make the exception itself. Causes and suppressed exceptions are
     * exceptions of their own.
     */
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
