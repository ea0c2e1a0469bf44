// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.test.FitInterfaces;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
public class ExportTableTest {

    /** Anything. */
    public interface Thing {
        void touch();
    }

    private static final RemoteInterface<Thing> THING = RemoteInterface.of(Thing.class, FitInterfaces.RULES);

    private final ExportTable table = new ExportTable(new LocalObjects((object, context, told) -> told.run()));

    private ExportedObject add(String name) {
        return table.add(THING, (Thing) () -> {}, name, null);
    }

    @Test
    void shouldFindWhatWasAddedUntilItIsRemoved() {
        List<ExportedObject> present = new ArrayList<>();
        List<ExportedObject> gone = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 2_000; i++) {
            if (present.size() > 40 || !present.isEmpty() && random.nextInt(3) == 0) {
                ExportedObject removed = present.remove(random.nextInt(present.size()));
                table.remove(removed);
                table.remove(removed);
                gone.add(removed);
            } else {
                present.add(add("thing " + i));
            }
            assertThat(present).allSatisfy(object -> {
                assertThat(table.get(object.id())).isSameAs(object);
                assertThat(table.get(object.serviceName())).isSameAs(object);
            });
            assertThat(gone).noneMatch(object -> table.get(object.id()) != null);
        }
        assertThat(table.get(-1)).isNull();
        assertThat(table.get(Integer.MIN_VALUE)).isNull();
        assertThat(table.get(Integer.MAX_VALUE)).isNull();
    }

    /** Otherwise an object for each caller would have to learn anew how long its methods take. */
    @Test
    void shouldKnowThePaceOfAMethodForAllObjectsOfAClass() {
        ExportedObject slow = add("slow");
        slow.pace(0).heldUp();
        assertThat(add("of the same class").pace(0).takesApart()).isTrue();
        assertThat(table.add(THING, (Thing) System::gc, "of another", null)
                        .pace(0)
                        .takesApart())
                .isFalse();
    }

    /** Were there a place for each id that ever was, this would take minutes, and all of the heap. */
    @Test
    void shouldTakeNoMoreRoomAfterAMillionExports() {
        ExportedObject first = add("first");
        for (int i = 0; i < 1_000_000; i++) {
            table.remove(add("passing"));
        }
        assertThat(table.get(first.id())).isSameAs(first);
        assertThat(add("last").id()).isEqualTo(first.id() + 1_000_001);
    }

    @Test
    void shouldRefuseASecondObjectOfOneName() {
        ExportedObject first = add("thing");
        assertThatThrownBy(() -> add("thing")).isInstanceOf(IllegalStateException.class);
        assertThat(table.get("thing")).isSameAs(first);
        assertThat(table.get(first.id())).isSameAs(first);
    }
}
