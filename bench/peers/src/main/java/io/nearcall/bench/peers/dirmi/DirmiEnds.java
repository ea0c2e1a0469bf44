// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.dirmi;

import io.nearcall.bench.peers.PeerEnds;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.subject.Subject;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.OrderLine;
import io.nearcall.bench.trade.Position;
import io.nearcall.bench.trade.RmiTrade;
import io.nearcall.bench.trade.TradeDesk;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import org.cojen.dirmi.Environment;
import org.cojen.dirmi.Serializer;

/** Dirmi over the JDK's Unix sockets. */
public final class DirmiEnds implements PeerEnds {

    private static final String ROOT = "trade";

    @Override
    public Class<?> library() {
        return Environment.class;
    }

    @Override
    public AutoCloseable serve(Path directory, TradeDesk desk) throws Exception {
        Environment environment = environment();
        environment.export(ROOT, new Desk(desk));
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        channel.bind(address(directory));
        environment.acceptAll(channel);
        return environment;
    }

    @Override
    public Subject connect(String system, Path directory) throws Exception {
        DirmiTrade trade = environment()
                .connect(DirmiTrade.class, ROOT, address(directory))
                .root();
        return new RmiSubject(system, new Stub(trade));
    }

    private static Environment environment() throws Exception {
        Environment environment = Environment.create();
        environment.customSerializers(Serializer.simple(Order.class), Serializer.simple(OrderLine.class), Serializer.simple(Position.class));
        return environment;
    }

    private static UnixDomainSocketAddress address(Path directory) {
        return UnixDomainSocketAddress.of(directory.resolve("socket"));
    }

    /** The called object, on the server's side. */
    private record Desk(TradeDesk desk) implements DirmiTrade {

        @Override
        public void ping() {
            desk.ping();
        }

        @Override
        public int add(int left, int right) {
            return desk.add(left, right);
        }

        @Override
        public Order place(Order order) {
            return desk.place(order);
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return desk.echo(bytes);
        }

        @Override
        public String repeat(String text) {
            return desk.repeat(text);
        }

        @Override
        public byte[] exchange(byte[] request, int replyBytes) {
            return desk.exchange(request, replyBytes);
        }

        @Override
        public List<Position> list(List<Position> positions) {
            return desk.list(positions);
        }

        @Override
        public Map<String, Integer> count(Map<String, Integer> quantities) {
            return desk.count(quantities);
        }
    }

    /** The calling object, on the client's side. Dirmi's exception is not one of RMI's. */
    private record Stub(DirmiTrade trade) implements RmiTrade {

        @Override
        public void ping() throws RemoteException {
            try {
                trade.ping();
            } catch (org.cojen.dirmi.RemoteException e) {
                throw failed(e);
            }
        }

        @Override
        public int add(int left, int right) throws RemoteException {
            try {
                return trade.add(left, right);
            } catch (org.cojen.dirmi.RemoteException e) {
                throw failed(e);
            }
        }

        @Override
        public Order place(Order order) throws RemoteException {
            try {
                return trade.place(order);
            } catch (org.cojen.dirmi.RemoteException e) {
                throw failed(e);
            }
        }

        @Override
        public byte[] echo(byte[] bytes) throws RemoteException {
            try {
                return trade.echo(bytes);
            } catch (org.cojen.dirmi.RemoteException e) {
                throw failed(e);
            }
        }

        @Override
        public String repeat(String text) throws RemoteException {
            try {
                return trade.repeat(text);
            } catch (org.cojen.dirmi.RemoteException e) {
                throw failed(e);
            }
        }

        @Override
        public byte[] exchange(byte[] request, int replyBytes) throws RemoteException {
            try {
                return trade.exchange(request, replyBytes);
            } catch (org.cojen.dirmi.RemoteException e) {
                throw failed(e);
            }
        }

        @Override
        public List<Position> list(List<Position> positions) throws RemoteException {
            try {
                return trade.list(positions);
            } catch (org.cojen.dirmi.RemoteException e) {
                throw failed(e);
            }
        }

        @Override
        public Map<String, Integer> count(Map<String, Integer> quantities) throws RemoteException {
            try {
                return trade.count(quantities);
            } catch (org.cojen.dirmi.RemoteException e) {
                throw failed(e);
            }
        }

        private static RemoteException failed(org.cojen.dirmi.RemoteException cause) {
            return new RemoteException("Dirmi's call failed", cause);
        }
    }
}
