// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions through the proxies of Debian, with their usual timeouts: nginx, which ends TLS and speaks HTTP/2 itself, and
 * HAProxy, which passes TLS through.
 */
@EnabledIf("areProxiesInstalled")
@Timeout(180)
class ProxyIT {

    /** The proxies wait a minute for either side. */
    private static final Duration IDLE = Duration.ofMinutes(Integer.getInteger("idle.minutes", 2));

    @TempDir
    private Path directory;

    private Certificates certificates;
    private Endpoint server;
    private Endpoint client;
    private int serverPort;
    private final List<Process> proxies = new ArrayList<>();

    static boolean areProxiesInstalled() {
        return Arrays.stream(new String[] {"nginx", "haproxy"})
                .allMatch(name -> Files.isExecutable(Path.of("/usr/sbin", name)));
    }

    @BeforeEach
    void open() throws Exception {
        certificates = Certificates.in(directory);
        certificates.authority("shop");
        for (String name : new String[] {"server", "till", "proxy"}) {
            certificates.sign("shop", name, "uri:spiffe://shop/" + name + ",dns:localhost");
        }
        GrpcTransport door = as("server").listen(0).build();
        server = Endpoint.builder()
                .directory(directory.resolve("server"))
                .transport(door)
                .open();
        server.export(Calculator.class, new Calculator.Simple());
        server.export(Desk.class, new Desk.Simple());
        serverPort = door.port();
        client = Endpoint.builder()
                .directory(directory.resolve("client"))
                .transport(as("till").build())
                .lookupTimeout(Duration.ofSeconds(30))
                .open();
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private GrpcTransport.Builder as(String name) {
        return GrpcTransport.builder()
                .certificate(certificates.certificate(name), certificates.key())
                .trust(certificates.certificate("shop"));
    }

    @AfterEach
    void close() throws Exception {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
        stopProxies();
    }

    private void stopProxies() throws Exception {
        for (Process proxy : proxies) {
            proxy.destroy();
            assertThat(proxy.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        proxies.clear();
    }

    /** Looks a service up through the proxy at that port. */
    private <T> T lookup(Class<T> type, String name, int port) {
        return client.lookup(type, "grpc://" + name + "@localhost:" + port);
    }

    private Calculator calculator(int port) {
        return lookup(Calculator.class, "calculator", port);
    }

    private void start(int port, String... command) throws Exception {
        Path log = directory.resolve("proxy" + port + ".log");
        proxies.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
        for (int i = 0; !isListening(port); i++) {
            assertThat(i).as(Files.readString(log)).isLessThan(300);
            TimeUnit.MILLISECONDS.sleep(100); // the proxy does not tell
        }
    }

    private static boolean isListening(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The guide shows the lines of {@code server}. */
    private void startNginx(int port) throws Exception {
        String configuration = """
                daemon off;
                user root root;
                pid DIRECTORY/nginx.pid;
                events {}
                http {
                  access_log off;
                  client_body_temp_path DIRECTORY/body;
                  proxy_temp_path DIRECTORY/proxy;
                  fastcgi_temp_path DIRECTORY/fastcgi;
                  uwsgi_temp_path DIRECTORY/uwsgi;
                  scgi_temp_path DIRECTORY/scgi;
                  server {
                    listen 127.0.0.1:LISTEN ssl http2;
                    ssl_certificate DIRECTORY/proxy.pem;
                    ssl_certificate_key DIRECTORY/key.pem;
                    ssl_client_certificate DIRECTORY/shop.pem;
                    ssl_verify_client on;
                    ssl_protocols TLSv1.3;
                    client_max_body_size 0;
                    location / {
                      grpc_pass grpcs://127.0.0.1:SERVER;
                      grpc_ssl_certificate DIRECTORY/proxy.pem;
                      grpc_ssl_certificate_key DIRECTORY/key.pem;
                      grpc_ssl_protocols TLSv1.3;
                    }
                  }
                }
                """;
        Path file = write("nginx.conf", configuration, port);
        start(port, "/usr/sbin/nginx", "-e", "stderr", "-p", directory.toString(), "-c", file.toString());
    }

    private void startHaproxy(int port) throws Exception {
        String configuration = """
                defaults
                  mode tcp
                  timeout connect 5s
                  timeout client 50s
                  timeout server 50s
                listen orders
                  bind 127.0.0.1:LISTEN
                  server one 127.0.0.1:SERVER
                """;
        Path file = write("haproxy.cfg", configuration, port);
        start(port, "/usr/sbin/haproxy", "-db", "-f", file.toString());
    }

    private Path write(String name, String configuration, int port) throws IOException {
        return Files.writeString(
                directory.resolve(name),
                configuration
                        .replace("DIRECTORY", directory.toString())
                        .replace("LISTEN", Integer.toString(port))
                        .replace("SERVER", Integer.toString(serverPort)));
    }

    /** Both at the same time. */
    @Test
    @Timeout(900)
    void shouldKeepASessionThatIsIdle() throws Exception {
        int nginx = freePort();
        startNginx(nginx);
        int haproxy = freePort();
        startHaproxy(haproxy);
        Desk desk = lookup(Desk.class, "desk", nginx);
        Desk.Ticket first = desk.take();
        Desk.Ticket second = lookup(Desk.class, "desk", haproxy).take();
        assertThat(List.of(first.number(), second.number())).containsExactly(1, 2);

        Thread.sleep(IDLE.toMillis()); // what is tested
        assertThat(desk.released()).isZero();
        assertThat(List.of(first.number(), second.number())).containsExactly(1, 2); // references end with their session
        assertThat(calculator(nginx).caller()).isEqualTo("spiffe://shop/proxy");
        assertThat(calculator(haproxy).caller()).isEqualTo("spiffe://shop/till");
    }

    private void call(int port, String caller) {
        byte[] bytes = new byte[3_000_000];
        assertThat(calculator(port).caller()).isEqualTo(caller);
        assertThat(calculator(port).echo(bytes)).hasSameSizeAs(bytes);
    }

    @Test
    void shouldTakeTheNameOfAProxyThatEndsTls() throws Exception {
        int port = freePort();
        startNginx(port);
        call(port, "spiffe://shop/proxy");
    }

    @Test
    void shouldKeepItsNameThroughAProxyThatPassesTlsOn() throws Exception {
        int port = freePort();
        startHaproxy(port);
        call(port, "spiffe://shop/till");
    }

    @Test
    void shouldTellCallersThatTheProxyHasCutTheSessionAndFindTheNextOne() throws Exception {
        int port = freePort();
        startNginx(port);
        Calculator calculator = calculator(port);
        assertThat(calculator.add(2, 3)).isEqualTo(5);
        CompletableFuture<ConnectionLostException> hanging = CompletableFuture.supplyAsync(
                () -> catchThrowableOfType(ConnectionLostException.class, calculator::hang));
        Patience.awaitHanging(calculator);
        stopProxies();
        assertThat(hanging.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);

        startNginx(port);
        assertThat(Patience.untilSent(() -> calculator.add(3, 4))).isEqualTo(7);
    }
}
