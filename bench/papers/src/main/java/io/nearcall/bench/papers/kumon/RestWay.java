// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON over HTTP, by Jackson and by the client and server of the JDK. Bytes are base64. The client keeps its connection.
 */
final class RestWay {

    /** Without it the JDK's server waits for delayed acknowledgements. */
    static final String NO_DELAY = "-Dsun.net.httpserver.nodelay=true";

    private static final String PATH = "/exchange";
    private static final int OK = 200;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The body of a request. */
    record Asked(int replyBytes, byte[] data) {}

    /** The body of a reply. */
    record Answered(byte[] data) {}

    private RestWay() {}

    /** Serves in a thread of its own. Returns the port. */
    static int serve(Exchange answering) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(PATH, exchange -> answer(exchange, answering));
        server.start();
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Exchange answering) throws IOException {
        try (exchange) {
            Asked asked = JSON.readValue(exchange.getRequestBody(), Asked.class);
            byte[] body = JSON.writeValueAsBytes(new Answered(answering.exchange(asked.data(), asked.replyBytes())));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(OK, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    static Exchange to(int port) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        URI uri = URI.create("http://127.0.0.1:" + port + PATH);
        return (request, replyBytes) -> {
            HttpResponse<byte[]> response = client.send(
                    HttpRequest.newBuilder(uri)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofByteArray(
                                    JSON.writeValueAsBytes(new Asked(replyBytes, request))))
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != OK) {
                throw new IOException("REST: status " + response.statusCode());
            }
            return JSON.readValue(response.body(), Answered.class).data();
        };
    }
}
