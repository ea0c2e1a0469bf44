// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.nearcall.Endpoint;
import io.nearcall.RemoteService;
import io.nearcall.ServiceNotFoundException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

public class RemoteAddressTest {

    @RemoteService
    public interface Orders {
        void place();
    }

    @Test
    void shouldReadTheServiceAndThePlace() {
        ServiceAddress address = ServiceAddress.parse("grpc://orders@shop.example:7443", "auto");
        assertThat(address.isRemote()).isTrue();
        assertThat(address.scheme()).isEqualTo("grpc");
        assertThat(address.name().value()).isEqualTo("orders");
        assertThat(address.place()).isEqualTo("shop.example:7443");
        assertThat(address.tried()).containsExactly("grpc");
        assertThat(address).hasToString("grpc://orders@shop.example:7443");
    }

    @Test
    void shouldRefuseAnAddressWithoutAService() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServiceAddress.parse("grpc://shop.example:7443", "auto"))
                .withMessageContaining("grpc://NAME@PLACE");
    }

    @Test
    void shouldSayThatThereIsNoSuchTransport() {
        try (Endpoint endpoint = Endpoint.open()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> endpoint.lookup(Orders.class, "pigeon://orders@loft:1"))
                    .withMessageContaining("There is no transport for pigeon://orders@loft:1");
        }
    }

    @Test
    void shouldNotExportUnderAnAddressOfAnotherHost() {
        Orders orders = () -> {};
        try (Endpoint endpoint = Endpoint.open()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> endpoint.export(Orders.class, orders, "grpc://orders@loft:1"))
                    .withMessageContaining("is an address of another host");
        }
    }

    @Test
    void shouldTellWhereAndWhyNothingWasFound() {
        assertThat(ServiceNotFoundException.ofOtherHost(
                        "orders", "grpc://loft:1", Duration.ofSeconds(2).toNanos(), "x"))
                .hasMessageContaining("No service \"orders\" at grpc://loft:1 after waiting 2s: x.");
    }
}
