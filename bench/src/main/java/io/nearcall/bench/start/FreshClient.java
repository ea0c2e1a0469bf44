// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A kind of fresh client: its program and its arguments. */
public enum FreshClient {
    EMPTY("empty JVM", EmptyStart.class, server -> ""),
    RMI("RMI", RmiStart.class, StartServer.Ready::rmiTrade),
    NEARCALL("Nearcall", NearcallStart.class, StartServer.Ready::trade),
    NEARCALL_IN_PARTS("Nearcall, in parts", NearcallPartsStart.class, StartServer.Ready::trade),
    NEARCALL_BUILT("Nearcall, built classes", NearcallStart.class, StartServer.Ready::trade),
    NEARCALL_BUILT_IN_PARTS("Nearcall, built classes, in parts", NearcallPartsStart.class, StartServer.Ready::trade),
    RMI_GREETING("greet, RMI", RmiGreetStart.class, StartServer.Ready::rmiGreeter),
    NEARCALL_GREETING("greet, Nearcall", GreetStart.class, StartServer.Ready::greeter),
    NEARCALL_BUILT_GREETING("greet, Nearcall, built classes", GreetStart.class, StartServer.Ready::greeter);

    /** The clients that are compared with an archive and without one. */
    static final List<FreshClient> COMPARED = List.of(RMI, NEARCALL, RMI_GREETING, NEARCALL_GREETING);

    private final String title;
    private final Class<?> main;
    private final Function<StartServer.Ready, String> argument;

    FreshClient(String title, Class<?> main, Function<StartServer.Ready, String> argument) {
        this.title = title;
        this.main = main;
        this.argument = argument;
    }

    /** Returns the name of its row. It places an order unless the name says another call. */
    public String row(Archive archive) {
        return archive == Archive.NONE ? title : archive.title() + ": " + title;
    }

    /** Returns whether a row is of a call other than an order, or with an archive. */
    public static boolean isVariant(String row) {
        return row.equals(NEARCALL_BUILT_GREETING.title)
                || COMPARED.stream()
                        .flatMap(client -> Stream.of(Archive.values()).map(client::row))
                        .filter(variant -> !variant.equals(RMI.title) && !variant.equals(NEARCALL.title))
                        .anyMatch(row::equals);
    }

    /** Returns whether its stub and its codecs come from a build. */
    boolean hasBuiltClasses() {
        return this == NEARCALL_BUILT || this == NEARCALL_BUILT_IN_PARTS || this == NEARCALL_BUILT_GREETING;
    }

    Class<?> main() {
        return main;
    }

    /** Returns the argument with which it finds the server. */
    String argument(StartServer.Ready server) {
        return argument.apply(server);
    }
}
