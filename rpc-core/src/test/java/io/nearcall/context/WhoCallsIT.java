// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Caller;
import io.nearcall.Endpoint;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Remotes;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each of two processes learns the identity of the other one from the kernel. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class WhoCallsIT {

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    /** Returns the identity of its caller. */
    @RemoteService
    public interface Gate {
        String whoComes();

        Key key();

        /** The gate's own process. */
        String self();
    }

    /** Comes by reference. */
    @RemoteObject
    public interface Key {
        String whoTurns();
    }

    /** Writes down the values of {@link Caller}. */
    public static final class Gatekeeper implements Gate {
        @Override
        public String whoComes() {
            return caller();
        }

        @Override
        public Key key() {
            return Gatekeeper::caller;
        }

        @Override
        public String self() {
            return process(CurrentProcess.pid(), CurrentProcess.uid(), CurrentProcess.gid());
        }

        private static String caller() {
            Caller caller = Caller.current();
            return caller.service() + " " + process(caller.pid(), caller.uid(), caller.gid());
        }
    }

    private static String process(int pid, int uid, int gid) {
        return pid + " of user " + uid + " and group " + gid;
    }

    /** Prints its own identity, and then the identity that the other side sees. */
    public static final class Visitor {
        private Visitor() {}

        public static void main(String[] arguments) {
            System.out.println(process(CurrentProcess.pid(), CurrentProcess.uid(), CurrentProcess.gid()));
            try (Endpoint endpoint = Endpoint.open()) {
                Gate gate = endpoint.lookup(Gate.class, "castle");
                System.out.println(gate.whoComes());
                System.out.println(gate.key().whoTurns());
            }
        }
    }

    /** In a group that is not its user's own, where this process may say so. */
    private static OtherJvm visitor() {
        boolean mayChoose = CurrentProcess.uid() == 0 && Files.isExecutable(SETPRIV);
        List<String> prefix = mayChoose
                ? List.of(SETPRIV.toString(), "--regid=" + (CurrentProcess.gid() + 4711), "--clear-groups")
                : List.of();
        return OtherJvm.start(prefix, 64, Visitor.class);
    }

    @Test
    void shouldTellAServiceWhichProcessUserAndGroupCalls() {
        try (Endpoint server = Endpoint.open()) {
            server.export(Gate.class, new Gatekeeper(), "castle");
            try (OtherJvm visitor = visitor()) {
                String self = visitor.readLine();
                assertThat(self).startsWith(visitor.pid() + " ");
                assertThat(visitor.readLine()).isEqualTo("castle " + self);
                assertThat(visitor.readLine()).isEqualTo("Key " + self);
                assertThat(visitor.awaitExit(20)).isZero();
            }
        }
    }

    @Test
    void shouldTellAClientInWhichProcessAnObjectIs() {
        try (OtherJvm server = Server.start(Gate.class, Gatekeeper.class);
                Endpoint client = Endpoint.open()) {
            Gate gate = client.lookup(Gate.class);
            Remotes.Peer peer = Remotes.peer(gate);
            assertThat(peer.pid()).isEqualTo(server.pid());
            assertThat(process(peer.pid(), peer.uid(), peer.gid())).isEqualTo(gate.self());
            assertThat(Remotes.peer(gate.key())).isEqualTo(peer);
        }
    }
}
