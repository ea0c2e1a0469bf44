// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

/** A client that fills its control socket on request, and dies. */
public final class TalkativeClient {

    private TalkativeClient() {}

    public static void main(String[] arguments) throws Exception {
        RawClient client = new RawClient("orders", "unix");
        client.receive();
        System.out.println("ready");
        System.in.read();
        client.fill();
        Runtime.getRuntime().halt(0);
    }
}
