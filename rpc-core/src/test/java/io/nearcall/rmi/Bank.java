// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Deadline;
import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** A remote interface as Java RMI wants it. */
public interface Bank extends Remote {

    Account open(String owner) throws RemoteException;

    void pay(int cents, Currency currency) throws NoFunds, RemoteException;

    /** The listener is notified of each payment. */
    void watch(Watcher watcher) throws RemoteException;

    int watchers() throws RemoteException;

    /** Throws one of several. */
    void fail(String how) throws NoFunds, RemoteException;

    Serializable echo(Serializable value) throws RemoteException;

    /** As Java RMI allows it, too. */
    @Deadline("50ms")
    void sleep(long ms) throws Exception;

    /** Which Java RMI does not allow. */
    @Deadline("NONE")
    int pid();

    /** Takes the bank out of service; calls that come afterwards are refused. */
    boolean close(boolean force) throws RemoteException;

    String caller() throws RemoteException;

    List<String> log() throws RemoteException;

    /** A session of the bank's. */
    interface Account extends Remote {
        String owner() throws RemoteException;

        void close() throws RemoteException;
    }

    /** Of the client. */
    interface Watcher extends Remote {
        void paid(int cents) throws RemoteException;
    }

    /** What some accounts can do besides, of which no signature speaks. */
    interface Auditable extends Remote {
        String audit() throws RemoteException;
    }

    /** The bank's own. */
    final class NoFunds extends Exception {
        private static final long serialVersionUID = 1L;

        public NoFunds(String message) {
            super(message);
        }
    }

    /** There is one object of each name, as programs have it that were written before there were enums. */
    final class Currency implements Serializable {
        private static final long serialVersionUID = 1L;

        public static final Currency EURO = new Currency("EUR");

        private final String code;

        private Currency(String code) {
            this.code = code;
        }

        private Object readResolve() {
            return code.equals(EURO.code) ? EURO : this;
        }
    }

    /** Of which no signature speaks. */
    final class Voucher implements Serializable {
        private static final long serialVersionUID = 1L;

        private final int cents;

        public Voucher(int cents) {
            this.cents = cents;
        }

        public int cents() {
            return cents;
        }
    }
}
