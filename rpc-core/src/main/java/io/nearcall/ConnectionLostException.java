// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the connection ends before the call does, or is about to end and takes no more calls. */
public final class ConnectionLostException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /** How the connection ended. */
    public enum Loss {
        /**
         * The peer's process died, or is ending, without a farewell. If it is of another host, that host or the network
         * may be gone instead.
         */
        DIED("died"),
        /** The peer closed its endpoint, or ended in good order. */
        CLOSED("closed the connection"),
        /** One side ended the connection because of a breach of the protocol or a failure of the system. */
        BROKEN("broke the connection");

        private final String words;

        Loss(String words) {
            this.words = words;
        }
    }

    private final String serviceName;
    private final int peerPid;
    private final Loss loss;
    private final String detail;
    private final boolean mayComeBack;

    /**
     * Creates the exception for a call in progress.
     *
     * @param peerPid the process at the other end; 0 if it is not known
     * @param detail more about the reason; may be empty
     */
    public ConnectionLostException(
            Outcome outcome, String serviceName, int peerPid, Loss loss, String detail, Throwable cause) {
        super(
                outcome,
                told(serviceName, peerPid, loss, detail) + said(outcome)
                        + " The next call connects again once the service is back.",
                cause);
        this.serviceName = serviceName;
        this.peerPid = peerPid;
        this.loss = loss;
        this.detail = detail;
        this.mayComeBack = true;
    }

    /**
     * Creates the exception for the same loss and a call of an object that came as a reference.
     *
     * @param object the name of the object in messages
     */
    public ConnectionLostException(ConnectionLostException lost, String object) {
        super(
                lost.outcome(),
                told(lost.serviceName, lost.peerPid, lost.loss, lost.detail) + said(lost.outcome()) + " This stub of "
                        + object + " came as a reference and has ended with the connection: it does not come back when"
                        + " the process is started again. Get the object anew from the service that it came from.");
        this.serviceName = lost.serviceName;
        this.peerPid = lost.peerPid;
        this.loss = lost.loss;
        this.detail = lost.detail;
        this.mayComeBack = false;
        setStackTrace(lost.getStackTrace());
    }

    private ConnectionLostException(String serviceName, int peerPid) {
        super(
                Outcome.NOT_STARTED,
                "The service \"" + serviceName + "\" of " + process(peerPid)
                        + " is closing. Call again when it has been started again. " + said(Outcome.NOT_STARTED));
        this.serviceName = serviceName;
        this.peerPid = peerPid;
        this.loss = Loss.CLOSED;
        this.detail = "it is closing";
        this.mayComeBack = true;
    }

    /** Creates the exception for a service whose endpoint is closing and takes no more calls. */
    public static ConnectionLostException closing(String serviceName, int peerPid) {
        return new ConnectionLostException(serviceName, peerPid);
    }

    private static String told(String serviceName, int peerPid, Loss loss, String detail) {
        return "The peer" + (serviceName.isEmpty() ? "" : " of \"" + serviceName + "\"") + ", " + process(peerPid)
                + ", " + loss.words + (detail.isEmpty() ? "" : " (" + detail + ")") + ". ";
    }

    public String serviceName() {
        return serviceName;
    }

    /** Returns the process at the other end, or 0 if it is not known. */
    public int peerPid() {
        return peerPid;
    }

    public Loss loss() {
        return loss;
    }

    /**
     * Returns whether the same stub can be called again after its process has been restarted. This is true for a
     * service that was looked up, and false for an object that came as a reference.
     */
    public boolean mayComeBack() {
        return mayComeBack;
    }
}
