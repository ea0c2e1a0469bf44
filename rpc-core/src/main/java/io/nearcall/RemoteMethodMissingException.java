// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when the other side's version of the interface does not have the called method. */
public final class RemoteMethodMissingException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String interfaceName;
    private final String method;

    /**
     * Creates the exception for a method.
     *
     * @param method the name and descriptor of the method, or its declaration in Java
     * @param detail what the other side has instead; may be empty
     */
    public RemoteMethodMissingException(
            String serviceName, int peerPid, String interfaceName, String method, String detail) {
        super(
                Outcome.NOT_STARTED,
                "The service \"" + serviceName + "\" of " + process(peerPid) + " does not have the method " + method
                        + " of the interface " + interfaceName + (detail.isEmpty() ? "" : "; " + detail)
                        + ". It has another version of that interface, or another interface under that name: update that"
                        + " process, look up what it offers, or do not call the method. "
                        + said(Outcome.NOT_STARTED));
        this.interfaceName = interfaceName;
        this.method = method;
    }

    public String interfaceName() {
        return interfaceName;
    }

    public String method() {
        return method;
    }
}
