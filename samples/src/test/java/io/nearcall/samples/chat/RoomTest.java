// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RoomTest {

    @TempDir
    private Path directory;

    private Endpoint server;
    private Endpoint adas;
    private Endpoint bens;

    /** Notes all messages. */
    private static class Notes implements Listener {
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        @Override
        public void said(String who, String text) {
            lines.add(who + ": " + text);
        }

        @Override
        public void came(String who) {
            lines.add(who + " came");
        }

        @Override
        public void went(String who, String how) {
            lines.add(who + " " + how);
        }
    }

    @BeforeEach
    void open() {
        System.setProperty("io.nearcall.dir", directory.toString());
        server = Endpoint.open();
        server.export(ChatRoom.class, new Room());
        adas = Endpoint.open();
        bens = Endpoint.open();
    }

    @AfterEach
    void close() {
        adas.close();
        bens.close();
        server.close();
        System.clearProperty("io.nearcall.dir");
    }

    @Test
    void shouldTellEverybodyWhatHappensInOneOrder() throws Exception {
        Notes ada = new Notes();
        Notes ben = new Notes();
        Seat adasSeat = adas.lookup(ChatRoom.class).enter("Ada", ada);
        Seat bensSeat = bens.lookup(ChatRoom.class).enter("Ben", ben);
        adasSeat.say("Hello");
        bensSeat.say("Good day");
        bens.close();
        assertThat(ada.lines.take()).isEqualTo("Ben came");
        assertThat(ada.lines.take()).isEqualTo("Ada: Hello");
        assertThat(ada.lines.take()).isEqualTo("Ben: Good day");
        assertThat(ada.lines.take()).isEqualTo("Ben has gone without a word");
        assertThat(adas.lookup(ChatRoom.class).people())
                .extracting(ChatRoom.Person::name)
                .containsExactly("Ada");
    }

    @Test
    void shouldRefuseANameThatIsTaken() throws Exception {
        ChatRoom room = adas.lookup(ChatRoom.class);
        Seat seat = room.enter("Ada", new Notes());
        assertThatThrownBy(() -> bens.lookup(ChatRoom.class).enter("Ada", new Notes()))
                .isInstanceOf(NameTaken.class)
                .hasMessageContaining("Take another name");
        seat.leave();
        assertThatThrownBy(() -> seat.say("Hello")).isInstanceOf(IllegalStateException.class);
        assertThat(room.people()).isEmpty();
    }

    @Test
    void shouldWaitOnlyOnceForWhoDoesNotListen() throws Exception {
        CountDownLatch awake = new CountDownLatch(1);
        Notes ben = new Notes() {
            @Override
            public void said(String who, String text) {
                try {
                    awake.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        Notes ada = new Notes();
        bens.lookup(ChatRoom.class).enter("Ben", ben);
        Seat seat = adas.lookup(ChatRoom.class).enter("Ada", ada);
        int remarks = 2_000; // some hundred of them fit into the lane to Ben
        for (int i = 0; i < remarks; i++) {
            seat.say(i + " green bottles hanging on the wall, and if one green bottle should accidentally fall");
        }
        List<String> heard = new ArrayList<>();
        while (heard.size() < remarks + 1) {
            heard.add(ada.lines.take());
        }
        assertThat(heard)
                .contains("Ben does not listen any more")
                .filteredOn(line -> line.startsWith("Ada: "))
                .hasSize(remarks);
        awake.countDown();
    }
}
