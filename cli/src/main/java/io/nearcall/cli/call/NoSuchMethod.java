// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.call;

/** The service exists, but has no such method. */
public final class NoSuchMethod extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String help;

    public NoSuchMethod(String service, String method, Iterable<String> others) {
        super("The service \"" + service + "\" has no method " + method + ". It has " + String.join(", ", others)
                + '.');
        this.help = "nearcall describe " + service;
    }

    public String help() {
        return help;
    }
}
