// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.internal.context.DurationText;

/** Thrown when no process exports a service of this name in the runtime directory. */
public final class ServiceNotFoundException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;
    private final String directory;

    /**
     * Creates the exception for a look-up that found nothing.
     *
     * @param waitedNs how long the look-up waited for the service, in nanoseconds; 0 if it did not wait
     * @param elsewhere another directory of this user in which a service of that name is offered; may be empty
     */
    public ServiceNotFoundException(String serviceName, String directory, long waitedNs, String elsewhere) {
        super(
                Outcome.NOT_SENT,
                "No service \"" + serviceName + "\" in " + directory
                        + (waitedNs > 0 ? " after waiting " + DurationText.format(waitedNs) : "")
                        + ". "
                        + (elsewhere.isEmpty()
                                ? "Start the process that exports it, and check that both run as the same user and with"
                                        + " the same directory"
                                : "There is one in " + elsewhere + ", the directory of its process, which may have been"
                                        + " started before this user's session, or outside of it. Configure the same"
                                        + " directory for both processes")
                        + " (system property io.nearcall.dir, environment variable NEARCALL_DIR).");
        this.serviceName = serviceName;
        this.directory = directory;
    }

    private ServiceNotFoundException(String message, String serviceName, String directory) {
        super(Outcome.NOT_SENT, message);
        this.serviceName = serviceName;
        this.directory = directory;
    }

    /**
     * Creates the exception for a look-up of a service of another host.
     *
     * @param place where the other host is, with the scheme
     * @param waitedNs how long the look-up waited for the service, in nanoseconds; 0 if it did not wait
     * @param obstacle why the other host was not reached; empty if it was reached but has no such service
     */
    public static ServiceNotFoundException ofOtherHost(
            String serviceName, String place, long waitedNs, String obstacle) {
        String waited = waitedNs > 0 ? " after waiting " + DurationText.format(waitedNs) : "";
        return new ServiceNotFoundException(
                "No service \"" + serviceName + "\" at " + place + waited + ": "
                        + (obstacle.isEmpty()
                                ? "the endpoint there does not offer it to other hosts. Export it there under a name"
                                        + " without a channel."
                                : obstacle + ". Start the process that exports it, and check the address."),
                serviceName,
                place);
    }

    public String serviceName() {
        return serviceName;
    }

    /** Returns the runtime directory where the service was looked for, or the place of the other host. */
    public String directory() {
        return directory;
    }
}
