// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.semconv.ErrorAttributes;
import io.opentelemetry.semconv.RpcAttributes;
import io.opentelemetry.semconv.ServerAttributes;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names are those of OpenTelemetry's conventions, where these have one. */
class NamesTest {

    private static List<String> names(boolean tags) throws IllegalAccessException {
        List<String> names = new ArrayList<>();
        for (Field field : Names.class.getDeclaredFields()) {
            if (field.getType() == String.class && field.getName().endsWith("_TAG") == tags) {
                names.add((String) field.get(null));
            }
        }
        return names;
    }

    @Test
    void shouldCallTagsAsTheConventionsDo() throws IllegalAccessException {
        assertThat(names(true))
                .containsExactlyInAnyOrder(
                        RpcAttributes.RPC_SYSTEM_NAME.getKey(),
                        RpcAttributes.RPC_METHOD.getKey(),
                        RpcAttributes.RPC_STATUS_CODE.getKey(),
                        ErrorAttributes.ERROR_TYPE.getKey(),
                        ServerAttributes.SERVER_ADDRESS.getKey(),
                        ServerAttributes.SERVER_PORT.getKey(),
                        "nearcall.outcome",
                        "nearcall.channel",
                        "nearcall.side",
                        "nearcall.direction",
                        "nearcall.how",
                        "nearcall.state",
                        "nearcall.reason",
                        "phi"); // of Micrometer's own percentiles
    }

    /** The conventions have names of metrics in their text only. */
    @Test
    void shouldCallMetersAsTheConventionsDo() throws IllegalAccessException {
        assertThat(names(false).stream().filter(name -> name.startsWith("rpc.")))
                .containsExactlyInAnyOrder(
                        "rpc.server.call.duration",
                        "rpc.client.call.duration",
                        "rpc.server.call.duration.percentile",
                        "rpc.client.call.duration.percentile");
        assertThat(names(false).stream().filter(name -> name.contains(".")))
                .allMatch(name -> name.startsWith("rpc.") || name.startsWith("nearcall."));
        assertThat(Names.OTHER).isEqualTo(ErrorAttributes.ErrorTypeValues.OTHER);
    }
}
