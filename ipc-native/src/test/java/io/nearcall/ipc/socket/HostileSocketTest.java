// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.stream.HostileStreamContract;
import io.nearcall.ipc.stream.RawEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that name addresses of others and write bytes that no channel writes, and strangers that connect. */
class HostileSocketTest extends HostileStreamContract {

    private static final int NONE = LaneBatch.NO_DESCRIPTOR;
    private static final String SECRETS = "0123456789abcdef".repeat(4);

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1:80", "10.0.0.1:80", "0.0.0.0:80", "255.255.255.255:80", "126.255.255.255:80"})
    void shouldRefuseAnAddressThatIsNotOfTheLoopbackInterface(String place) {
        assertThatThrownBy(() -> open("tcp", 1).connect(NONE, place + "/" + SECRETS, BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContainingAll(place, "loopback");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:80",
                "127.0.0.1",
                "127.0.0.1:0",
                "127.0.0.1:65536",
                "127.0.0.1:080000",
                "127.0.0.256:80",
                "127.0.0.1:80\n",
                "[::1]:80",
                "/etc/passwd",
                "",
            })
    void shouldRefuseAPlaceThatIsNoAddressAndPort(String place) {
        assertThatThrownBy(() -> open("tcp", 1).connect(NONE, place + "/" + SECRETS, BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("not ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "../.unix-7-0123456789abcdef",
                ".unix-7-0123456789abcde/",
                ".unix-7-0123456789ABCDEF",
                ".unix-07-0123456789abcdef",
                ".fifo-7-0123456789abcdef",
                "orders.sock",
                "",
            })
    void shouldRefuseANameThatNoBatchHas(String name) {
        assertThatThrownBy(() -> open("unix", 1).connect(NONE, name + "/" + SECRETS, BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("not the ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "connecte", "127.0.0.1:80", "127.0.0.1:80/", "127.0.0.1:80/0123", "127.0.0.1:80/g"})
    void shouldRefuseAnAddressWithoutSecrets(String address) {
        assertThatThrownBy(() -> open("tcp", 1).connect(NONE, address + "x".repeat(60), BELL))
                .isInstanceOf(PeerFault.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unix", "tcp"})
    void shouldRefuseItsOwnAddress(String scheme) {
        LaneBatch own = open(scheme, 1);
        assertThatThrownBy(() -> own.connect(NONE, own.address(), BELL)).isInstanceOf(PeerFault.class);
    }

    @ParameterizedTest
    @CsvSource({"unix, .unix-7-0123456789abcdef", "tcp, 127.0.0.1:1"})
    void shouldSayThatNobodyListens(String scheme, String place) {
        assertThatThrownBy(() -> open(scheme, 1).connect(NONE, place + "/" + SECRETS, BELL))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot be connected");
    }

    /** Shorter than for a peer that is to connect: on a busy machine once of many times. */
    @Test
    void shouldNotWaitLongForAPeerThatSaysItHasConnected() {
        long shortestNs = Long.MAX_VALUE;
        for (int i = 0; i < 10 && shortestNs >= TimeUnit.SECONDS.toNanos(1); i++) {
            LaneBatch own = open("tcp", 1);
            own.address();
            long beforeNs = System.nanoTime();
            assertThatThrownBy(() -> own.connect(NONE, "connected", BELL))
                    .isInstanceOf(PeerFault.class)
                    .hasMessageContaining("has not connected");
            shortestNs = Math.min(shortestNs, System.nanoTime() - beforeNs);
        }
        assertThat(shortestNs).isLessThan(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void shouldNotWaitAtAllForAPeerThatCannotHaveConnected() {
        assertThatThrownBy(() -> open("tcp", 1).connect(NONE, "connected", BELL))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("before it was sent an address");
    }

    /** As {@code ss -K} does: the process lives, and no side disconnects the lane. */
    @Test
    void shouldGiveUpALaneWhoseSocketAloneWasCutOff() throws Exception {
        try (RawSocket peer = new RawSocket().answer()) {
            peer.socket.setOption(StandardSocketOptions.SO_LINGER, 0); // a reset
            peer.die();
            assertThatThrownBy(() -> peer.lane().sleepForFrame(System.nanoTime() + TimeUnit.SECONDS.toNanos(20), false))
                    .isInstanceOf(PeerFault.class)
                    .hasMessageContaining("has closed the socket of a lane");
        }
    }

    /** Each comes before the peer. */
    @ParameterizedTest
    @CsvSource({"unix, 0", "tcp, 0", "unix, 5", "tcp, 5", "unix, 20", "tcp, 20", "tcp, 1000"})
    void shouldLetNobodyInWhoDoesNotKnowTheSecret(String scheme, int length) throws Exception {
        LaneBatch left = open(scheme, 2);
        LaneBatch right = open(scheme, 2);
        SocketChannel stranger = SocketChannel.open(place(scheme, left.address()));
        opened.add(stranger);
        stranger.write(ByteBuffer.allocate(length));
        Channel rightLane = right.connect(NONE, left.address(), BELL)[1];
        Channel leftLane = left.connect(NONE, right.address(), BELL)[1];
        leftLane.sendMemory().putLong(leftLane.claim(), 42);
        leftLane.commit(Long.BYTES, 0);
        assertThat(rightLane.sleepForFrame(System.nanoTime() + TimeUnit.SECONDS.toNanos(10), false))
                .isEqualTo(WaitResult.READY);
        assertThat(rightLane.receiveMemory().getLong(rightLane.frameIndex())).isEqualTo(42);
        assertThat(readToEnd(stranger)).isZero();
    }

    /** More than may wait: the oldest are sent away. */
    @Test
    void shouldNotBeKeptOutByManyStrangersThatSayNothing() throws Exception {
        LaneBatch one = open("tcp", 100);
        LaneBatch other = open("tcp", 100);
        boolean oneConnects = one.address().compareTo(other.address()) < 0;
        LaneBatch left = oneConnects ? other : one;
        LaneBatch right = oneConnects ? one : other;
        String address = left.address();
        for (int i = 0; i < 90; i++) {
            opened.add(SocketChannel.open(place("tcp", address)));
        }
        CompletableFuture<Channel[]> lanes = // which takes them out of the backlog
                CompletableFuture.supplyAsync(() -> left.connect(NONE, right.address(), BELL));
        while (backlog(address) > 0) { // right waits for room 100 ms only
            Thread.sleep(1);
        }
        right.connect(NONE, address, BELL);
        assertThat(lanes.get()).hasSize(100);
    }

    /** How many connections of the port have not been accepted yet. */
    private static int backlog(String address) throws IOException {
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1, address.indexOf('/')));
        String listening = String.format(": 0100007F:%04X 00000000:0000 0A ", port);
        for (String line : Files.readAllLines(Path.of("/proc/self/net/tcp"))) {
            int at = line.indexOf(listening);
            if (at >= 0) { // the length to send and a colon come first
                int queue = at + listening.length() + "00000000:".length();
                return Integer.parseInt(line.substring(queue, queue + Integer.BYTES * 2), 16);
            }
        }
        throw new IllegalStateException("nobody listens at " + address);
    }

    private SocketAddress place(String scheme, String address) {
        String place = address.substring(0, address.indexOf('/'));
        return scheme.equals("unix")
                ? UnixDomainSocketAddress.of(directory.resolve(place))
                : new InetSocketAddress("127.0.0.1", Integer.parseInt(place.substring(place.indexOf(':') + 1)));
    }

    private static int readToEnd(SocketChannel socket) {
        int count = 0;
        try {
            for (int got = 0; got >= 0; got = socket.read(ByteBuffer.allocate(100))) {
                count += got;
            }
        } catch (IOException e) {
            // reset, with unread bytes
        }
        return count;
    }

    @Test
    void shouldSayAndHearNothingBeforeThePeerHasProvedWhoItIs() throws Exception {
        try (RawSocket squatter = new RawSocket()) {
            assertThat(squatter.introducedLane()).isZero();
            assertThat(squatter.lane().claim()).isEqualTo(Channel.BACK_PRESSURED);
            assertThat(squatter.lane().awaitSpace(System.nanoTime() + 1_000_000, false))
                    .isEqualTo(WaitResult.TIMED_OUT);
            squatter.send(new byte[Secrets.LENGTH - 1]);
            assertThat(squatter.lane().sleepForFrame(System.nanoTime() + 20_000_000, false))
                    .isEqualTo(WaitResult.TIMED_OUT);
            squatter.send((byte) 0);
            squatter.sendFrame(1, 8, 0, 42);
            assertThatThrownBy(() -> squatter.lane().sleepForFrame(System.nanoTime() + 5_000_000_000L, false))
                    .isInstanceOf(PeerFault.class)
                    .hasMessageContaining("did not come from the peer");
            assertThat(squatter.lane().poll()).isFalse();
            assertThat(squatter.lane().claim()).isEqualTo(Channel.BACK_PRESSURED);
        }
    }

    @Override
    protected LaneBatch open() {
        return open("tcp", 1);
    }

    @Override
    protected RawEnd rawEnd() throws IOException {
        return new RawSocket().answer();
    }

    private LaneBatch open(String scheme, int laneCount) {
        ChannelProvider provider =
                scheme.equals("unix") ? new UnixChannelProvider(directory) : new TcpChannelProvider();
        LaneBatch batch = provider.open(0, laneCount, RawSocket.CAPACITY, ChannelMode.STREAMING);
        opened.add(batch);
        return batch;
    }
}
