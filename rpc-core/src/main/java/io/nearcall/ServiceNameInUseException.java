// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Another endpoint, of this process or of another one, exports a service of this name already. */
public final class ServiceNameInUseException extends NearcallException {

    private static final long serialVersionUID = 1L;

    private final String serviceName;
    private final int holderPid;
    private final String path;

    /**
     * Describes the loser of the race for a name.
     *
     * @param holderPid the process that holds the name; 0 if it is not known
     * @param path the lock that it holds
     */
    public ServiceNameInUseException(String serviceName, int holderPid, String path) {
        super(
                Outcome.NOT_SENT,
                "The service name \"" + serviceName + "\" is held by "
                        + (isThisProcess(holderPid) ? "this process, " + holderPid : process(holderPid)) + " (lock "
                        + path
                        + "). "
                        + (isThisProcess(holderPid)
                                ? "Close the Export or the endpoint that has it"
                                : "Stop that process, close the endpoint there")
                        + ", or export under another name.");
        this.serviceName = serviceName;
        this.holderPid = holderPid;
        this.path = path;
    }

    private static boolean isThisProcess(int pid) {
        return pid == ProcessHandle.current().pid();
    }

    public String serviceName() {
        return serviceName;
    }

    /** The process that holds the name, or 0 if it is not known. */
    public int holderPid() {
        return holderPid;
    }

    public String path() {
        return path;
    }
}
