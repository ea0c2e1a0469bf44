// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both sides' counts of one object, without a connection between them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReferenceCountsTest {

    private static final Class<?>[] LISTENER = {Runnable.class};

    private record Release(int id, long received, long sentHome) {}

    private final List<Object> forgotten = new ArrayList<>();
    private final SentReferences sent = new SentReferences(
            1, new LocalObjects((object, context, told) -> told.run()), null, (object, more) -> {}, (gone, done) -> {
                forgotten.add(gone);
                done.run();
            });
    private final List<Release> releases = new ArrayList<>();
    private final ReferenceQueue<ReceivedReference> dropped = new ReferenceQueue<>();
    private final ReceivedReferences received = new ReceivedReferences(
            1, (id, count, sentHome) -> releases.add(new Release(id, count, sentHome)), more -> {}, dropped);
    private final Object object = new Object();

    /** A message of one lane has come, and waits to be read. */
    private ReceivedReference arrive() {
        return received.arrived(sent.count(object));
    }

    private static Object stub(ReceivedReference reference) {
        return reference.stub(null, LISTENER, facets -> new Object[] {reference});
    }

    private boolean handOver(Release release) {
        return sent.released(release.id, release.received, release.sentHome);
    }

    @Test
    void shouldGiveAllThatCameOverTwoLanesBackWithOneRelease() {
        ReceivedReference first = arrive();
        ReceivedReference second = arrive();
        ReceivedReference third = arrive();
        assertThat(second).isSameAs(first).isSameAs(third);
        Object stub = stub(first);
        assertThat(stub(second)).isSameAs(stub);
        received.settled(second);
        received.settled(first);
        received.settled(third);
        assertThat(releases).isEmpty();
        first.release();
        assertThat(releases).containsExactly(new Release(first.id(), 3, 0));
        assertThat(sent.target(first.id())).isSameAs(object);
        assertThat(handOver(releases.get(0))).isTrue();
        assertThat(forgotten).containsExactly(object);
        assertThat(sent.target(first.id())).isNull();
    }

    @Test
    void shouldWaitForTheLaneThatIsBeingReadWhenTheStubIsReleased() {
        ReceivedReference first = arrive();
        stub(first);
        received.settled(first);
        ReceivedReference second = arrive();
        second.release();
        assertThat(releases).isEmpty();
        received.settled(second);
        assertThat(releases).containsExactly(new Release(first.id(), 2, 0));
    }

    @Test
    void shouldReleaseAtOnceWhatNobodyHasRead() {
        ReceivedReference first = arrive();
        ReceivedReference second = arrive();
        received.settled(first);
        assertThat(releases).isEmpty();
        received.settled(second);
        assertThat(releases).containsExactly(new Release(second.id(), 2, 0));
        assertThat(received.get(second.id())).isNull();
        assertThat(handOver(releases.get(0))).isTrue();
        assertThat(forgotten).containsExactly(object);
    }

    @Test
    void shouldReleaseOnceOnly() {
        ReceivedReference reference = arrive();
        stub(reference);
        received.settled(reference);
        reference.release();
        reference.release();
        assertThat(releases).hasSize(1);
        assertThat(reference.isReleased()).isTrue();
    }

    @Test
    void shouldReleaseWhatHasBeenCollected() throws Exception {
        int id = readAndForget();
        Reference<? extends ReceivedReference> gone = null;
        while (gone == null) {
            System.gc();
            gone = dropped.remove(20);
        }
        ((ReceivedReferences.Count) gone).release();
        assertThat(releases).containsExactly(new Release(id, 2, 0));
    }

    private int readAndForget() {
        ReceivedReference reference = arrive();
        stub(reference);
        received.settled(reference);
        received.settled(arrive());
        return reference.id();
    }

    @Test
    void shouldBeginAnewWhereAReferenceIsOnItsWayWhileTheStubIsReleased() {
        ReceivedReference first = arrive();
        stub(first);
        received.settled(first);
        int onItsWay = sent.count(object);
        first.release();
        assertThat(handOver(releases.get(0))).isTrue();
        assertThat(forgotten).isEmpty();
        ReceivedReference second = received.arrived(onItsWay);
        assertThat(second).isNotSameAs(first);
        stub(second);
        received.settled(second);
        second.release();
        assertThat(releases.get(1)).isEqualTo(new Release(first.id(), 1, 0));
        assertThat(handOver(releases.get(1))).isTrue();
        assertThat(forgotten).containsExactly(object);
    }

    @Test
    void shouldTakeAnObjectOnceMoreThoughItsStubHasGoneAndThereIsRoomForNoOther() {
        int id = sent.count(object);
        WeakReference<ReceivedReference> first = new WeakReference<>(received.arrived(id));
        stub(first.get());
        received.settled(first.get());
        while (first.get() != null) {
            System.gc();
        }
        ReceivedReference second = received.arrived(sent.count(object));
        assertThat(second).isNotNull();
        assertThat(received.arrived(id + 1)).isNull();
    }

    @Test
    void shouldKeepAnObjectUntilAllThatWasSentHomeHasCome() {
        ReceivedReference reference = arrive();
        stub(reference);
        received.settled(reference);
        reference.sendHome();
        reference.sendHome();
        reference.sendHome();
        reference.notSentHome();
        reference.release();
        assertThat(releases).containsExactly(new Release(reference.id(), 1, 2));
        sent.cameHome(reference.id());
        assertThat(handOver(releases.get(0))).isTrue();
        assertThat(sent.target(reference.id())).isSameAs(object);
        sent.cameHome(reference.id());
        assertThat(forgotten).containsExactly(object);
    }

    @Test
    void shouldTakeBackWhatWasNotSentHomeThoughItHasBeenTold() {
        ReceivedReference reference = arrive();
        stub(reference);
        received.settled(reference);
        reference.sendHome();
        reference.sendHome(); // by another thread, and its call will not be sent
        reference.release();
        assertThat(releases).containsExactly(new Release(reference.id(), 1, 2));
        reference.notSentHome();
        assertThat(releases).element(1).isEqualTo(new Release(reference.id(), 0, -1));
        assertThat(handOver(releases.get(0))).isTrue();
        assertThat(handOver(releases.get(1))).isTrue();
        assertThat(sent.target(reference.id())).isSameAs(object);
        sent.cameHome(reference.id());
        assertThat(forgotten).containsExactly(object);
    }

    @Test
    void shouldTakeBackBeforeTheReleaseIsToldToo() {
        ReceivedReference reference = arrive();
        stub(reference);
        received.settled(reference);
        reference.sendHome();
        reference.release();
        reference.notSentHome();
        assertThat(handOver(releases.get(1))).isTrue();
        assertThat(sent.target(reference.id())).isSameAs(object);
        assertThat(handOver(releases.get(0))).isTrue();
        assertThat(forgotten).containsExactly(object);
    }

    @Test
    void shouldTakeBackWhenThereIsALaterStub() {
        ReceivedReference first = arrive();
        stub(first);
        received.settled(first);
        first.sendHome();
        int onItsWay = sent.count(object);
        first.release();
        ReceivedReference second = received.arrived(onItsWay);
        stub(second);
        received.settled(second);
        received.notSentHome(first.id());
        second.release();
        releases.forEach(release -> assertThat(handOver(release)).isTrue());
        assertThat(forgotten).containsExactly(object);
    }

    @Test
    void shouldTakeBackWhatWasListedWhenTheStubIsGone() {
        ReceivedReference reference = arrive();
        stub(reference);
        received.settled(reference);
        reference.sendHome();
        reference.release();
        received.notSentHome(reference.id());
        releases.forEach(release -> assertThat(handOver(release)).isTrue());
        assertThat(forgotten).containsExactly(object);
    }

    @Test
    void shouldTellNothingOfAReleasedStubThatIsNotSentHome() {
        ReceivedReference reference = arrive();
        stub(reference);
        received.settled(reference);
        reference.release();
        reference.sendHome();
        reference.notSentHome();
        assertThat(releases).containsExactly(new Release(reference.id(), 1, 0));
    }

    @Test
    void shouldForgetWhatWasNotSentAfterAll() {
        int id = sent.count(object);
        assertThat(sent.count(object)).isEqualTo(id);
        sent.unsent(id);
        assertThat(sent.target(id)).isSameAs(object);
        sent.unsent(id);
        assertThat(forgotten).containsExactly(object);
        sent.unsent(id);
        assertThat(forgotten).hasSize(1);
    }

    @Test
    void shouldRefuseAReleaseOfMoreThanWasSent() {
        int id = sent.count(object);
        sent.count(object);
        assertThat(sent.released(id, 3, 0)).isFalse();
        assertThat(sent.released(id, Long.MAX_VALUE, 0)).isFalse();
        assertThat(sent.released(id, 1, 0)).isTrue();
        assertThat(sent.released(id, 2, 0)).isFalse();
        assertThat(sent.target(id)).isSameAs(object);
        assertThat(sent.released(id, 1, 0)).isTrue();
        assertThat(forgotten).containsExactly(object);
    }

    @Test
    void shouldRefuseNegativeCounts() {
        int id = sent.count(object);
        assertThat(sent.released(id, -1, 0)).isFalse();
        assertThat(sent.released(id, Long.MIN_VALUE, 0)).isFalse();
        assertThat(sent.target(id)).isSameAs(object);
    }

    @Test
    void shouldRefuseTheReleaseOfAnIdThatItHasNotGiven() {
        int id = sent.count(object);
        for (int unknown : new int[] {0, 1, -1, ~id, id + 1, id + (1 << 20), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThat(sent.target(unknown)).isNull();
            assertThat(sent.get(unknown, 0)).isNull();
            assertThat(sent.released(unknown, 1, 0)).isFalse();
            sent.cameHome(unknown);
            sent.unsent(unknown);
        }
        assertThat(sent.target(id)).isSameAs(object);
        assertThat(forgotten).isEmpty();
    }

    @Test
    void shouldNotTakeALateIdForTheNextObjectOfItsPlace() {
        int id = sent.count(object);
        sent.unsent(id);
        Object next = new Object();
        int nextId = sent.count(next);
        assertThat(nextId).isNotEqualTo(id);
        assertThat(sent.released(id, 1, 0)).isFalse();
        sent.cameHome(id);
        assertThat(sent.target(id)).isNull();
        assertThat(sent.target(nextId)).isSameAs(next);
    }

    @Test
    void shouldMindNoReleaseOnceTheConnectionHasEnded() {
        int id = sent.count(object);
        sent.close();
        assertThat(forgotten).containsExactly(object);
        assertThat(sent.target(id)).isNull();
        assertThat(sent.released(id, 1, 0)).isTrue();
        assertThat(forgotten).hasSize(1);
    }
}
