// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Says what an endpoint tells the command {@code nearcall}. It is not a protection: a process that may connect can call
 * every service anyway, if it has the interface. Callers on other hosts are told only of services that they may call.
 */
public enum Inspect {
    /** The endpoint tells nothing. */
    OFF,
    /** The command can list the services of the endpoint, and describe their interfaces. This is the default. */
    DESCRIBE,
    /** The command can also call the services, with arguments in JSON. */
    CALL
}
