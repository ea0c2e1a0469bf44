// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.jvms;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM that offers a gallery under the name in its argument, and visits others. Each line is an address. For each it
 * calls the gallery there, and prints the version of the JVM there, the number of calls, and the faults.
 */
final class Side {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Side() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        EndpointBuilder builder = Endpoint.builder().allowPackage(Side.class.getPackageName());
        try (Endpoint endpoint = builder.open()) {
            endpoint.export(Gallery.class, new Curator(), arguments[0]);
            System.out.println("ready");
            String address;
            while ((address = in.readLine()) != null) {
                System.out.println(visit(endpoint, address));
            }
        }
    }

    private static String visit(Endpoint endpoint, String address) {
        List<String> faults = new ArrayList<>();
        int calls = 0;
        int version = 0;
        try {
            Gallery gallery = endpoint.lookup(Gallery.class, address, PATIENCE);
            version = gallery.version();
            calls = Tour.make(gallery, faults);
        } catch (Throwable e) {
            e.printStackTrace();
            faults.add(e.toString().replaceAll("\\s+", " "));
        }
        return version + " " + calls + " " + String.join("|", faults);
    }
}
