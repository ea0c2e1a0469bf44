// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.monitor.Watches;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.os.OsException;
import java.nio.channels.SelectableChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The doorbells of the lanes of one batch. This side rings the peer's through the control socket. The peer rings ours
 * in the same way. If the peer cannot tell that a lane rests, the monitor rings when there is something to read. Any
 * thread.
 */
final class Doorbells implements Doorbell, AutoCloseable {

    private final Connection connection;
    private final ControlSocket socket;
    private final Monitor monitor;
    private final int firstLane;
    private final Map<Integer, Watch> watches = new ConcurrentHashMap<>();

    Doorbells(Connection connection, ControlSocket socket, Monitor monitor, int batch) {
        this.connection = connection;
        this.socket = socket;
        this.monitor = monitor;
        this.firstLane = LaneNumbers.first(batch);
    }

    @Override
    public void ring(int lane) {
        try {
            socket.send(new ControlMessage.Doorbell(firstLane + lane));
        } catch (OsException e) {
            connection.protocolBroken("the doorbell cannot be rung: " + e.getMessage());
        }
    }

    @Override
    public void ringHere(int lane) {
        connection.rung(firstLane + lane);
    }

    @Override
    public void ringWhenReadable(int lane, int descriptor) {
        watch(lane).begin(handler -> monitor.register(descriptor, handler));
    }

    @Override
    public void ringWhenReadable(int lane, SelectableChannel channel) {
        watch(lane).begin(handler -> monitor.register(channel, handler));
    }

    private Watch watch(int lane) {
        return watches.computeIfAbsent(lane, number -> new Watch(firstLane + number));
    }

    /** Ends all watches. No lane of the batch may rest any more, or no resting lane may be served again. Idempotent. */
    @Override
    public void close() {
        watches.values().forEach(Watch::end);
    }

    /** Watches the descriptor or the channel of one lane while it rests. */
    private final class Watch implements Monitor.Handler {

        private final int lane;
        private Watches.Registration registration;

        private Watch(int lane) {
            this.lane = lane;
        }

        synchronized void begin(Function<Monitor.Handler, Watches.Registration> register) {
            if (registration == null) { // otherwise it rests again before the monitor has rung for its last rest
                registration = register.apply(this);
            }
        }

        synchronized void end() {
            if (registration != null) {
                registration.close();
                registration = null;
            }
        }

        @Override
        public void readable() {
            end(); // first, because the lane's thread may begin the next watch at once
            connection.rung(lane);
        }

        @Override
        public String toString() {
            return "lane " + lane + " of " + connection.describe();
        }

        @Override
        public void hangup() {
            end(); // the peer has died or closed its end, and the connection ends for the same reason
        }

        @Override
        public void failed(Throwable cause) {
            connection.giveUp(ControlMessage.Farewell.INTERNAL_ERROR, "lane " + lane + " cannot be watched: " + cause);
        }
    }
}
