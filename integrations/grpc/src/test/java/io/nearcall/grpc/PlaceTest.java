// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceTest {

    @Test
    void shouldReadHostAndPort() {
        assertThat(Place.parse("shop.example:7443")).isEqualTo(new Place("shop.example", "", 7443));
        assertThat(Place.parse("[::1]:7443")).isEqualTo(new Place("::1", "", 7443));
        assertThat(Place.parse("shop.example/10.0.0.1:7443")).isEqualTo(new Place("shop.example", "10.0.0.1", 7443));
        assertThat(Place.parse("shop.example/[fd00::1]:7443")).isEqualTo(new Place("shop.example", "fd00::1", 7443));
    }

    @ParameterizedTest
    @ValueSource(strings = {"h1", "h1:", "h1:0", "h1:65536", "h1:x", "h1:1,h2:2", "dns:///h1:1", "xds:///h1:1"})
    void shouldRefuseWhatIsNotOnePlace(String place) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Place.parse(place))
                .withMessage("place=" + place + " is not HOST:PORT");
    }

    @Test
    void shouldTellWhatStandsForSeveral() {
        assertThat(Place.areSeveral("h1:7443")).isFalse();
        assertThat(Place.areSeveral("h1:7443,h2:7443")).isTrue();
        assertThat(Place.areSeveral("dns:///h1:7443")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"h1:1,", ",h1:1", "h1:1,h2", "dns:///h1", "dns:h1:x"})
    void shouldRefuseAListWithWhatIsNoPlace(String places) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Place.areSeveral(places))
                .withMessageContaining("is not HOST:PORT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xds:///shop", "h1:7443,xds:///shop:7443", "dns://1.1.1.1/shop:7443"})
    void shouldRefuseOtherResolversAndSayWhatToWrite(String places) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Place.areSeveral(places))
                .withMessageContaining("has a resolver that Nearcall does not use")
                .withMessageContaining("dns:///shop.example:7443");
    }

    @Test
    void shouldListEachPlaceOnce() throws Exception {
        assertThat(Place.all("h1:1,h2:2,h1:1")).containsExactly("h1:1", "h2:2");
    }

    @Test
    void shouldListTheAddressesOfAName() throws Exception {
        assertThat(Place.all("dns:///localhost:7443,h2:2")).containsExactly("localhost/127.0.0.1:7443", "h2:2");
    }

    @Test
    void shouldKeepTheNameOfAnAddress() throws UnknownHostException {
        InetAddress address = Place.parse("shop.example/10.0.0.1:7443").resolve();
        assertThat(address.getHostName()).isEqualTo("shop.example");
        assertThat(address.getHostAddress()).isEqualTo("10.0.0.1");
    }
}
