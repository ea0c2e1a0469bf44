// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.Endpoint;
import io.nearcall.cli.JsonLine;
import io.nearcall.cli.live.LiveService;
import io.nearcall.cli.live.OtherHost;
import io.nearcall.internal.connection.Inspector;
import io.nearcall.internal.statistics.PageReader;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The services of an endpoint of another host, as {@code ls --host} prints them. */
record HostListing(OtherHost host, Pattern pattern, boolean json) {

    /** @param err receives an explanation if there are none */
    void print(PrintWriter out, PrintWriter err) {
        Map<String, String> about;
        Map<String, String> types;
        try (Endpoint endpoint = host.open("nearcall-ls")) {
            Inspector inspector = host.inspector(endpoint);
            about = LiveService.pairs(inspector.about());
            types = new TreeMap<>(LiveService.pairs(inspector.services()));
        }
        types.keySet().removeIf(name -> !pattern.matcher(name).find());
        if (json) {
            types.forEach((service, type) -> out.println(json(service, type, about)));
        } else if (!types.isEmpty()) {
            table(about, types).print(out);
        } else {
            err.println("nearcall: the endpoint at " + host.place() + " shows this caller no services"
                    + (pattern.pattern().isEmpty() ? "." : " with a name that matches " + pattern + "."));
        }
        out.flush();
    }

    /** What another host says must not control the terminal. */
    private static Table table(Map<String, String> about, Map<String, String> types) {
        Table table = new Table("SERVICE", "INTERFACE", "ENDPOINT", "ID");
        String name = text(about, Inspector.NAME_OF_ENDPOINT);
        types.forEach((service, type) -> table.add(
                PageReader.harmless(service),
                PageReader.harmless(type),
                name.isEmpty() ? "-" : PageReader.harmless(name),
                PageReader.harmless(text(about, Inspector.ID))));
        return table;
    }

    private JsonLine json(String service, String type, Map<String, String> about) {
        return new JsonLine()
                .put("service", service)
                .put("type", type)
                .put("host", host.place())
                .put("endpoint", text(about, Inspector.NAME_OF_ENDPOINT))
                .put("id", text(about, Inspector.ID))
                .put("inspect", text(about, Inspector.PERMISSION));
    }

    private static String text(Map<String, String> about, String key) {
        return about.getOrDefault(key, "");
    }
}
