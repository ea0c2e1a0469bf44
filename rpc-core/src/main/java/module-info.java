// SPDX-License-Identifier: Apache-2.0
/** Remote objects between the JVMs of one Linux host. */
@SuppressWarnings("module") // some modules are built later
module io.nearcall {
    requires io.nearcall.codegen;
    requires io.nearcall.ipc;
    requires jdk.unsupported;
    // Tells the locks that threads wait for. Without it, these are not seen.
    requires static java.management;
    // For io.nearcall.rmi, whose users require it themselves.
    requires static java.rmi;
    // For events of flight recordings, if the module is there.
    requires static jdk.jfr;
    // For io.nearcall.build, which runs in a build.
    requires static net.bytebuddy;

    exports io.nearcall;
    exports io.nearcall.build;
    exports io.nearcall.rmi;
    exports io.nearcall.spi;

    uses io.nearcall.spi.RemoteTransport;

    // For the figures of an endpoint.
    exports io.nearcall.internal.connection to
            io.nearcall.micrometer,
            io.nearcall.spring;
    exports io.nearcall.internal.statistics to
            io.nearcall.micrometer,
            io.nearcall.opentelemetry;

    // For contexts that are passed on with calls which nobody wants to see.
    exports io.nearcall.internal.context to
            io.nearcall.opentelemetry;
    exports io.nearcall.internal.hooks to
            io.nearcall.opentelemetry;

    // For stubs and skeletons of the remote interfaces there.
    opens io.nearcall.internal.connection to
            io.nearcall.codegen;
    opens io.nearcall.internal.rmi to
            io.nearcall.codegen;
    opens io.nearcall.internal.stream to
            io.nearcall.codegen;
}
