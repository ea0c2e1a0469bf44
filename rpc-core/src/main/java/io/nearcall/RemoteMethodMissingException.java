// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** The other side's version of the interface does not have the called method. */
public final class RemoteMethodMissingException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String interfaceName;
    private final String method;

    /**
     * Names the method.
     *
     * @param method name and descriptor, or its declaration in Java
     * @param detail what it has instead; may be empty
     */
    public RemoteMethodMissingException(
            String serviceName, int peerPid, String interfaceName, String method, String detail) {
        super(
                Outcome.NOT_STARTED,
                "The service \"" + serviceName + "\" of " + process(peerPid) + " has an interface " + interfaceName
                        + " without the method " + method + (detail.isEmpty() ? "" : "; " + detail)
                        + ". Update that process to a version that has it, or do not call it. "
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
