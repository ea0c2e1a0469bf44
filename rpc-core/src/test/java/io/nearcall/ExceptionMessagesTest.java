// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ExceptionMessagesTest {

    @Test
    void shouldSayWhoHoldsANameAndWhatToDo() {
        assertThat(new ServiceNameInUseException("orders", 4711, "", "/run/user/0/nearcall/orders.lock"))
                .hasMessageContainingAll("orders", "4711", "/run/user/0/nearcall/orders.lock", "Stop that process");
    }

    @Test
    void shouldSayThatThisProcessItselfHoldsAName() {
        int self = (int) ProcessHandle.current().pid();
        assertThat(new ServiceNameInUseException("orders", self, "", "/run/user/0/nearcall/orders.lock"))
                .hasMessageContainingAll("held by this process", "/run/user/0/nearcall/orders.lock", "Close the Export")
                .hasMessageNotContaining("Stop that process");
    }

    @Test
    void shouldNotTakeAProcessOfAnotherContainerForThisOneBecauseOfItsNumber() {
        int self = (int) ProcessHandle.current().pid();
        ServiceNameInUseException inUse =
                new ServiceNameInUseException("orders", self, "pid:[4711]", "/run/user/0/nearcall/orders.lock");
        assertThat(inUse)
                .hasMessageContainingAll("process " + self + " of another container", "pid:[4711]", "Stop that process")
                .hasMessageNotContaining("this process");
        assertThat(inUse.holderPid()).isZero();
    }

    @Test
    void shouldSayWhichLimitIsReachedAndNoneWhereACallIsForbidden() {
        assertThat(refused("eventfd", Errno.EMFILE)).hasMessageContainingAll("EMFILE", "ulimit -n");
        assertThat(refused("memfd_create", Errno.ENOMEM)).hasMessageContainingAll("ENOMEM", "limits on memory");
        assertThat(refused("eventfd", Errno.EPERM))
                .hasMessageContainingAll("EPERM", "does not let this process make the system call eventfd", "seccomp")
                .hasMessageNotContaining("limit");
        assertThat(refused("connect", Errno.ECONNREFUSED)).hasMessageNotContaining("limit");
    }

    private static TransportException refused(String call, int errno) {
        return new TransportException(
                Outcome.NOT_SENT, "opening an endpoint", "", new OsException(call, errno, (String) null));
    }

    @Test
    void shouldNotQuoteTheNameOfAServiceThatThePeerHasNot() {
        assertThat(new ConnectionLostException(Outcome.MAY_HAVE_RUN, "", 4711, Loss.DIED, "", null))
                .hasMessageStartingWith("The peer, process 4711, died. ");
    }

    @Test
    void shouldNameTheOptionThatLimitsMessages() {
        assertThat(EncodingException.tooLarge(Outcome.NOT_SENT, "The arguments of Orders.place", 9, null))
                .hasMessageContaining("maxMessageBytes");
    }

    @Test
    void shouldSayThatTheServiceMayHaveAnotherInterface() {
        assertThat(NoSuchRemoteException.method("types", 4711, "shop.Users", "count(): int", ""))
                .hasMessageContainingAll(
                        "\"types\"", "process 4711", "shop.Users", "count(): int", "another interface");
    }

    @Test
    void shouldSayWhetherALostCallMayBeRepeated() {
        assertThat(lost(Outcome.NOT_STARTED)).hasMessageContainingAll("4711", "died", "safe to repeat");
        assertThat(lost(Outcome.MAY_HAVE_RUN)).hasMessageContaining("may have run");
    }

    @Test
    void shouldKeepTheRemoteStackThroughPrintingAndJavaSerialization() throws Exception {
        RemoteFailure failure =
                new RemoteFailure("shop.OutOfStock", "no rope", "shop.OutOfStock: no rope\n\tat shop.Store.take", null);
        StringWriter printed = new StringWriter();
        copy(failure).printStackTrace(new PrintWriter(printed, true));
        assertThat(printed.toString()).contains("shop.OutOfStock: no rope", "at shop.Store.take");
    }

    private static ConnectionLostException lost(Outcome outcome) {
        return new ConnectionLostException(outcome, "orders", 4711, Loss.DIED, "", null);
    }

    private static RemoteFailure copy(RemoteFailure failure) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(failure);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (RemoteFailure) in.readObject();
        }
    }
}
