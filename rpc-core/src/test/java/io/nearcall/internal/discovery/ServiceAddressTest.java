// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ServiceAddressTest {

    @Test
    void shouldReadSchemeAndName() {
        ServiceAddress address = ServiceAddress.parse("fifo:orders", "shm");
        assertThat(address.name().value()).isEqualTo("orders");
        assertThat(address.tried()).isEqualTo(List.of("fifo"));
        assertThat(address.offered()).isEqualTo(List.of("fifo"));
        assertThat(address).hasToString("fifo:orders");
    }

    @Test
    void shouldTakeTheDefaultWhereThereIsNoScheme() {
        assertThat(ServiceAddress.parse("orders", "shm").tried()).isEqualTo(List.of("shm"));
        assertThat(ServiceAddress.parse("orders", "auto").tried()).isEqualTo(ServiceAddress.AUTOMATIC);
        assertThat(ServiceAddress.parse("auto:orders", "fifo").tried()).isEqualTo(ServiceAddress.AUTOMATIC);
    }

    @Test
    void shouldOfferOverEveryChannelWhatIsCalledOverTheFirstThatWorks() {
        assertThat(ServiceAddress.parse("orders", "auto").offered()).isEqualTo(ServiceAddress.SCHEMES);
    }

    @Test
    void shouldNameTheChannelsThereAreWhenAskedForAnother() {
        assertThatThrownBy(() -> ServiceAddress.parse("pigeon:orders", "auto"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("pigeon", "shm", "fifo", "unix", "tcp", "auto");
        assertThatThrownBy(() -> ServiceAddress.parse(":orders", "auto")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ServiceAddress.parse("shm:", "auto")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ServiceAddress.parse("shm:fifo:orders", "auto"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldFindTheConfiguredSchemeInThePropertyBeforeTheVariable() {
        Properties properties = new Properties();
        assertThat(ServiceAddress.configuredScheme(properties, Map.of())).isEqualTo("auto");
        assertThat(ServiceAddress.configuredScheme(properties, Map.of(ServiceAddress.VARIABLE, "fifo")))
                .isEqualTo("fifo");
        properties.setProperty(ServiceAddress.PROPERTY, "shm");
        assertThat(ServiceAddress.configuredScheme(properties, Map.of(ServiceAddress.VARIABLE, "fifo")))
                .isEqualTo("shm");
        properties.setProperty(ServiceAddress.PROPERTY, "pigeon");
        assertThatThrownBy(() -> ServiceAddress.configuredScheme(properties, Map.of()))
                .hasMessageContaining("pigeon");
    }
}
