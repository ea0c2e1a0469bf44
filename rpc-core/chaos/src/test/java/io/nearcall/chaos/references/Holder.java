// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.references;

import io.nearcall.Endpoint;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that hold objects of a service, and have it hold some of theirs, until their process is killed. Arguments: the
 * service's address, how many clients, and how many objects each.
 */
public final class Holder {

    private Holder() {}

    public static void main(String[] arguments) throws Throwable {
        int clients = Integer.parseInt(arguments[1]);
        int each = Integer.parseInt(arguments[2]);
        List<Target> targets = new ArrayList<>();
        List<Target.Session> held = new ArrayList<>();
        long nonce = ProcessHandle.current().pid() << 32;
        for (int i = 0; i < clients; i++) {
            Target target = Endpoint.open().lookup(Target.class, arguments[0]);
            targets.add(target);
            for (int j = 0; j < each; j++) {
                held.add(target.open(++nonce, said -> said));
            }
        }
        System.out.println("holding " + held.size());
        while (true) { // new references are on their way when the end comes
            for (Target target : targets) {
                CallKind.REFERENCE.call(target, ++nonce);
                CallKind.CALLBACK.call(target, ++nonce);
            }
        }
    }
}
