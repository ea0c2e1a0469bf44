// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Thrown when another endpoint, of this process or of another one, already exports a service of this name. */
public final class ServiceNameInUseException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;
    private final int holderPid;
    private final String path;

    /**
     * Creates the exception for the endpoint that did not get the name.
     *
     * @param holderPid the process that holds the name; 0 if it is not known
     * @param namespace the pid namespace in which the process has that number, such as {@code pid:[4026531836]}; empty
     *     if it is this process's namespace. Namespaces differ between containers
     * @param path the lock that the process holds
     */
    public ServiceNameInUseException(String serviceName, int holderPid, String namespace, String path) {
        super(
                Outcome.NOT_SENT,
                "The service name \"" + serviceName + "\" is held by " + holder(holderPid, namespace) + " (lock " + path
                        + "). "
                        + (isThisProcess(holderPid, namespace)
                                ? "Close the Export or the endpoint that has it"
                                : "Stop that process, close the endpoint there")
                        + ", or export under another name.");
        this.serviceName = serviceName;
        this.holderPid = namespace.isEmpty() ? holderPid : 0;
        this.path = path;
    }

    private static String holder(int pid, String namespace) {
        if (isThisProcess(pid, namespace)) {
            return "this process, " + pid;
        }
        return namespace.isEmpty()
                ? process(pid)
                : process(pid) + " of another container (its pid namespace is " + namespace + ")";
    }

    private static boolean isThisProcess(int pid, String namespace) {
        return namespace.isEmpty() && pid == ProcessHandle.current().pid();
    }

    public String serviceName() {
        return serviceName;
    }

    /**
     * Returns the process that holds the name. It is 0 if the process is not known, or has no number in this process's
     * pid namespace.
     */
    public int holderPid() {
        return holderPid;
    }

    public String path() {
        return path;
    }
}
