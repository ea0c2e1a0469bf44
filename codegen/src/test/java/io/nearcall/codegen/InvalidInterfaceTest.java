// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

public class InvalidInterfaceTest {

    interface Hidden {}

    static class Enclosing {
        public interface Nested {}
    }

    public sealed interface Sealed permits Permitted {}

    public interface Faulty {
        @OneWay
        int count();

        @OneWay
        void archive(String path) throws IOException;

        Future<String> later();

        void finalize();
    }

    public non-sealed interface Permitted extends Sealed {}

    public interface Loud {
        void log(String line);
    }

    public interface Quiet {
        @OneWay
        void log(String line);
    }

    public interface Undecided extends Loud, Quiet {}

    public interface Legacy extends Remote {
        @OneWay
        void audit(String line) throws RemoteException, IllegalStateException;

        CompletableFuture<Void> flush() throws RemoteException;
    }

    private static List<String> faults(Class<?> type) {
        InvalidRemoteInterface invalid =
                catchThrowableOfType(InvalidRemoteInterface.class, () -> RemoteInterface.of(type, TestRules.INSTANCE));
        assertThat(invalid).hasMessageContaining(type.getName());
        invalid.faults().forEach(fault -> assertThat(invalid).hasMessageContaining(fault));
        return invalid.faults();
    }

    @Test
    void shouldRefuseWhatIsNoInterface() {
        assertThat(faults(String.class)).containsExactly("it is a class, not an interface");
        assertThat(faults(int.class)).containsExactly("it is a type, not an interface");
        assertThat(faults(Runnable[].class)).containsExactly("it is a type, not an interface");
        assertThat(faults(OneWay.class)).containsExactly("it is an annotation type, not an interface");
    }

    @Test
    void shouldRefuseWhatIsNotPublic() {
        assertThat(faults(Hidden.class)).containsExactly("it is not public");
        assertThat(faults(Enclosing.Nested.class))
                .containsExactly("it is nested in " + Enclosing.class.getName() + ", which is not public");
    }

    @Test
    void shouldRefuseASealedInterface() {
        assertThat(faults(Sealed.class)).containsExactly("it is sealed, so that no stub can implement it");
        assertThat(RemoteInterface.of(Permitted.class, TestRules.INSTANCE).methods())
                .isEmpty();
    }

    @Test
    void shouldRefuseAnInterfaceThatItsModuleKeepsToItself() throws Exception {
        assertThat(faults(Class.forName("jdk.internal.access.JavaLangRefAccess")))
                .containsExactly("it is in a package that its module java.base does not export");
    }

    @Test
    void shouldReportEveryFaultAtOnce() {
        assertThat(faults(Faulty.class))
                .containsExactly(
                        "archive(String): void: a one-way method has no answer, so it cannot throw its IOException",
                        "count(): int: a one-way method has no answer, so its result must be void",
                        "finalize(): void: the garbage collector would call it on every stub",
                        "later(): Future<String>: an asynchronous method returns CompletableFuture or CompletionStage,"
                                + " not Future");
    }

    @Test
    void shouldRefuseAMethodThatIsOneWayInOnlyOneSuperInterface() {
        assertThat(faults(Undecided.class)).singleElement().asString().contains("log(String): void", "Loud", "Quiet");
    }

    @Test
    void shouldAcceptTheExceptionsThatJavaRmiWantsOnEveryMethod() {
        assertThat(RemoteInterface.of(Legacy.class, TestRules.INSTANCE).methods())
                .extracting(RemoteMethod::kind)
                .containsExactly(RemoteMethod.Kind.ONE_WAY, RemoteMethod.Kind.ASYNC);
    }
}
