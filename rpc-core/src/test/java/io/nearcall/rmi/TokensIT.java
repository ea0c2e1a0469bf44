// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.nearcall.Remotes;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Remote objects without a remote interface of their own: they have no methods, but they can be told apart. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class TokensIT {

    @AfterEach
    void close() {
        Rmi.close();
    }

    /** Gives out tokens and takes them back. */
    public interface Cloakroom extends Remote {
        Remote check() throws RemoteException;

        boolean collect(Remote token) throws RemoteException;

        boolean recognises(Remote token) throws RemoteException;
    }

    /** Is nothing but itself. */
    private static final class Token extends UnicastRemoteObject implements Unreferenced {
        Token() throws RemoteException {}

        @Override
        public void unreferenced() {}
    }

    /** With one place. */
    public static final class SmallCloakroom extends UnicastRemoteObject implements Cloakroom {
        private final Remote token = new Token();

        SmallCloakroom() throws RemoteException {}

        @Override
        public Remote check() {
            return token;
        }

        @Override
        public boolean collect(Remote offered) {
            return token.equals(offered);
        }

        @Override
        public boolean recognises(Remote offered) throws NoSuchObjectException {
            return RemoteObject.toStub(offered).equals(RemoteObject.toStub(token));
        }
    }

    /** Serves a cloakroom. */
    public static final class Porter {
        private Porter() {}

        public static void main(String[] arguments) throws Exception {
            Registry registry = LocateRegistry.createRegistry(1099);
            Cloakroom cloakroom = new SmallCloakroom();
            registry.bind("cloakroom", cloakroom);
            registry.bind("token", cloakroom.check());
            System.out.println("ready");
        }
    }

    @Test
    void shouldExportAnObjectThatImplementsOnlyRemote() {
        Remote plain = new Remote() {};
        assertThatCode(() -> UnicastRemoteObject.exportObject(plain, 0)).doesNotThrowAnyException();
        assertThatCode(() -> UnicastRemoteObject.unexportObject(plain, true)).doesNotThrowAnyException();
        assertThatCode(Token::new).doesNotThrowAnyException();
    }

    /** In one JVM the returned object is a stub, between two JVMs it is the object itself. */
    @Test
    void shouldRecogniseATokenByItsStubInOneJvmAndInTwo() throws Exception {
        LocateRegistry.createRegistry(1098).bind("cloakroom", new SmallCloakroom());
        Cloakroom near = (Cloakroom) Naming.lookup("//:1098/cloakroom");
        assertThat(near.recognises(near.check())).isTrue();
        assertThat(near.recognises(new Token())).isFalse();
        try (OtherJvm server = OtherJvm.start(Porter.class)) {
            assertThat(server.readLine()).isEqualTo("ready");
            Cloakroom far = (Cloakroom) Naming.lookup("cloakroom");
            assertThat(far.recognises(far.check())).isTrue();
            assertThat(far.recognises(near.check())).isFalse();
        }
    }

    @Test
    void shouldTellTokensOfAnotherProcessApart() throws Exception {
        try (OtherJvm server = OtherJvm.start(Porter.class)) {
            assertThat(server.readLine()).isEqualTo("ready");
            Cloakroom cloakroom = (Cloakroom) Naming.lookup("cloakroom");
            Remote token = cloakroom.check();
            assertThat(Remotes.isStub(token)).isTrue();
            assertThat(token).isEqualTo(Naming.lookup("token")).isNotEqualTo(cloakroom);
            assertThat(cloakroom.collect(token)).isTrue();
            assertThat(cloakroom.collect(new Token())).isFalse();
        }
    }
}
