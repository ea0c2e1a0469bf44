// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

/** Prints what happens in the room. */
class Printer implements Listener {

    @Override
    public void said(String who, String text) {
        System.out.println(who + ": " + text);
    }

    @Override
    public void came(String who) {
        System.out.println(who + " has come.");
    }

    @Override
    public void went(String who, String how) {
        System.out.println(who + " " + how + ".");
    }
}
