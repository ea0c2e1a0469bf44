// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What every object has, stubs answer themselves: whatever those say that they stand for, and though these have died. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class StubsAsObjectsIT {

    /** Where hermits live. */
    @RemoteService
    public interface Mountain {
        List<Hermit> hermits();

        /** How many of them live here. */
        int known(List<Hermit> hermits);

        /** Declared, and no call for all that. */
        @Override
        boolean equals(Object other);

        @Override
        int hashCode();

        @Override
        String toString();
    }

    /** Answers only callers that ask for the name. */
    @RemoteObject
    public interface Hermit {
        String name();

        @Override
        boolean equals(Object other);

        @Override
        int hashCode();

        @Override
        String toString();
    }

    /** Answers nothing that every object answers. */
    public abstract static class Silent {
        @Override
        public final boolean equals(Object other) {
            throw new IllegalStateException("equals was called");
        }

        @Override
        public final int hashCode() {
            throw new IllegalStateException("hashCode was called");
        }

        @Override
        public final String toString() {
            throw new IllegalStateException("toString was called");
        }
    }

    /** One of them. */
    public static final class SilentHermit extends Silent implements Hermit {
        private final String name;

        SilentHermit(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }
    }

    /** With two of them. */
    public static final class SilentMountain extends Silent implements Mountain {
        private final SilentHermit paul = new SilentHermit("Paul");
        private final SilentHermit antony = new SilentHermit("Antony");

        @Override
        public List<Hermit> hermits() {
            return List.of(paul, antony);
        }

        @Override
        public int known(List<Hermit> hermits) {
            int count = 0;
            for (Hermit hermit : hermits) {
                count += hermit == paul || hermit == antony ? 1 : 0;
            }
            return count;
        }
    }

    private OtherJvm server;
    private Endpoint endpoint;
    private Mountain mountain;
    private Hermit paul;
    private Hermit antony;

    @BeforeEach
    void open() {
        server = Server.start(Mountain.class, SilentMountain.class);
        endpoint = Endpoint.open();
        mountain = endpoint.lookup(Mountain.class);
        List<Hermit> hermits = mountain.hermits();
        paul = hermits.get(0);
        antony = hermits.get(1);
    }

    @AfterEach
    void close() {
        endpoint.close();
        server.close();
    }

    private void assertThatStubsAnswerThemselves() {
        assertThat(mountain.equals(mountain)).isTrue();
        assertThat(mountain.equals(paul)).isFalse();
        assertThat(mountain.hashCode()).isEqualTo(mountain.hashCode());
        assertThat(mountain.toString()).contains("Mountain");
        assertThat(paul.equals(paul)).isTrue();
        assertThat(paul.equals(antony)).isFalse();
        assertThat(paul.equals(null)).isFalse();
        assertThat(paul.equals(new Object())).isFalse();
        assertThat(paul.equals(new SilentHermit("Paul"))).isFalse();
        assertThat(paul.hashCode()).isEqualTo(paul.hashCode());
        assertThat(paul.toString()).contains("Hermit").contains(Integer.toString(server.pid()));
    }

    @Test
    void shouldAnswerThemselves() {
        assertThatStubsAnswerThemselves();
        assertThat(endpoint.lookup(Mountain.class)).isEqualTo(mountain).hasSameHashCodeAs(mountain);
        assertThat(paul.name()).isEqualTo("Paul");
    }

    @Test
    void shouldAnswerThoughTheOtherProcessHasBeenKilled() {
        int hash = paul.hashCode();
        Map<Object, String> names = names();
        server.kill();
        assertThatThrownBy(paul::name).isInstanceOf(ConnectionLostException.class);
        assertThatStubsAnswerThemselves();
        assertThat(paul.hashCode()).isEqualTo(hash);
        assertThat(names.get(paul)).isEqualTo("Paul");
        assertThat(names.remove(mountain)).isEqualTo("mountain");
        assertThat(names).containsOnlyKeys(paul, antony);
    }

    private Map<Object, String> names() {
        Map<Object, String> names = new HashMap<>();
        names.put(paul, "Paul");
        names.put(antony, "Antony");
        names.put(mountain, "mountain");
        return names;
    }

    @Test
    void shouldBeKeysOfMaps() {
        Map<Object, String> names = names();
        for (Hermit again : mountain.hermits()) {
            assertThat(names.get(again)).isEqualTo(again.name());
        }
        assertThat(names.get(endpoint.lookup(Mountain.class))).isEqualTo("mountain");
        Set<Hermit> set = new HashSet<>(mountain.hermits());
        assertThat(set.addAll(mountain.hermits())).isFalse();
        assertThat(set).hasSize(2).contains(paul, antony);
    }

    @Test
    void shouldPassOnObjectsThatAnswerNothing() {
        assertThat(mountain.known(List.of(paul, new SilentHermit("Paul"), antony)))
                .isEqualTo(2);
    }
}
