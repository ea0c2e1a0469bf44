// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.RawPeer;
import io.nearcall.test.RawPeer.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/internals/protocol.md promises to peers that are not written in Java, and Java's own do not use. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class HandmadePeerTest {

    private static final int CALL = 1;
    private static final int RESULT = 3;
    private static final int FAILURE = 5;
    private static final int WITH_REFERENCES = 0x40;
    private static final int MORE = 0x80;

    private static final int FILL = 1;
    private static final int ASK = 0;
    private static final int NAMES = 2;
    private static final int TELL = 3;
    private static final int FIRST_REFERENCE = 1 << 30;

    /** What is called. */
    public interface Desk {
        int ask(@ByRef Clerk clerk);

        byte[] fill(int length);

        Iterator<String> names();

        @OneWay
        void tell(int secret);
    }

    /** What is called back. */
    public interface Clerk {
        int age();
    }

    /** A class that no signature names. */
    public record Stamp(int value) {}

    private static final class OpenDesk implements Desk {
        private volatile int told;

        @Override
        public int ask(Clerk clerk) {
            return clerk.age();
        }

        @Override
        public byte[] fill(int length) {
            return new byte[length];
        }

        @Override
        public Iterator<String> names() {
            return List.of("a", "b").iterator();
        }

        @Override
        public void tell(int secret) {
            told = secret;
        }
    }

    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        executor.shutdown();
    }

    private static byte[] payload(long callId, String hex) {
        byte[] rest = HexFormat.of().parseHex(hex.replace(" ", ""));
        return little(ByteBuffer.allocate(Long.BYTES + rest.length))
                .putLong(callId)
                .put(rest)
                .array();
    }

    private static byte[] call(long callId, int object, int method, String arguments) {
        byte[] rest = HexFormat.of().parseHex(arguments.replace(" ", ""));
        return little(ByteBuffer.allocate(2 * Long.BYTES + rest.length))
                .putLong(callId)
                .putInt(object)
                .putInt(method)
                .put(rest)
                .array();
    }

    private static ByteBuffer little(ByteBuffer buffer) {
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String body(Frame frame) {
        return HexFormat.of().formatHex(frame.payload(), Long.BYTES, frame.payload().length);
    }

    /** A lane whose caller looks for a record only after a doorbell has rung, as an event loop does. */
    private static final class EventLoop {
        private final RawPeer caller;
        private final RawPeer.Lane lane;

        private EventLoop(RawPeer caller, RawPeer.Lane lane) {
            this.caller = caller;
            this.lane = lane;
        }

        /** Rests before it sends, so that each frame must be announced. */
        Frame send(Frame frame) throws ControlSocket.EndOfStream {
            lane.sleeper().announceRest();
            lane.send(frame);
            return rung();
        }

        /** The next record of a message that has begun. */
        Frame next() throws ControlSocket.EndOfStream {
            lane.sleeper().announceRest();
            Frame frame = lane.poll();
            return frame == null ? rung() : frame;
        }

        private Frame rung() throws ControlSocket.EndOfStream {
            Frame frame = null;
            while (frame == null) { // a doorbell may come late
                assertThat(caller.receive()).isEqualTo(new ControlMessage.Doorbell(lane.number()));
                frame = lane.poll();
            }
            return frame;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRingForWhateverComesOnABorrowedLaneWhoseCallerRests(boolean withExecutor) throws Exception {
        EndpointBuilder builder = Endpoint.builder();
        try (Endpoint server = (withExecutor ? builder.executor(executor) : builder).open()) {
            server.export(Desk.class, new OpenDesk(), "shm:desk");
            try (RawPeer caller = new RawPeer("desk")) {
                EventLoop loop = new EventLoop(caller, caller.open(0, false));
                int desk = 1;

                Frame failure = loop.send(new Frame(CALL, call(1, desk, 99, "")));
                assertThat(failure.flags()).isEqualTo(FAILURE);

                Frame filled = loop.send(new Frame(CALL, call(2, desk, FILL, "a0 86 01 00")));
                int length = filled.payload().length;
                while ((filled.flags() & MORE) != 0) { // seven records, more than a ring has room for
                    filled = loop.next();
                    length += filled.payload().length;
                }
                assertThat(length).isEqualTo(Long.BYTES + 3 + 100_000);

                String reference = "01 00 00000040 01 01  00000040 01000000";
                Frame asked = loop.send(new Frame(CALL | WITH_REFERENCES, call(3, desk, ASK, reference)));
                assertThat(body(asked)).startsWith("00000000" + "02000000" + "00000040"); // bindReference
                Frame nested = loop.send(new Frame(RESULT, payload(1, "01 01 00000000")));
                assertThat(body(nested)).isEqualTo("00000040" + "00000000");
                Frame answer = loop.send(new Frame(RESULT, payload(2, "2a000000")));
                assertThat(answer.payload()).isEqualTo(payload(3, "2a000000"));
            }
        }
    }

    @Test
    void shouldServeAStreamByItsFixedNumbersThoughNobodyHasBoundThem() throws Exception {
        try (Endpoint server = Endpoint.open()) {
            server.export(Desk.class, new OpenDesk(), "shm:desk");
            try (RawPeer caller = new RawPeer("desk")) {
                RawPeer.Lane lane = caller.open(0, false);
                RawPeer.Lane shared = caller.open(2, true);
                lane.send(new Frame(CALL, call(1, 1, NAMES, "")));
                assertThat(body(lane.await())).isEqualTo("01" + "0000000040" + "01" + "01" + "00000040" + "01000000");

                int fetch = 0;
                StringBuilder elements = new StringBuilder();
                for (int position = 0; position < 2; position = elements.length()) {
                    String arguments = "0" + position + "00000000000000" + "0900000000000000";
                    shared.send(new Frame(CALL, call(1 + position, FIRST_REFERENCE, fetch, arguments)));
                    Frame batch = shared.await();
                    assertThat(batch.flags()).isEqualTo(RESULT);
                    String text = new String(batch.payload(), StandardCharsets.ISO_8859_1);
                    elements.append(text.substring(Long.BYTES).replaceAll("[^ab]", ""));
                }
                assertThat(elements).hasToString("ab");
            }
        }
    }

    @Test
    void shouldAnswerAOneWayMethodThatIsCalledOnABorrowedLane() throws Exception {
        OpenDesk desk = new OpenDesk();
        try (Endpoint server = Endpoint.open()) {
            server.export(Desk.class, desk, "shm:desk");
            try (RawPeer caller = new RawPeer("desk")) {
                RawPeer.Lane lane = caller.open(0, false);
                lane.send(new Frame(CALL, call(1, 1, TELL, "07000000")));
                assertThat(lane.await()).satisfies(answer -> {
                    assertThat(answer.flags()).isEqualTo(RESULT);
                    assertThat(answer.payload()).isEqualTo(payload(1, ""));
                });
                assertThat(desk.told).isEqualTo(7);
            }
        }
    }

    @Test
    void shouldAgreeOnAClassWhoseFingerprintThePeerHasNotComputed() throws Exception {
        try (Endpoint server = Endpoint.builder().allow(Stamp.class).open()) {
            server.export(Desk.class, new OpenDesk(), "shm:desk");
            try (RawPeer caller = new RawPeer("desk")) {
                caller.send(new ControlMessage.ClassOffer(Stamp.class.getName(), 0, 0));
                String shape = "record\nvalue int exact";
                assertThat(caller.receive()).isEqualTo(new ControlMessage.ClassDiffers(Stamp.class.getName(), shape));
                caller.send(new ControlMessage.ClassVersion(Stamp.class.getName(), 0, shape));
                assertThat(caller.receive()).isEqualTo(new ControlMessage.ClassAgreed(Stamp.class.getName(), 120));
            }
        }
    }
}
