// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.NearcallException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.connection.Inspection;
import io.nearcall.internal.connection.Inspector;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.spi.RemoteTransport;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name an endpoint of another host, and say as whom the command asks it. */
public final class OtherHost {

    /*
     * gRPC is larger than the command, and most runs do not need it. So it is in a file of its own, which is opened only
     * if --host is given. As the command is not linked with it, it is told by its system properties who asks.
     */

    private static final String LIBRARY = "nearcall-grpc.jar";
    private static final String SCHEME = "grpc";

    /** The time limit for a session: gRPC starts slowly. If nothing answers, the command tries again until then. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** In the address of an endpoint that is only asked what it has. */
    private static final String ANY_SERVICE = "any";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--host",
            paramLabel = "HOST:PORT",
            description = "Asks the endpoint that listens there with gRPC, on this host or another one.")
    private String place = "";

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "With --host: the certificate that proves who asks, in PEM. Goes with --key and --trust.")
    private String certificate = "";

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "With --host: the key of the certificate, in PEM (PKCS #8).")
    private String key = "";

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "With --host: the certificates of the authorities that sign those of other hosts, in PEM.")
    private String trust = "";

    /** Returns whether the command line names an endpoint of another host. */
    public boolean isGiven() {
        return !place.isEmpty();
    }

    /** Returns the place of the endpoint, as in an address. */
    public String place() {
        return place;
    }

    /** Returns the address of a service, there or on this host. */
    String address(String service) {
        return isGiven() ? SCHEME + "://" + service + "@" + place : service;
    }

    /**
     * Opens an endpoint of the command's own, which can reach the other one.
     *
     * @throws ParameterException if the options do not belong together
     * @throws Refusal if the files cannot be used, or gRPC is not there
     */
    public Endpoint open(String name) {
        EndpointBuilder builder = Endpoint.builder().name(name).lookupTimeout(Duration.ZERO);
        if (isGiven()) {
            if (certificate.isEmpty() != key.isEmpty() || key.isEmpty() != trust.isEmpty()) {
                throw new ParameterException(command.commandLine(), "--certificate, --key and --trust go together.");
            }
            builder.transport(transport());
        } else {
            requireNoFiles();
        }
        return builder.open();
    }

    /** @throws ParameterException if a file is named, though no host is */
    public void requireNoFiles() {
        if (!certificate.isEmpty() || !key.isEmpty() || !trust.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(), "--certificate, --key and --trust go with --host only.");
        }
    }

    private RemoteTransport transport() {
        Map<String, String> told = certificate.isEmpty()
                ? Map.of()
                : Map.of(
                        "io.nearcall.grpc.certificate", certificate,
                        "io.nearcall.grpc.key", key,
                        "io.nearcall.grpc.trusted", trust);
        Map<String, String> before = new HashMap<>();
        told.forEach((property, value) -> before.put(property, System.setProperty(property, value)));
        try {
            RemoteTransport transport = find();
            requireOne(transport);
            return transport;
        } catch (ServiceConfigurationError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new Refusal("gRPC cannot be used: " + cause.getMessage(), e);
        } finally {
            before.forEach((property, value) -> {
                if (value == null) {
                    System.clearProperty(property);
                } else {
                    System.setProperty(property, value);
                }
            });
        }
    }

    private static RemoteTransport find() {
        for (RemoteTransport each : ServiceLoader.load(RemoteTransport.class, withLibrary())) {
            if (each.scheme().equals(SCHEME)) {
                return each;
            }
        }
        throw new Refusal("--host needs " + LIBRARY + " beside the file of the command. `mvn -pl cli -am package"
                + " -DskipTests` makes both files in cli/target.");
    }

    /** Returns a class loader that has the file beside the command, if there is one. It lives as long as the process. */
    private static ClassLoader withLibrary() {
        Path command = Path.of(System.getProperty("java.class.path")); // if it is in one file
        Path library = command.resolveSibling(LIBRARY);
        ClassLoader own = OtherHost.class.getClassLoader();
        if (!Files.isRegularFile(command) || !Files.isRegularFile(library)) {
            return own;
        }
        try {
            return new URLClassLoader(new URL[] {library.toUri().toURL()}, own);
        } catch (MalformedURLException e) {
            throw new AssertionError(e); // a file has a URL
        }
    }

    private void requireOne(RemoteTransport transport) {
        String fault;
        try {
            fault = transport.isSeveral(place) ? "names several" : "";
        } catch (IllegalArgumentException e) {
            fault = "names none";
        }
        if (!fault.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "--host is one endpoint, as in shop.example:7443. " + place + " " + fault + ".");
        }
    }

    /**
     * Returns the inspector of the other endpoint. Blocks until it is reached.
     *
     * @throws HostNotReached if there is none, or one side does not accept the other
     * @throws Inspection.Unavailable if it does not describe its services
     */
    public Inspector inspector(Endpoint endpoint) {
        try {
            return OwnObjects.of(endpoint).inspector(address(ANY_SERVICE), PATIENCE);
        } catch (NearcallException e) {
            throw new HostNotReached(place, e);
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    certificate.isEmpty()
                            ? "--host " + place
                                    + " is no address of this host, so it needs --certificate, --key and --trust."
                            : "--host " + place + " cannot be asked: " + e.getMessage(),
                    e);
        }
    }

    /** Returns the exception for a service that the other endpoint does not show to this caller. */
    ServiceNotFoundException notFound(String service) {
        return ServiceNotFoundException.ofOtherHost(
                service, SCHEME + "://" + place, 0, "the endpoint there offers no such service to this caller");
    }
}
