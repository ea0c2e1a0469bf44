// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.test.OtherJvm;
import java.io.File;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server as its author wrote it for Java RMI: exports, binds, and leaves {@code main}. */
public final class BankServer {

    private BankServer() {}

    /** Starts it, and returns when its bank is bound. */
    static OtherJvm start(String... arguments) {
        OtherJvm server = OtherJvm.start(BankServer.class, arguments);
        String line = server.readLine();
        if (!"ready".equals(line)) {
            server.close();
            throw new IllegalStateException("the server said " + line);
        }
        return server;
    }

    /** Starts a registry in its own process. The class path of that process has no class of the tests. */
    static OtherJvm startRegistry(int port) {
        String product = Stream.of(OtherJvm.classPath().split(File.pathSeparator))
                .filter(entry -> !entry.contains("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
        OtherJvm registry = OtherJvm.start(List.of(), product, RmiRegistry.class, Integer.toString(port));
        String line = registry.readLine();
        if (!("Registry " + port + " is open.").equals(line)) {
            registry.close();
            throw new IllegalStateException("the registry said " + line);
        }
        return registry;
    }

    /** With "own" it makes the registry, else it binds in another process'. */
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        Registry registry = arguments[0].equals("own")
                ? LocateRegistry.createRegistry(port)
                : LocateRegistry.getRegistry("localhost", port);
        Bank bank = new BankInMemory();
        registry.rebind("bank", bank);
        Registry branch = LocateRegistry.createRegistry(0);
        branch.bind("bank", bank);
        registry.rebind("branch", branch);
        System.out.println("ready");
    }
}
