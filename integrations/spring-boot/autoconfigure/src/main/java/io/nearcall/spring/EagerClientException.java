// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

/** Thrown at the start of a context if an eager client does not find its service. */
public final class EagerClientException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;

    /** Creates the exception for a look-up that failed with {@code cause}. */
    public EagerClientException(String serviceName, Class<?> type, RuntimeException cause) {
        super(
                "The client bean of " + type.getName() + " has to find its service at the start (nearcall.client."
                        + serviceName + ".eager=true), and does not: " + cause.getMessage(),
                cause);
        this.serviceName = serviceName;
    }

    public String serviceName() {
        return serviceName;
    }
}
