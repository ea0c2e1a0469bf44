// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.EncodingException.Reason;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.allowed.Crate;
import io.nearcall.test.allowed.Lift;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is too long or not allowed. */
@Tag(TwoEndpoints.SEPARABLE)
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class LimitsTest {

    /** Takes and gives anything. */
    public interface Store {
        int put(byte[] content);

        byte[] get(int length);

        Object keep(Object thing);

        Object pick();
    }

    /** What may not travel unless it is allowed. */
    public static final class Parcel {
        String label = "fragile";
    }

    /** Has whatever is asked for. */
    public static class FullStore implements Store {
        @Override
        public int put(byte[] content) {
            return content.length;
        }

        @Override
        public byte[] get(int length) {
            return new byte[length];
        }

        @Override
        public Object keep(Object thing) {
            return thing;
        }

        @Override
        public Object pick() {
            return new Parcel();
        }
    }

    /** Has a lift of its own. */
    public static final class LiftStore extends FullStore {
        @Override
        public Object keep(Object thing) {
            return ((Lift) thing).lift("apples") ? (Lift) "pears"::equals : null;
        }
    }

    private static EndpointBuilder small() {
        return Endpoint.builder().maxMessageBytes(100_000);
    }

    @Test
    void shouldRefuseArgumentsOverTheLimit() {
        try (TwoEndpoints endpoints = new TwoEndpoints(List.of("maxMessageBytes", "100000"), Endpoint.builder())) {
            Store store = endpoints.connect(Store.class, new FullStore());
            assertThatThrownBy(() -> store.put(new byte[200_000]))
                    .isInstanceOfSatisfying(EncodingException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE);
                        assertThat(e).hasMessageContaining("the limit is 100000");
                        assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT);
                    })
                    .hasMessageContaining("Store.put");
            assertThat(store.put(new byte[90_000])).isEqualTo(90_000);
        }
    }

    @Test
    void shouldRefuseOnTheCallersSideWhatTheOtherSideWouldRefuse() {
        try (TwoEndpoints endpoints = new TwoEndpoints(List.of("maxMessageBytes", "100000"), Endpoint.builder())) {
            Store store = endpoints.connect(Store.class, new FullStore());
            int refused = 0;
            for (int length = 99_970; length <= 100_000; length++) {
                try {
                    assertThat(store.put(new byte[length])).isEqualTo(length);
                    assertThat(refused).as("refused below " + length).isZero();
                } catch (EncodingException e) {
                    assertThat(e.outcome()).as(length + " bytes").isEqualTo(Outcome.NOT_SENT);
                    refused++;
                }
            }
            assertThat(refused).isBetween(1, 30);
        }
    }

    @Test
    void shouldRefuseAResultOverTheLimit() {
        try (TwoEndpoints endpoints = new TwoEndpoints(List.of(), small())) {
            Store store = endpoints.connect(Store.class, new FullStore());
            assertThatThrownBy(() -> store.get(200_000))
                    .isInstanceOfSatisfying(EncodingException.class, e -> {
                        assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE);
                        assertThat(e).hasMessageContaining("the limit is 100000");
                        assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
                    })
                    .hasMessageContaining("Store.get");
            assertThat(store.get(90_000)).hasSize(90_000);
        }
    }

    @Test
    void shouldCallWithoutObjectsOnALaneWhereAnObjectFailed() {
        try (TwoEndpoints endpoints =
                new TwoEndpoints(List.of(), Endpoint.builder().maxLanes(1))) {
            Store store = endpoints.connect(Store.class, new FullStore());
            assertThatThrownBy(store::pick).isInstanceOf(EncodingException.class);
            assertThat(store.get(1)).hasSize(1);
            assertThatThrownBy(() -> store.keep(new Parcel())).isInstanceOf(EncodingException.class);
            assertThat(store.get(1)).hasSize(1);
        }
    }

    @Test
    void shouldNameAClassThatIsNotAllowedAsAnArgument() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Store store = endpoints.connect(Store.class, new FullStore());
            assertThatThrownBy(() -> store.keep(new Parcel()))
                    .isInstanceOfSatisfying(EncodingException.class, e -> {
                        assertThat(e.className()).isEqualTo(Parcel.class.getName());
                        assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT);
                    })
                    .hasMessageContaining("Endpoint.builder().allow(");
            assertThat(store.keep("a string")).isEqualTo("a string");
        }
    }

    @Test
    void shouldNameAClassThatIsNotAllowedAsAResult() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Store store = endpoints.connect(Store.class, new FullStore());
            assertThatThrownBy(store::pick)
                    .isInstanceOfSatisfying(
                            EncodingException.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN))
                    .hasMessageContaining(Parcel.class.getName());
            assertThat(store.keep("a string")).isEqualTo("a string");
        }
    }

    @Test
    void shouldRefuseAClassThatOnlyOneSideAllows() {
        try (TwoEndpoints endpoints =
                new TwoEndpoints(List.of(), Endpoint.builder().allow(Parcel.class))) {
            Store store = endpoints.connect(Store.class, new FullStore());
            assertThatThrownBy(() -> store.keep(new Parcel()))
                    .isInstanceOf(EncodingException.class)
                    .hasMessageContaining(Parcel.class.getName());
        }
    }

    @Test
    void shouldCarryAClassThatBothSidesAllow() {
        try (TwoEndpoints endpoints = new TwoEndpoints(
                List.of("allow", Parcel.class.getName()), Endpoint.builder().allow(Parcel.class))) {
            Store store = endpoints.connect(Store.class, new FullStore());
            assertThat(store.keep(new Parcel())).isInstanceOf(Parcel.class);
            assertThat(store.pick()).isInstanceOf(Parcel.class);
        }
    }

    @Test
    void shouldCarryTheClassesOfAPackageThatBothSidesAllow() {
        String allowed = Crate.class.getPackageName();
        try (TwoEndpoints endpoints = new TwoEndpoints(
                List.of("allowPackage", allowed), Endpoint.builder().allowPackage(allowed))) {
            Store store = endpoints.connect(Store.class, new FullStore());
            assertThat(store.keep(new Crate("apples", 12))).isEqualTo(new Crate("apples", 12));
        }
    }

    @Test
    void shouldPassObjectsOfARemoteInterfaceOfAPackageThatBothSidesAllow() {
        String allowed = Crate.class.getPackageName();
        try (TwoEndpoints endpoints = new TwoEndpoints(
                List.of("allowPackage", allowed), Endpoint.builder().allowPackage(allowed))) {
            Store store = endpoints.connect(Store.class, new LiftStore());
            Lift theirs = (Lift) store.keep((Lift) "apples"::equals);
            assertThat(theirs.lift("pears")).isTrue();
            assertThat(theirs.lift("apples")).isFalse();
        }
    }

    @Test
    void shouldNameTheInterfacesOfAnObjectThatTheOtherSideDoesNotAllow() {
        try (TwoEndpoints endpoints =
                new TwoEndpoints(List.of(), Endpoint.builder().allowPackage(Crate.class.getPackageName()))) {
            Store store = endpoints.connect(Store.class, new FullStore());
            Lift lift = "apples"::equals;
            for (int i = 0; i < 2; i++) { // the second time without asking
                assertThatThrownBy(() -> store.keep(lift))
                        .isInstanceOf(EncodingException.class)
                        .hasMessageContaining(
                                "the other side accepts none of its remote interfaces: " + Lift.class.getName()
                                        + ", because the other side does not know it or does not allow it")
                        .hasMessageContaining("-Dio.nearcall.rmi.allow=" + Lift.class.getName());
            }
        }
    }
}
