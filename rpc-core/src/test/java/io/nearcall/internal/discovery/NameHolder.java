// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.ServiceNameInUseException;
import io.nearcall.ipc.host.Host;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Another process that claims a name. It waits for a line, tries, prints the result, in detail if there is a third
 * argument, and waits for another line.
 */
final class NameHolder {

    private NameHolder() {}

    public static void main(String[] arguments) throws Exception {
        RuntimeDirectory directory = RuntimeDirectory.open(arguments[0]);
        ServiceListing.live(directory);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        in.readLine();
        try (ServiceSocket socket =
                ServiceSocket.open(directory, new ServiceName(arguments[1]), 8, Host.current()::close)) {
            System.out.println("won " + socket.path());
            in.readLine();
        } catch (ServiceNameInUseException e) {
            System.out.println("lost to " + e.holderPid() + (arguments.length > 2 ? ": " + e.getMessage() : ""));
        }
    }
}
