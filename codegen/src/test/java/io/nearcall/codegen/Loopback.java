// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A remote object in the same thread: every call passes through bytes from stub to skeleton and back. */
final class Loopback implements RemoteTarget {

    static {
        System.setProperty("kryo.unsafe", "false");
    }

    private static final byte[] NOTHING = {};

    final List<String> events = new ArrayList<>();
    final Kryo kryo = new Kryo();
    RuntimeException refusal;
    boolean recording = true;
    boolean inHalves;
    long lengthBytes;

    /** That many calls fail after their arguments have been written, and are made again. */
    int failing;

    private final Skeleton skeleton;
    private final Object object;
    private final Output toServer = new Output(1 << 16, -1);
    private final Output toClient = new Output(1 << 16, -1);
    private final Input atServer = new Input();
    private final Input atClient = new Input();
    private final Waiting waiting = new Waiting();
    private final Sending sending = new Sending();
    private final Server server = new Server();
    private int method;

    Loopback(Skeleton skeleton, Object object) {
        this.skeleton = skeleton;
        this.object = object;
        kryo.setRegistrationRequired(false);
        kryo.setReferences(true);
    }

    /** A stub that calls {@code object} through a loop-back. */
    static <T> T connect(Class<T> type, T object) {
        return connect(type, object, TestRules.INSTANCE);
    }

    static <T> T connect(Class<T> type, T object, TestRules rules) {
        RemoteInterface<T> remote = RemoteInterface.of(type, rules);
        Loopback loopback = new Loopback(remote.skeleton(), object);
        if (type.getClassLoader() != null) {
            loopback.kryo.setClassLoader(type.getClassLoader()); // its classes are found by name
        }
        return remote.stub(loopback);
    }

    static Loopback of(Object stub) {
        return (Loopback) Stub.targetOf(stub);
    }

    @Override
    public SyncCall begin(int index) {
        begin("begin", index);
        return waiting;
    }

    @Override
    public AsyncCall beginAsync(int index) {
        begin("beginAsync", index);
        return sending;
    }

    @Override
    public AsyncCall beginOneWay(int index) {
        begin("beginOneWay", index);
        return sending;
    }

    private void begin(String event, int index) {
        record(event);
        if (refusal != null) {
            throw refusal;
        }
        method = index;
        toServer.reset();
        toClient.reset();
    }

    private void record(String event) {
        if (recording) {
            events.add(event);
        }
    }

    private void dispatch() throws Throwable {
        lengthBytes = toServer.total();
        atServer.setBuffer(toServer.getBuffer(), 0, toServer.position());
        if (inHalves) {
            Object[] arguments = skeleton.arguments(method, server);
            server.taken();
            skeleton.invoke(method, object, arguments, server);
        } else {
            skeleton.dispatch(method, object, server);
        }
    }

    private Input answer() {
        atClient.setBuffer(toClient.getBuffer(), 0, toClient.position());
        return atClient;
    }

    @Override
    public String describe() {
        return "orders of process 4711";
    }

    private final class Waiting extends SyncCall {

        @Override
        public Output output() {
            record("output");
            return toServer;
        }

        @Override
        public Kryo kryo() {
            return kryo;
        }

        @Override
        public Input invoke() throws Throwable {
            record("invoke");
            if (failing > 0) {
                failing--;
                throw new IllegalStateException("the far end is gone");
            }
            dispatch();
            return answer();
        }

        @Override
        public void end() {
            record("end");
        }

        @Override
        public Repeat again(Throwable cause, Repeat former) throws Throwable {
            record("again");
            if (!(cause instanceof IllegalStateException)) {
                throw fail(cause);
            }
            Repeat repeat = former == null ? new Repeat(0) : former;
            repeat.failures++;
            repeat.call = begin(method);
            return repeat;
        }

        @Override
        public Throwable fail(Throwable cause) {
            record("fail");
            return cause;
        }
    }

    private final class Sending extends AsyncCall {

        @Override
        public Output output() {
            record("output");
            return toServer;
        }

        @Override
        public Kryo kryo() {
            return kryo;
        }

        @Override
        public CompletableFuture<Object> invokeAsync() {
            record("invokeAsync");
            CompletableFuture<Object> result = new CompletableFuture<>();
            server.later = result;
            try {
                dispatch();
            } catch (Throwable t) {
                result.completeExceptionally(t);
            }
            return result;
        }

        @Override
        public void post() {
            record("post");
            try {
                dispatch();
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }

        @Override
        public Runnable postQuietly() {
            post();
            return () -> {};
        }

        @Override
        public Throwable fail(Throwable cause) {
            record("fail");
            return cause;
        }
    }

    private final class Server extends ServerCall {

        private CompletableFuture<Object> later;

        @Override
        public Input input() {
            record("input");
            return atServer;
        }

        @Override
        public Kryo kryo() {
            return kryo;
        }

        @Override
        public void taken() {
            record("taken");
            atServer.setBuffer(NOTHING);
        }

        @Override
        public Output reply() {
            record("reply");
            return toClient;
        }

        @Override
        public void replyLater(CompletionStage<?> stage) {
            record("replyLater");
            stage.whenComplete((value, failure) -> {
                if (failure != null) {
                    later.completeExceptionally(failure);
                } else {
                    kryo.writeClassAndObject(toClient, value);
                    later.complete(kryo.readClassAndObject(answer()));
                }
            });
        }

        @Override
        public void noReply() {
            record("noReply");
        }
    }
}
