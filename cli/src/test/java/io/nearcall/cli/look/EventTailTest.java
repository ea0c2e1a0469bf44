// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.statistics.PageView;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which events of a page are new, and how many have been lost. */
class EventTailTest {

    private static PageView page(int first, int count) {
        List<PageView.Event> events = IntStream.range(0, count)
                .mapToObj(i -> new PageView.Event(first + i, PageView.Kind.OPENED, 0, null, null, null, 7, 0))
                .toList();
        return new PageView(
                "", 1, 1, 0, false, true, 0, "", "", "", "", "", List.of(), List.of(), List.of(), List.of(), List.of(),
                events);
    }

    private static List<Integer> numbers(EventTail.Seen seen) {
        return seen.events().stream().map(PageView.Event::number).toList();
    }

    @Test
    void shouldShowEachEventOnce() {
        EventTail tail = new EventTail(page(0, 3));
        assertThat(numbers(tail.look(page(0, 3)))).isEmpty();
        assertThat(numbers(tail.look(page(0, 5)))).containsExactly(3, 4);
        EventTail.Seen none = tail.look(page(0, 5));
        assertThat(numbers(none)).isEmpty();
        assertThat(none.lost()).isZero();
    }

    @Test
    void shouldShowAllEventsOfANewPage() {
        assertThat(numbers(new EventTail().look(page(0, 2)))).containsExactly(0, 1);
        assertThat(numbers(new EventTail(page(0, 0)).look(page(0, 2)))).containsExactly(0, 1);
        assertThat(new EventTail().look(page(44, 256)).lost()).isEqualTo(44);
    }

    @Test
    void shouldCountWhatHasBeenOverwritten() {
        EventTail tail = new EventTail(page(0, 10));
        EventTail.Seen seen = tail.look(page(300, 256));
        assertThat(seen.events()).hasSize(256);
        assertThat(seen.lost()).isEqualTo(290);
    }

    /** A reader may come while one is being written. */
    @Test
    void shouldMissNothingThatIsShownLate() {
        EventTail tail = new EventTail(page(0, 256));
        EventTail.Seen before = tail.look(page(1, 255)); // the oldest is overwritten, the next is missing
        assertThat(before.events()).isEmpty();
        assertThat(before.lost()).isZero();
        assertThat(numbers(tail.look(page(1, 256)))).containsExactly(256);
    }

    /** An earlier place of the page was read before it was written, and a later one afterwards. */
    @Test
    void shouldTakeNoEventForLostThatIsWrittenDuringTheLook() {
        EventTail tail = new EventTail(page(0, 3));
        EventTail.Seen during = tail.look(page(4, 1));
        assertThat(during.events()).isEmpty();
        assertThat(during.lost()).isZero();
        assertThat(numbers(tail.look(page(0, 5)))).containsExactly(3, 4);

        assertThat(tail.look(page(6, 1)).lost()).isZero();
        assertThat(tail.look(page(6, 1)).lost()).isEqualTo(1); // there was no room for it
    }

    @Test
    void shouldGoOnWhenTheNumbersBeginAgain() {
        EventTail tail = new EventTail(page(Integer.MAX_VALUE - 1, 1));
        EventTail.Seen seen = tail.look(page(Integer.MAX_VALUE - 1, 4));
        assertThat(numbers(seen)).containsExactly(Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1);
        assertThat(seen.lost()).isZero();
    }
}
