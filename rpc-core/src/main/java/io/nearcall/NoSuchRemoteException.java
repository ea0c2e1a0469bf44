// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when a process lives, but does not have the object or the method that was called. The object is not exported
 * any more or never was, or the process has a version of the interface without the method.
 */
public final class NoSuchRemoteException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;
    private final String method;
    private final boolean objectMissing;

    private NoSuchRemoteException(String message, String serviceName, String method, boolean objectMissing) {
        super(Outcome.NOT_STARTED, message + said(Outcome.NOT_STARTED));
        this.serviceName = serviceName;
        this.method = method;
        this.objectMissing = objectMissing;
    }

    /**
     * Creates the exception for a missing object. The message names the service through which the object was found.
     *
     * @param method the called method, as in "Orders.place"
     * @param advice what to do, as a sentence
     */
    public static NoSuchRemoteException object(String serviceName, int peerPid, String method, String advice) {
        return new NoSuchRemoteException(
                "The object behind \"" + serviceName + "\" is not exported by " + process(peerPid) + " any more, so "
                        + method + " was not called. " + advice + " ",
                serviceName,
                method,
                true);
    }

    /**
     * Creates the exception for a missing method.
     *
     * @param method the name and descriptor of the method, or its declaration in Java
     * @param detail what the other side has instead; may be empty
     */
    public static NoSuchRemoteException method(
            String serviceName, int peerPid, String interfaceName, String method, String detail) {
        return new NoSuchRemoteException(
                "The service \"" + serviceName + "\" of " + process(peerPid) + " does not have the method " + method
                        + " of the interface " + interfaceName + (detail.isEmpty() ? "" : "; " + detail)
                        + ". It has another version of that interface, or another interface under that name: update that"
                        + " process, look up what it offers, or do not call the method. ",
                serviceName,
                method,
                false);
    }

    public String serviceName() {
        return serviceName;
    }

    /** Returns the method that was called. */
    public String method() {
        return method;
    }

    /** Returns whether the object is missing, and not only the method. */
    public boolean isObjectMissing() {
        return objectMissing;
    }
}
