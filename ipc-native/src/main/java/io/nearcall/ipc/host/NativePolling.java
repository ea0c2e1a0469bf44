// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Poller;
import java.nio.channels.SelectableChannel;

/** Polling by epoll. */
record NativePolling(Poller poller) implements Polling {

    @Override
    public void add(int descriptor, int token) {
        poller.add(descriptor, token, true, false);
    }

    @Override
    public void watchWritable(int descriptor, int token, boolean writable) {
        poller.modify(descriptor, token, true, writable);
    }

    @Override
    public void remove(int descriptor) {
        poller.remove(descriptor);
    }

    @Override
    public boolean watchesChannels() {
        return false;
    }

    @Override
    public void add(SelectableChannel channel, int token) {
        throw new UnsupportedOperationException("the JDK tells nobody a channel's descriptor");
    }

    @Override
    public void remove(SelectableChannel channel) {
        throw new UnsupportedOperationException("the JDK tells nobody a channel's descriptor");
    }

    @Override
    public int await(int[] tokens, int[] readiness, long timeoutMs) {
        return poller.await(tokens, readiness, timeoutMs); // its bits are the same
    }

    @Override
    public void wake() {
        poller.wake();
    }

    @Override
    public void close() {
        poller.close();
    }
}
