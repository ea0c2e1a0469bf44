// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.io.IOException;
import java.io.Serializable;
import java.rmi.RemoteException;
import java.rmi.server.ServerNotActiveException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server's object, written as for Java RMI. */
public class BankInMemory extends UnicastRemoteObject implements Bank {

    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    public BankInMemory() throws RemoteException {}

    @Override
    public Account open(String owner) throws RemoteException {
        return new Session(owner);
    }

    @Override
    public void pay(int cents, Currency currency) throws NoFunds, RemoteException {
        if (currency != Currency.EURO) {
            throw new IllegalArgumentException("currency=" + currency);
        }
        if (cents > 1_000) {
            throw new NoFunds(cents + " cents");
        }
        for (Watcher watcher : watchers) {
            watcher.paid(cents);
        }
    }

    @Override
    public void watch(Watcher watcher) {
        watchers.add(watcher);
    }

    @Override
    public int watchers() {
        return watchers.size();
    }

    @Override
    public void fail(String how) throws NoFunds, RemoteException {
        switch (how) {
            case "declared" -> throw new NoFunds("none");
            case "unchecked" -> throw new IllegalStateException("closed on Sundays");
            case "remote" -> throw new RemoteException("the vault does not answer");
            case "error" -> throw new AssertionError("books do not balance");
            case "checked" -> BankInMemory.<RuntimeException>throwAnyway(new IOException("paper jam"));
            default -> throw new IllegalArgumentException(how);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAnyway(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Override
    public Serializable echo(Serializable value) {
        return value;
    }

    @Override
    public void sleep(long ms) throws InterruptedException {
        Thread.sleep(ms);
    }

    @Override
    public int pid() {
        return (int) ProcessHandle.current().pid();
    }

    @Override
    public boolean close(boolean force) throws RemoteException {
        return UnicastRemoteObject.unexportObject(this, force);
    }

    @Override
    public String caller() {
        try {
            return RemoteServer.getClientHost() + " " + RemoteServer.getClient().pid();
        } catch (ServerNotActiveException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<String> log() {
        return List.copyOf(log);
    }

    /** Is exported as long as a client has it. */
    private final class Session extends UnicastRemoteObject implements Account, Auditable, Unreferenced {
        private final String owner;

        Session(String owner) throws RemoteException {
            this.owner = owner;
        }

        @Override
        public String owner() {
            return owner;
        }

        @Override
        public String audit() {
            return "audited " + owner;
        }

        @Override
        public void close() throws RemoteException {
            unexportObject(this, true);
        }

        @Override
        public void unreferenced() {
            log.add(owner + " has gone");
        }
    }
}
