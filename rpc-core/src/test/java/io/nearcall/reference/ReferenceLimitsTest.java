// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.Outcome;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class ReferenceLimitsTest {

    private static final int DEFAULT = 65_536;
    private static final int MORE_THAN_DEFAULT = 70_000;

    /** Takes coats and keeps them. */
    @RemoteService
    public interface Cloakroom {
        int keep(List<Coat> coats);

        int kept();

        /** Gives the oldest one up. */
        void dropOne();

        /** New ones of the cloakroom's own. */
        List<Coat> lend(int count);
    }

    @RemoteObject
    public interface Coat {
        int number();
    }

    private record Numbered(int number) implements Coat {}

    private static final class Attended implements Cloakroom {
        private final List<Coat> coats = new ArrayList<>();

        @Override
        public synchronized int keep(List<Coat> more) {
            coats.addAll(more);
            return coats.size();
        }

        @Override
        public synchronized int kept() {
            return coats.size();
        }

        @Override
        public synchronized void dropOne() {
            Remotes.release(coats.remove(0));
        }

        @Override
        public List<Coat> lend(int count) {
            return coats(count);
        }
    }

    private static List<Coat> coats(int count) {
        List<Coat> coats = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            coats.add(new Numbered(i));
        }
        return coats;
    }

    private static EndpointBuilder allowing(int references) {
        return Endpoint.builder().maxReferences(references);
    }

    @Test
    void shouldNotSendACallThatPassesOneObjectTooMany() throws InterruptedException {
        try (TwoEndpoints endpoints = new TwoEndpoints(allowing(10), allowing(10))) {
            Cloakroom cloakroom = endpoints.connect(Cloakroom.class, new Attended());
            assertThat(cloakroom.keep(coats(9))).isEqualTo(9);
            assertThatThrownBy(() -> cloakroom.keep(coats(2)))
                    .isInstanceOfSatisfying(
                            EncodingException.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT))
                    .hasMessageContaining("11 objects of this process, which is more than maxReferences=10");
            assertThat(cloakroom.kept()).isEqualTo(9);
            assertThat(cloakroom.keep(coats(1))).isEqualTo(10);
            cloakroom.dropOne();
            while (!isKept(cloakroom)) {
                Thread.sleep(1); // until the release has come
            }
        }
    }

    private static boolean isKept(Cloakroom cloakroom) {
        try {
            return cloakroom.keep(coats(1)) == 10;
        } catch (EncodingException e) {
            return false;
        }
    }

    @Test
    void shouldNotSendAnAnswerThatPassesOneObjectTooMany() {
        try (TwoEndpoints endpoints = new TwoEndpoints(allowing(10), allowing(100))) {
            Cloakroom cloakroom = endpoints.connect(Cloakroom.class, new Attended());
            assertThatThrownBy(() -> cloakroom.lend(11))
                    .isInstanceOf(EncodingException.class)
                    .hasMessageContaining("on the other side")
                    .hasMessageContaining("11 objects of this process, which is more than maxReferences=10");
            assertThat(cloakroom.lend(10)).hasSize(10);
        }
    }

    @Test
    void shouldEndTheConnectionOfAClientThatPassesOneObjectTooMany() {
        try (TwoEndpoints endpoints = new TwoEndpoints(allowing(10), allowing(100))) {
            Cloakroom cloakroom = endpoints.connect(Cloakroom.class, new Attended());
            assertThat(cloakroom.keep(coats(10))).isEqualTo(10);
            assertThatThrownBy(() -> cloakroom.keep(coats(1)))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("11 objects of the peer, which is more than maxReferences=10");
        }
    }

    @Test
    void shouldEndTheConnectionOfAServiceThatPassesOneObjectTooMany() {
        try (TwoEndpoints endpoints = new TwoEndpoints(allowing(100), allowing(10))) {
            Cloakroom cloakroom = endpoints.connect(Cloakroom.class, new Attended());
            List<Coat> lent = cloakroom.lend(10);
            assertThatThrownBy(() -> cloakroom.lend(1)).hasMessageContaining("maxReferences=10");
            assertThatThrownBy(() -> lent.get(0).number())
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("11 objects of the peer, which is more than maxReferences=10");
        }
    }

    @Test
    void shouldPassAsManyObjectsAsTheDefaultSays() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Cloakroom cloakroom = endpoints.connect(Cloakroom.class, new Attended());
            assertThat(cloakroom.keep(coats(DEFAULT))).isEqualTo(DEFAULT);
            assertThatThrownBy(() -> cloakroom.keep(coats(1)))
                    .isInstanceOf(EncodingException.class)
                    .hasMessageContaining("maxReferences=" + DEFAULT);
        }
    }

    @Test
    void shouldPassMoreObjectsIfBothSidesAllowThem() {
        try (TwoEndpoints endpoints = new TwoEndpoints(allowing(MORE_THAN_DEFAULT), allowing(MORE_THAN_DEFAULT))) {
            Cloakroom cloakroom = endpoints.connect(Cloakroom.class, new Attended());
            assertThat(cloakroom.keep(coats(MORE_THAN_DEFAULT))).isEqualTo(MORE_THAN_DEFAULT);
            List<Coat> lent = cloakroom.lend(MORE_THAN_DEFAULT);
            assertThat(lent.get(MORE_THAN_DEFAULT - 1).number()).isEqualTo(MORE_THAN_DEFAULT - 1);
        }
    }

    @Test
    void shouldRefuseLimitsThatNoTableOfReferencesCanHave() {
        for (int references : new int[] {0, (1 << 20) + 1}) {
            assertThatThrownBy(() -> allowing(references).open())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("maxReferences=" + references);
        }
    }
}
