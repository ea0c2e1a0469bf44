// SPDX-License-Identifier: Apache-2.0
package io.nearcall.evolution;

import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** A JVM with one version of the shop. It runs the service, or a client that makes the calls of its arguments. */
public final class VersionPeer {

    private final Object stub;
    private final Class<?> type;
    private final Method samples;

    private VersionPeer(Object stub, Class<?> type) throws ReflectiveOperationException {
        this.stub = stub;
        this.type = type;
        this.samples = Class.forName("shop.Shop$Samples").getMethod("of", String.class);
    }

    /** @param arguments "serve" or "call", the address, and what the endpoint allows besides the interface */
    public static void main(String[] arguments) throws Exception {
        Class<?> type = Class.forName("shop.Shop");
        try (Endpoint endpoint = Endpoint.builder()
                .lookupTimeout(Duration.ofSeconds(30))
                .allowPackage("shop")
                .open()) {
            if (arguments[0].equals("serve")) {
                export(endpoint, type, Class.forName("shop.Shop$Service"), arguments[1]);
                System.out.println("ready");
                endpoint.awaitClose();
            } else {
                VersionPeer peer = new VersionPeer(endpoint.lookup(type, arguments[1]), type);
                System.out.println("ready");
                peer.answerAll();
            }
        }
    }

    private static <T> void export(Endpoint endpoint, Class<T> type, Class<?> implementation, String address)
            throws ReflectiveOperationException {
        endpoint.export(type, type.cast(implementation.getConstructor().newInstance()), address);
    }

    private void answerAll() throws IOException, ReflectiveOperationException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String command = in.readLine(); command != null; command = in.readLine()) {
            System.out.println(answer(command).replace('\n', ' '));
        }
    }

    /** @param command a method, and after a slash the type of its parameter if there are several; then the argument */
    private String answer(String command) throws ReflectiveOperationException {
        String[] words = command.split(" ");
        Method method = method(words[0]);
        try {
            Object result = method.getParameterCount() == 0
                    ? method.invoke(stub)
                    : method.invoke(stub, samples.invoke(null, words[words.length - 1]));
            return String.valueOf(result instanceof CompletableFuture<?> future ? future.join() : result);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            return thrown.getClass().getName() + "! " + thrown + " " + thrown.getMessage();
        }
    }

    private Method method(String command) {
        String[] parts = command.split("/");
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(parts[0]))
                .filter(method -> parts.length == 1
                        || method.getParameterTypes()[0].getSimpleName().equals(parts[1]))
                .findFirst()
                .orElseThrow();
    }
}
