// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ByRef;
import io.nearcall.Endpoint;
import io.nearcall.RemoteObject;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.RawPeer;
import io.nearcall.test.RawPeer.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A peer that makes up class ids, lists of interfaces and versions of classes. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
public class MadeUpClassesTest {

    private static final int CALL = 1;
    private static final int RESULT = 3;
    private static final int WITH_REFERENCES = 0x40;

    private static final int ADD = 0;
    private static final int KEEP = 1;
    private static final int SEAL = 2;
    private static final int STAMP = 3;

    /** What is called. */
    public interface Desk {
        int add(Object seal);

        void keep(@ByRef Clerk clerk);

        Object seal();

        Object stamp();
    }

    /** What the caller has. */
    @RemoteObject
    public interface Clerk {
        int age();
    }

    /** Another interface of the same object. */
    @RemoteObject
    public interface Painter {
        int pictures();
    }

    /** And one more. */
    @RemoteObject
    public interface Singer {
        int songs();
    }

    /** A class that no signature names. */
    public record Stamp(int value) {}

    /** Another one. */
    public record Seal(int value) {}

    private static final class OpenDesk implements Desk {
        private final Set<Class<?>> clerks = ConcurrentHashMap.newKeySet();

        @Override
        public int add(Object seal) {
            return ((Seal) seal).value + 1;
        }

        @Override
        public void keep(Clerk clerk) {
            clerks.add(clerk.getClass());
        }

        @Override
        public Object seal() {
            return new Seal(1);
        }

        @Override
        public Object stamp() {
            return new Stamp(1);
        }
    }

    private final OpenDesk desk = new OpenDesk();
    private Endpoint server;
    private RawPeer peer;
    private long calls;
    private int objects = 1 << 30;

    @BeforeEach
    void connect() throws Exception {
        server = Endpoint.builder()
                .allow(Stamp.class, Seal.class, Painter.class, Singer.class)
                .open();
        server.export(Desk.class, desk, "shm:desk");
        peer = new RawPeer("desk");
    }

    @AfterEach
    void close() {
        peer.close();
        server.close();
    }

