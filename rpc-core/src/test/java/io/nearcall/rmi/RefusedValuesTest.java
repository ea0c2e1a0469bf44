// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.test.LoggedLines;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Serializable;
import java.net.MalformedURLException;
import java.net.URL;
import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Interfaces of Java RMI's kind. Some of their methods name classes that cannot travel. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class RefusedValuesTest {

    @RegisterExtension
    private final LoggedLines log = new LoggedLines();

    private final TwoEndpoints endpoints = new TwoEndpoints(
            Endpoint.builder().allowRemoteInterfaces(), Endpoint.builder().allowRemoteInterfaces());

    /** As an old program may have it. */
    public interface Archive extends Remote {
        int pages(String title) throws RemoteException;

        InputStream open(String title) throws RemoteException;

        void store(InputStream content) throws RemoteException;

        URL address() throws RemoteException;

        Sheet copy(Sheet sheet) throws RemoteException;

        Shelf shelf(PineShelf like) throws RemoteException;
    }

    /** Has a member that is there on the server only. */
    public static final class Sheet implements Serializable {
        private static final long serialVersionUID = 1L;

        String text;
        Thread writer;
    }

    /** Of the server. */
    public interface Shelf extends Remote {
        Thread builder() throws RemoteException;
    }

    /** Whose interface its users should name. */
    public static final class PineShelf implements Shelf {
        @Override
        public Thread builder() {
            return null;
        }
    }

    private static final class Cellar implements Archive {
        @Override
        public int pages(String title) {
            return title.length();
        }

        @Override
        public InputStream open(String title) {
            return title.isEmpty() ? null : new ByteArrayInputStream(new byte[1]);
        }

        @Override
        public void store(InputStream content) {}

        @Override
        public URL address() {
            try {
                return new URL("file:/cellar");
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Sheet copy(Sheet sheet) {
            Sheet copy = new Sheet();
            copy.text = sheet.text;
            copy.writer = sheet.text.isEmpty() ? new Thread() : null;
            return copy;
        }

        @Override
        public Shelf shelf(PineShelf like) {
            return new PineShelf();
        }
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private Archive archive() {
        return endpoints.connect(Archive.class, new Cellar());
    }

    private static Sheet sheet(String text) {
        Sheet sheet = new Sheet();
        sheet.text = text;
        return sheet;
    }

    @Test
    void shouldRefuseOnlyTheCallsThatPassWhatCannotTravel() throws Exception {
        Archive archive = archive();
        assertThat(archive.pages("four")).isEqualTo(4);
        assertThat(archive.open("")).isNull();
        assertThat(archive.copy(sheet("text")).text).isEqualTo("text");
        assertThatThrownBy(() -> archive.open("stars"))
                .isInstanceOf(UnmarshalException.class)
                .hasCauseInstanceOf(EncodingException.class)
                .hasMessageContaining("java.io.ByteArrayInputStream may not travel in the result of Archive.open: ")
                .hasMessageContaining("is more than a value");
        assertThatThrownBy(() -> archive.store(InputStream.nullInputStream()))
                .isInstanceOf(MarshalException.class)
                .hasMessageContaining("may not travel as an argument of Archive.store: ");
        assertThatThrownBy(archive::address)
                .isInstanceOf(UnmarshalException.class)
                .hasMessageContaining("java.net.URL may not travel in the result of Archive.address: ")
                .hasMessageContaining("send a java.net.URI");
        assertThatThrownBy(() -> archive.copy(sheet("")))
                .isInstanceOf(UnmarshalException.class)
                .hasMessageContaining("java.lang.Thread may not travel in the result of Archive.copy: ");
        assertThat(archive.pages("four")).isEqualTo(4);
    }

    @Test
    void shouldCallARemoteObjectWhoseClassASignatureNames() throws Exception {
        Archive archive = archive();
        assertThat(archive.shelf(null).builder()).isNull();
        assertThatThrownBy(() -> archive.shelf(new PineShelf()))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("Archive.shelf");
    }

    @Test
    void shouldWarnOfThemWhenTheInterfaceIsFirstUsed() {
        archive();
        assertThat(log.text())
                .contains(Archive.class.getName())
                .contains("Archive.open, result: java.io.InputStream cannot travel: ")
                .contains("Archive.store, parameter 1: java.io.InputStream cannot travel: ")
                .contains("Archive.shelf, parameter 1: " + PineShelf.class.getName() + " travels by reference");
    }

    /** One registry among others. */
    public interface Directory extends Remote {
        java.rmi.registry.Registry branch() throws RemoteException;

        String first(java.rmi.registry.Registry registry) throws RemoteException;
    }

    private static final class City implements Directory {
        private final java.rmi.registry.Registry branch;

        City(java.rmi.registry.Registry branch) {
            this.branch = branch;
        }

        @Override
        public java.rmi.registry.Registry branch() {
            return branch;
        }

        @Override
        public String first(java.rmi.registry.Registry registry) throws RemoteException {
            return registry.list()[0];
        }
    }

    @Test
    void shouldPassRegistriesByReference() throws Exception {
        try {
            Registry branch = LocateRegistry.createRegistry(0);
            branch.bind("own", new BankInMemory());
            Directory directory = endpoints.connect(Directory.class, new City(branch));
            java.rmi.registry.Registry found = directory.branch();
            assertThat(found).isNotSameAs(branch);
            assertThat(found.list()).containsExactly("own");
            assertThat(directory.first(found)).isEqualTo("own");
            Registry other = LocateRegistry.createRegistry(0);
            other.bind("other", new BankInMemory());
            assertThat(directory.first(other)).isEqualTo("other");
            assertThat(((Bank) found.lookup("own")).caller()).startsWith("localhost");
            assertThat(log.text()).isEmpty();
        } finally {
            Rmi.close();
        }
    }
}
