// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.Stub;
import io.nearcall.internal.context.DurationText;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** How long a stub's calls wait, without waiting that long. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class DefaultDeadlineTest {

    private static long timeoutNs(EndpointBuilder client, String methodName) {
        try (TwoEndpoints endpoints = new TwoEndpoints(Endpoint.builder(), client)) {
            Workshop workshop = endpoints.connect(Workshop.class, new QuietWorkshop());
            Binding binding = (Binding) Stub.targetOf(workshop);
            RemoteMethod named = binding.type().methods().stream()
                    .filter(method -> method.name().equals(methodName))
                    .findFirst()
                    .orElseThrow();
            return binding.timeoutNs(named.index(), binding.currentTerms(named.index()));
        }
    }

    @Test
    void shouldBeThirtySecondsWhereNobodySaysOtherwise() {
        assertThat(timeoutNs(Endpoint.builder(), "echo")).isEqualTo(TimeUnit.SECONDS.toNanos(30));
        assertThat(timeoutNs(Endpoint.builder(), "note")).isEqualTo(TimeUnit.SECONDS.toNanos(30));
        assertThat(timeoutNs(Endpoint.builder(), "workQuickly")).isEqualTo(TimeUnit.MILLISECONDS.toNanos(5));
    }

    @Test
    void shouldBeNoneWhereTheEndpointSaysSo() {
        assertThat(timeoutNs(Endpoint.builder().noDeadline(), "echo")).isEqualTo(DurationText.NONE_NS);
    }
}