    private Frame call(int flags, int method, String arguments) {
        byte[] rest = HexFormat.of().parseHex(arguments.replace(" ", ""));
        byte[] payload = ByteBuffer.allocate(2 * Long.BYTES + rest.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(++calls)
                .putInt(1)
                .putInt(method)
                .put(rest)
                .array();
        return new Frame(CALL | flags, payload);
    }

    /** A call with a reference to a new object, of these interfaces: 1 is the declared one. */
    private Frame keep(String interfaces) {
        String id = HexFormat.of().toHexDigits(Integer.reverseBytes(objects++));
        int count = interfaces.split(" ").length;
        String reference = "01 00" + id + HexFormat.of().toHexDigits((byte) count) + interfaces;
        return call(WITH_REFERENCES, KEEP, reference + id + "01000000");
    }

    /** Has the service agree to a class under the next id. */
    private int agreeOn(Class<?> type, String shape) throws Exception {
        peer.send(new ControlMessage.ClassOffer(type.getName(), 0, 0));
        assertThat(peer.receive()).isInstanceOf(ControlMessage.ClassDiffers.class);
        peer.send(new ControlMessage.ClassVersion(type.getName(), 0, shape));
        return ((ControlMessage.ClassAgreed) peer.receive()).classId();
    }

    /** Behind releases, which come when the collector likes. */
    private ControlMessage.ClassOffer offer() throws Exception {
        ControlMessage received = peer.receive();
        while (received instanceof ControlMessage.Release) {
            received = peer.receive();
        }
        return (ControlMessage.ClassOffer) received;
    }

    private static String hex(int id) {
        return HexFormat.of().toHexDigits((byte) id);
    }

    @Test
    void shouldNotWaitForEachIdThatThePeerMakesUp() throws Exception {
        RawPeer.Lane lane = peer.open(0, false);
        RawPeer.Lane asked = peer.open(2, false);
        RawPeer.Lane askedAgain = peer.open(4, false);
        asked.send(call(0, STAMP, ""));
        offer(); // and it is never answered

        for (int i = 0; i < 3; i++) {
            lane.send(keep(
                    "01" + " c801".repeat(15))); // within the patience of await(), which is less than a second for each
            assertThat(lane.await().flags()).isEqualTo(RESULT);
        }

        askedAgain.send(call(0, SEAL, ""));
        ControlMessage.ClassOffer offer = offer();
        peer.send(new ControlMessage.ClassAgreed(offer.className(), offer.classId()));
        assertThat(askedAgain.await().flags()).isEqualTo(RESULT);
        lane.send(call(0, ADD, hex(offer.classId() + 1) + "01 07000000"));
        assertThat(lane.await().payload()).endsWith(8, 0, 0, 0);
    }

    @Test
    void shouldWaitAgainForAnIdThatIsAboutToBeDefinedWhenOneHasBeenDefined() throws Exception {
        RawPeer.Lane lane = peer.open(0, false);
        RawPeer.Lane asked = peer.open(2, false);
        RawPeer.Lane askedAgain = peer.open(4, false);
        asked.send(call(0, STAMP, ""));
        ControlMessage.ClassOffer stamp = offer();
        lane.send(keep("01 c801"));
        assertThat(lane.await().flags()).isEqualTo(RESULT); // and has waited for nothing
        askedAgain.send(call(0, SEAL, ""));
        ControlMessage.ClassOffer seal = offer();
        peer.send(new ControlMessage.ClassAgreed(stamp.className(), stamp.classId()));
        assertThat(asked.await().flags()).isEqualTo(RESULT);

        lane.send(call(0, ADD, hex(seal.classId() + 1) + "01 07000000"));
        TimeUnit.MILLISECONDS.sleep(200); // by then the lane mostly waits for the id, and has not given up
        peer.send(new ControlMessage.ClassAgreed(seal.className(), seal.classId()));
        assertThat(lane.await().payload()).endsWith(8, 0, 0, 0);
    }

    @Test
    void shouldMakeOneClassOfStubsForInterfacesInAnyOrder() throws Exception {
        RawPeer.Lane lane = peer.open(0, false);
        String painter = hex(agreeOn(Painter.class, "remote interface"));
        String singer = hex(agreeOn(Singer.class, "remote interface"));
        for (String interfaces : Set.of(
                "01 " + painter + " " + singer, "01 " + singer + " " + painter, painter + " " + singer + " 01")) {
            lane.send(keep(interfaces));
            assertThat(lane.await().flags()).isEqualTo(RESULT);
        }
        assertThat(desk.clerks).hasSize(1);
    }

    @Test
    void shouldRefuseAnObjectThatHasAnInterfaceTwiceAndGoOn() throws Exception {
        RawPeer.Lane lane = peer.open(0, false);
        lane.send(keep("01 01"));
        assertThat(lane.await().flags()).isNotEqualTo(RESULT);
        lane.send(keep("01"));
        assertThat(lane.await().flags()).isEqualTo(RESULT);
    }

    @Test
    void shouldCompareAClassOnceHoweverOftenAndHoweverThePeerDescribesIt() throws Exception {
        String name = Stamp.class.getName();
        Set<ControlMessage> answers = new HashSet<>();
        for (String shape : new String[] {"enum\nA", "enum\nB", "record\nvalue int exact", "enum\nA"}) {
            peer.send(new ControlMessage.ClassOffer(name, 0, 0));
            assertThat(peer.receive()).isInstanceOf(ControlMessage.ClassDiffers.class);
            peer.send(new ControlMessage.ClassVersion(name, 0, shape));
            answers.add(peer.receive());
        }
        assertThat(answers).containsExactly(new ControlMessage.ClassRefused(name, "?"));
        assertThat(agreeOn(Seal.class, "record\nvalue int exact")).isEqualTo(121);
    }
}
