// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import io.nearcall.ipc.shared.BytesField;
import io.nearcall.ipc.shared.ConditionField;
import io.nearcall.ipc.shared.IntField;
import io.nearcall.ipc.shared.Layout;
import io.nearcall.ipc.shared.SharedObject;
import java.nio.file.Path;
import java.util.concurrent.locks.Condition;

/**
 * An object that both JVMs share, as in Wells and Anderson 2013. The client sets a field under the object's monitor and
 * waits until the server has set it to the answer.
 */
final class SharedExchange implements Responder {

    private static final int LONGEST = 1 << 20;
    private static final int IDLE = 0;
    private static final int ASKED = 1;
    private static final int ANSWERED = 2;

    private static final Layout LAYOUT = new Layout();
    private static final IntField STATE = LAYOUT.addInt("state");
    private static final ConditionField CHANGED = LAYOUT.addCondition("changed");
    private static final BytesField MESSAGE = LAYOUT.addBytes("message", LONGEST);

    private final String name;
    private final SharedObject object;
    private final Condition changed;

    private SharedExchange(String name) {
        this.name = name;
        this.object = SharedObject.open(name, LAYOUT);
        this.changed = object.condition(CHANGED);
    }

    static Responder offer(Path scratch) {
        return new SharedExchange(NameOfRun.of(scratch, "object"));
    }

    static Caller call(String address) {
        SharedExchange exchange = new SharedExchange(address);
        return (request, room) -> {
            exchange.object.monitor().lock();
            try {
                exchange.post(ASKED, request);
                byte[] reply = exchange.awaited(ANSWERED);
                STATE.set(exchange.object, IDLE);
                return reply;
            } finally {
                exchange.object.monitor().unlock();
            }
        };
    }

    @Override
    public String address() {
        return name;
    }

    @Override
    public void respond(Shape shape, int count) throws Exception {
        byte[] reply = new byte[shape.replyBytes()];
        for (int i = 0; i < count; i++) {
            object.monitor().lock();
            try {
                byte[] request = awaited(ASKED);
                if (shape.payload() == Payload.LONG) {
                    post(ANSWERED, SerialisedLong.of(SerialisedLong.value(request)));
                } else {
                    post(ANSWERED, shape.isEcho() ? request : reply);
                }
            } finally {
                object.monitor().unlock();
            }
        }
    }

    private void post(int state, byte[] message) {
        MESSAGE.set(object, message);
        STATE.set(object, state);
        changed.signal();
    }

    private byte[] awaited(int state) throws InterruptedException {
        while (STATE.get(object) != state) {
            changed.await();
        }
        return MESSAGE.get(object);
    }

    @Override
    public void close() {
        object.close();
    }
}
