// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.grpc.GrpcTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where the services of an endpoint are found: on this host, over its channels; or at a port, over gRPC, as those of another host
 * are. The port is one of the loopback address, so that there is no network that fails.
 *
 * @param port 0 for this host
 */
public record Site(int port) {

    public static final Site HERE = new Site(0);

    private static final String GRPC = "grpc";
    private static final String BEFORE_NAME = GRPC + "://";
    private static final String BEFORE_PORT = "@127.0.0.1:";

    /** The system gives ports from 32768 on to those who connect, unless it has been told otherwise. */
    private static final int FIRST_PORT = 20_000;

    private static final int PORTS = 10_000;
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % PORTS));

    /** One at a port that nobody has, and that nobody gets by chance. */
    public static Site atFreePort() {
        for (int tries = 0; tries < PORTS; tries++) {
            int port = FIRST_PORT + NEXT.getAndIncrement() % PORTS;
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return new Site(probe.getLocalPort());
            } catch (IOException e) {
                // another process has it
            }
        }
        throw new IllegalStateException("no port is free from " + FIRST_PORT + " to " + (FIRST_PORT + PORTS));
    }

    /** That of an address of this class. */
    public static Site of(String address) {
        return address.startsWith(BEFORE_NAME)
                ? new Site(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)))
                : HERE;
    }

    /** What a service is exported under that is to have an address of this class. */
    public static String exported(String address) {
        return address.startsWith(BEFORE_NAME)
                ? address.substring(BEFORE_NAME.length(), address.indexOf(BEFORE_PORT))
                : address;
    }

    private boolean isHere() {
        return port == 0;
    }

    /** The schemes of addresses. */
    public List<String> schemes() {
        return isHere() ? Schemes.ALL : List.of(GRPC);
    }

    /** Any of them. */
    public String drawnScheme(SplittableRandom random) {
        return isHere() ? Schemes.drawn(random) : GRPC;
    }

    /** The address of a service there. */
    public String address(String scheme, String service) {
        return isHere() ? scheme + ":" + service : BEFORE_NAME + service + BEFORE_PORT + port;
    }

    /** The address that says least about how the service is reached. */
    public String address(String service) {
        return isHere() ? service : address(GRPC, service);
    }

    /** Begins an endpoint whose services are there. */
    public EndpointBuilder builder() {
        return isHere()
                ? Endpoint.builder()
                : Endpoint.builder()
                        .transport(GrpcTransport.builder().listen(port).build());
    }

    /** What {@link io.nearcall.chaos.process.Victim} has to be told if it calls or serves there. */
    public String[] argumentsOfVictim() {
        return isHere() ? new String[0] : new String[] {GRPC};
    }

    /** All ways there, as a sentence names them. */
    public String inWords() {
        return isHere() ? Schemes.inWords() : "gRPC";
    }
}
