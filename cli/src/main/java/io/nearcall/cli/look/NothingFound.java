// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.discovery.OtherDirectories;
import io.nearcall.internal.discovery.RuntimeDirectory;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The message of {@code ls} for an empty list: where it has looked, and what to try. */
record NothingFound(RuntimeDirectory directory, Pattern pattern, boolean clients) {

    void print(PrintWriter err) {
        err.println("nearcall: " + (clients ? "no client has called a service" : "there are no services")
                + (pattern == null ? "" : " with a name that matches " + pattern) + " in " + directory + ".");
        boolean elsewhere = false;
        for (Map.Entry<String, Collection<String>> each :
                OtherDirectories.services(directory).entrySet()) {
            List<String> names = matching(each.getValue());
            if (!names.isEmpty()) {
                elsewhere = true;
                err.println("Elsewhere: " + String.join(", ", names) + ". Try NEARCALL_DIR=" + each.getKey()
                        + " nearcall ls");
            }
        }
        if (!elsewhere) {
            err.println(
                    "A program meets others elsewhere if NEARCALL_DIR, -Dio.nearcall.dir or EndpointBuilder.directory"
                            + " says so. Name that directory by NEARCALL_DIR, or try nearcall doctor.");
        }
    }

    private List<String> matching(Collection<String> names) {
        List<String> matching = new ArrayList<>();
        for (String name : names) {
            if (pattern == null || pattern.matcher(name).find()) {
                matching.add(name);
            }
        }
        return matching;
    }
}
