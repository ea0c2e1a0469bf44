// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

/** Somebody of that name is already in the room. */
public final class NameTaken extends Exception {

    private static final long serialVersionUID = 1L;

    public NameTaken(String name) {
        super("Somebody called " + name + " is in the room already. Take another name.");
    }
}
