// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.Export;
import io.nearcall.RemoteObject;
import io.nearcall.Remotes;
import io.nearcall.Unreferenced;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects that are notified when no reference to them is left. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class UnreferencedIT {

    /** Gives its visitors a room each, or the hall that they share. */
    public interface Hotel {
        Room book(String guest);

        Hall hall();

        /** The object by which it is passed cannot be written. */
        Object[] roomAndLambda(String guest);

        /** The room of a guest that has booked at the desk of Java RMI. */
        Room bookByRmi(String guest);
    }

    @RemoteObject
    public interface Room {
        String guest();
    }

    @RemoteObject
    public interface Hall {
        int seats();
    }

    private static final long QUIET_MS = 300;

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final CountDownLatch cleaned = new CountDownLatch(1);
    private final GrandHotel grandHotel = new GrandHotel();
    private TwoEndpoints endpoints;
    private Hotel hotel;

    @BeforeEach
    void open() { // when the test's directory is there, in which others look for the hotel too
        endpoints = new TwoEndpoints();
        hotel = endpoints.connect(Hotel.class, grandHotel);
    }

    @AfterEach
    void close() {
        cleaned.countDown();
        endpoints.close();
    }

    private final class GrandHotel implements Hotel {
        private final SharedHall hall = new SharedHall();

        @Override
        public Room book(String guest) {
            return new OwnRoom(guest);
        }

        @Override
        public Hall hall() {
            return hall;
        }

        @Override
        public Object[] roomAndLambda(String guest) {
            Runnable lambda = () -> {};
            return new Object[] {new OwnRoom(guest), lambda};
        }

        @Override
        public Room bookByRmi(String guest) {
            return new RmiRoom(guest);
        }
    }

    private class OwnRoom implements Room, Unreferenced {
        private final String guest;

        OwnRoom(String guest) {
            this.guest = guest;
        }

        @Override
        public String guest() {
            return guest;
        }

        @Override
        public void unreferenced() {
            told.add(guest);
            if (guest.equals("Sloth")) {
                try {
                    cleaned.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            } else if (guest.equals("Vandal")) {
                throw new IllegalStateException("the minibar is empty");
            }
        }
    }

    private final class RmiRoom implements Room, java.rmi.server.Unreferenced {
        private final String guest;

        RmiRoom(String guest) {
            this.guest = guest;
        }

        @Override
        public String guest() {
            return guest;
        }

        @Override
        public void unreferenced() {
            told.add(guest);
        }
    }

    private final class SharedHall implements Hall, Unreferenced {
        @Override
        public int seats() {
            return 40;
        }

        @Override
        public void unreferenced() {
            told.add("hall");
        }
    }

    private void assertNobodyIsTold() throws InterruptedException {
        assertThat(told.poll(QUIET_MS, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void shouldBeToldOnceEachTimeThatTheLastStubIsGivenUp() throws Exception {
        Remotes.release(hotel.book("Ada"));
        assertThat(told.take()).isEqualTo("Ada");
        for (int i = 0; i < 3; i++) {
            Hall hall = hotel.hall();
            assertThat(hotel.hall()).isSameAs(hall);
            Remotes.release(hall);
            assertThat(told.take()).isEqualTo("hall");
        }
        assertNobodyIsTold();
    }

    @Test
    void shouldBeToldWhenAStubHasBeenCollected() throws Exception {
        assertThat(hotel.book("Bob").guest()).isEqualTo("Bob");
        String guest = null;
        while (guest == null) {
            System.gc();
            guest = told.poll(20, TimeUnit.MILLISECONDS);
        }
        assertThat(guest).isEqualTo("Bob");
    }

    @Test
    void shouldBeToldInTheWayOfJavaRmiToo() throws Exception {
        Remotes.release(hotel.bookByRmi("Cem"));
        assertThat(told.take()).isEqualTo("Cem");
    }

    @Test
    void shouldNotBeToldWhileAnotherConnectionRefersToIt() throws Exception {
        try (Endpoint other = Endpoint.open()) {
            Hall first = hotel.hall();
            Hall second = other.lookup(Hotel.class).hall();
            Remotes.release(first);
            assertNobodyIsTold();
            assertThat(second.seats()).isEqualTo(40);
            Remotes.release(second);
            assertThat(told.take()).isEqualTo("hall");
        }
    }

    @Test
    void shouldNotBeToldWhileItIsOfferedUnderAName() throws Exception {
        try (Export export = endpoints.server().export(Hall.class, grandHotel.hall)) {
            Remotes.release(hotel.hall());
            assertNobodyIsTold();
            assertThat(export.name()).isEqualTo("Hall");
        }
        assertThat(told.take()).isEqualTo("hall");
    }

    @Test
    void shouldNotBeToldOfAnOfferThatNobodyTookByReference() throws Exception {
        endpoints.server().export(Hall.class, grandHotel.hall).close();
        assertNobodyIsTold();
    }

    @Test
    void shouldNotBeToldOfAReferenceThatWasNeverSent() throws Exception {
        assertThatThrownBy(() -> hotel.roomAndLambda("Dan")).hasMessageContaining("lambda");
        assertNobodyIsTold();
    }

    @Test
    void shouldNotBeToldOnceItWasWithdrawn() throws Exception {
        Hall hall = hotel.hall();
        OwnObjects.of(endpoints.server()).withdraw(grandHotel.hall);
        Remotes.release(hall);
        assertNobodyIsTold();
        OwnObjects.of(endpoints.server()).readmit(grandHotel.hall);
        Remotes.release(hotel.hall());
        assertThat(told.take()).isEqualTo("hall");
    }

    @Test
    void shouldLetOneBlockAndOneFailWithoutHoldingUpTheOthers() throws Exception {
        for (String guest : new String[] {"Sloth", "Vandal", "Eve"}) {
            Remotes.release(hotel.book(guest));
        }
        assertThat(new String[] {told.take(), told.take(), told.take()})
                .containsExactlyInAnyOrder("Sloth", "Vandal", "Eve");
        assertThat(hotel.hall().seats()).isEqualTo(40);
    }

    @Test
    void shouldBeToldWhenTheClientIsKilled() throws Exception {
        try (OtherJvm client = OtherJvm.start(Guest.class, "Mallory")) {
            assertThat(client.readLine()).isEqualTo("Mallory");
            assertNobodyIsTold();
        }
        assertThat(told.take()).isEqualTo("Mallory");
    }

    /** Books a room and stays. */
    public static final class Guest {
        private Guest() {}

        public static void main(String[] arguments) throws Exception {
            Endpoint endpoint = Endpoint.open();
            Room room = endpoint.lookup(Hotel.class).book(arguments[0]);
            System.out.println(room.guest());
            Thread.sleep(100_000); // until it is killed
            System.out.println(room.guest());
        }
    }
}
