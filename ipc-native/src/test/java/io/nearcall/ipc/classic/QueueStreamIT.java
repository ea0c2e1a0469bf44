// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

class QueueStreamIT extends StreamContract {

    private static final long TYPE = 7;

    private MessageQueue queue;

    @Override
    String create() {
        queue = MessageQueue.create(IpcKey.PRIVATE);
        return Integer.toString(queue.id());
    }

    @Override
    void find(String address) {
        queue = MessageQueue.ofId(Integer.parseInt(address));
    }

    @Override
    ByteSource openSource() {
        return queue.openSource(TYPE);
    }

    @Override
    ByteSink openSink() {
        return queue.openSink(TYPE);
    }

    @Override
    void remove() {
        queue.close();
    }

    @Override
    boolean tellsDeathFromEnd() {
        return true;
    }
}
