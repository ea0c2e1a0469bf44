// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.stream.Archive.Line;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Streams between this process and another one: the cost of a slow reader, and what is left when one of the two is
 * killed.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class StreamsBetweenProcessesIT {

    private static final int STREAMS = 30;

    /** Reads a few elements of each kind of stream, says so, and goes on to hold them. */
    public static final class HoldingReader {
        private HoldingReader() {}

        public static void main(String[] arguments) throws Exception {
            Endpoint endpoint = Endpoint.open();
            Archive archive = endpoint.lookup(Archive.class);
            Iterator<Line> lines = archive.lines(Long.MAX_VALUE);
            Stream<Line> stream = archive.endless();
            Iterator<Line> ofStream = stream.iterator();
            for (int i = 0; i < 100; i++) {
                lines.next();
                ofStream.next();
            }
            Reader<Line> reader = new Reader<>();
            archive.published(Long.MAX_VALUE).subscribe(reader);
            reader.subscription().request(100);
            reader.take(100);
            reader.subscription().request(5);
            System.out.println("holding");
            archive.awaited().hasNext(); // for ever
            stream.close();
        }
    }

    @Test
    void shouldCloseTheSourcesOfAReaderThatIsKilled() {
        Shelf shelf = new Shelf();
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Archive.class, shelf);
            try (OtherJvm reader = OtherJvm.start(HoldingReader.class)) {
                assertThat(reader.readLine()).isEqualTo("holding");
                awaitCount(shelf.pulling, 1); // its next element never comes
                assertThat(shelf.closed).hasValue(0);
                reader.kill();
            }
            awaitCount(shelf.closed, 4);
            LockSupport.parkNanos(100_000_000);
            assertThat(shelf.closed).hasValue(4);
        }
    }

    private static void awaitCount(AtomicInteger counter, int count) {
        long endNs = System.nanoTime() + 20_000_000_000L;
        while (counter.get() != count) {
            assertThat(System.nanoTime() - endNs).isNegative();
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void shouldTellTheReaderThatTheOtherProcessWasKilled() {
        try (Endpoint endpoint = Endpoint.open()) {
            Iterator<Line> lines;
            Iterator<Line> quiet;
            Reader<Line> reader = new Reader<>();
            try (OtherJvm server = Server.start(Archive.class, Shelf.class)) {
                Archive archive = endpoint.lookup(Archive.class);
                lines = archive.lines(Long.MAX_VALUE);
                quiet = archive.awaited();
                assertThat(lines.next().number()).isZero();
                archive.published(Long.MAX_VALUE).subscribe(reader);
                reader.subscription().request(10);
                reader.take(10);
                new Thread(() -> {
                            LockSupport.parkNanos(100_000_000);
                            server.kill();
                        })
                        .start();
                assertThatThrownBy(quiet::hasNext)
                        .isInstanceOf(ConnectionLostException.class)
                        .hasMessageContaining("process " + server.pid());
            }
            assertThat((Throwable) reader.end()).isInstanceOf(ConnectionLostException.class);
            assertThatThrownBy(() -> lines.forEachRemaining(line -> {})).isInstanceOf(ConnectionLostException.class);
        }
    }

    /** The server has a heap of 64 MiB, and its sources have no end. */
    @Test
    void shouldKeepTheWritersMemoryAsItIsHoweverSlowItsReadersAre() {
        try (OtherJvm server = Server.start(64, Archive.class, Shelf.class);
                Endpoint endpoint = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Archive archive = endpoint.lookup(Archive.class);
            Shelf.listOf(archive.lines(20_000)); // all classes are loaded
            Archive.Seen before = archive.seen();
            List<Iterator<?>> held = new ArrayList<>();
            List<Reader<Line>> readers = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                Iterator<Line> lines = archive.lines(Long.MAX_VALUE);
                Iterator<byte[]> pages = archive.pages(200_000);
                Reader<Line> reader = new Reader<>();
                archive.published(Long.MAX_VALUE).subscribe(reader);
                reader.subscription().request(50);
                for (int element = 0; element < 50; element++) {
                    lines.next();
                    pages.next();
                }
                reader.take(50);
                held.add(lines);
                held.add(pages);
                readers.add(reader);
            }
            LockSupport.parkNanos(300_000_000);
            Archive.Seen holding = archive.seen();
            assertThat(holding.produced() - before.produced()).isLessThan(STREAMS * 3 * 500);
            assertThat(holding.usedBytes() - before.usedBytes()).isLessThan(40 << 20);

            held.forEach(Remotes::release);
            readers.forEach(reader -> reader.subscription().cancel());
            Archive.Seen after = archive.seen();
            for (int i = 0; i < 1_000 && after.closed() < 1 + 3 * STREAMS; i++) {
                LockSupport.parkNanos(10_000_000);
                after = archive.seen();
            }
            assertThat(after.closed()).isEqualTo(1 + 3 * STREAMS);
            assertThat(after.usedBytes() - before.usedBytes()).isLessThan(6 << 20);
        }
    }

    @Test
    void shouldReadFarMoreThanTheWriterHasRoomFor() {
        try (OtherJvm server = Server.start(64, Archive.class, Shelf.class);
                Endpoint endpoint = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            long bytes = 0;
            Iterator<byte[]> pages = endpoint.lookup(Archive.class).pages(100_000);
            while (bytes < 300_000_000) {
                bytes += pages.next().length;
            }
        }
    }
}
