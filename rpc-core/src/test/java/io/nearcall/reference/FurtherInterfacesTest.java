// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ReleasedException;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class FurtherInterfacesTest {

    @RemoteService
    public interface Workshop {
        Tool borrow(String name);

        List<Tool> all();

        boolean same(Tool a, Tool b);
    }

    @RemoteObject
    public interface Tool {
        String name();
    }

    /** No signature of the workshop names it. */
    @RemoteObject
    public interface Rentable {
        int priceOfADay();
    }

    @RemoteObject
    public interface Insured extends Rentable {
        int value();
    }

    @RemoteObject
    public interface Edible {
        int calories();
    }

    /** No remote interface. */
    public interface Cleaned {
        void clean();
    }

    @RemoteService
    public interface Inventory {
        int tools();
    }

    private static final class Drill implements Tool, Insured, Cleaned {
        @Override
        public String name() {
            return "drill";
        }

        @Override
        public int priceOfADay() {
            return 12;
        }

        @Override
        public int value() {
            return 300;
        }

        @Override
        public void clean() {}
    }

    private static final class Shed implements Workshop, Inventory {
        private final Drill drill = new Drill();

        @Override
        public Tool borrow(String name) {
            return drill;
        }

        @Override
        public List<Tool> all() {
            return List.of(drill);
        }

        @Override
        public boolean same(Tool a, Tool b) {
            return a == b && a == drill;
        }

        @Override
        public int tools() {
            return 1;
        }
    }

    private final TwoEndpoints endpoints = new TwoEndpoints();
    private final Workshop workshop = endpoints.connect(Workshop.class, new Shed());

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void shouldOfferAnInterfaceThatNoSignatureNames() {
        Tool tool = workshop.borrow("drill");
        assertThat(tool).isNotInstanceOf(Rentable.class);
        Insured insured = Remotes.as(tool, Insured.class);
        assertThat(insured.value()).isEqualTo(300);
        assertThat(insured.priceOfADay()).isEqualTo(12);
        assertThat(tool).isEqualTo(insured);
        assertThat(workshop.same(tool, (Tool) insured)).isTrue();
    }

    @Test
    void shouldOfferASuperInterfaceAlone() {
        Rentable rentable = Remotes.as(workshop.borrow("drill"), Rentable.class);
        assertThat(rentable.priceOfADay()).isEqualTo(12);
        assertThat(Remotes.as(rentable, Insured.class).value()).isEqualTo(300);
    }

    @Test
    void shouldKeepAllInterfacesInTheStubThatComesNext() {
        Tool first = workshop.borrow("drill");
        Rentable rentable = Remotes.as(first, Rentable.class);
        Tool second = workshop.all().get(0);
        assertThat(second).isSameAs(rentable).isEqualTo(first);
        assertThat(second.name()).isEqualTo("drill");
        assertThat(Remotes.as(second, Rentable.class)).isSameAs(second);
    }

    @Test
    void shouldSeeAServiceThroughItsOtherInterface() {
        Inventory inventory = Remotes.as(workshop, Inventory.class);
        assertThat(inventory.tools()).isEqualTo(1);
        assertThat(Remotes.as(inventory, Workshop.class).borrow("drill").name()).isEqualTo("drill");
    }

    @Test
    void shouldSayThatAnObjectDoesNotImplementAnInterface() {
        Tool tool = workshop.borrow("drill");
        assertThatThrownBy(() -> Remotes.as(tool, Edible.class))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("Tool[object of process")
                .hasMessageContaining(Edible.class.getName());
        assertThatThrownBy(() -> Remotes.as(workshop, Edible.class)).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> Remotes.as("a text", Edible.class)).isInstanceOf(ClassCastException.class);
        assertThat(tool.name()).isEqualTo("drill");
    }

    @Test
    void shouldOfferRemoteInterfacesOnly() {
        Tool tool = workshop.borrow("drill");
        assertThatThrownBy(() -> Remotes.as(tool, Cleaned.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("annotate it with @RemoteObject");
    }

    @Test
    void shouldRefuseAReleasedStub() {
        Tool tool = workshop.borrow("drill");
        Remotes.release(tool);
        assertThatThrownBy(() -> Remotes.as(tool, Rentable.class)).isInstanceOf(ReleasedException.class);
    }

    @Test
    void shouldReturnAnObjectOfThisSideAsItIs() {
        Drill drill = new Drill();
        assertThat(Remotes.as(drill, Rentable.class)).isSameAs(drill);
    }
}
