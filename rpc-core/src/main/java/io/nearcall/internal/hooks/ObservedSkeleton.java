// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.ServerCall;
import io.nearcall.codegen.ServerReply;
import io.nearcall.codegen.Skeleton;
import io.nearcall.internal.context.Metadata;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionStage;

/** A skeleton that tells observers of the methods that it runs, and lets interceptors refuse them. */
final class ObservedSkeleton implements Skeleton {

    private final Skeleton skeleton;
    private final Hooks hooks;
    private final RemoteInterface<?> type;
    private final String service;

    ObservedSkeleton(Skeleton skeleton, Hooks hooks, RemoteInterface<?> type, String service) {
        this.skeleton = skeleton;
        this.hooks = hooks;
        this.type = type;
        this.service = service;
    }

    @Override
    public void dispatch(int method, Object target, ServerCall call) throws Throwable {
        Metadata arrived = hooks.arrived();
        if (!hooks.isMethodSeen(arrived)) {
            AutoCloseable entered = hooks.entered(arrived);
            try {
                skeleton.dispatch(method, target, call);
            } finally {
                hooks.left(entered);
            }
            return;
        }
        Running running = new Running(method, call, call);
        try {
            skeleton.dispatch(method, target, running);
        } catch (Throwable e) {
            running.failed(e);
            throw e;
        }
    }

    @Override
    public long fingerprint() {
        return skeleton.fingerprint();
    }

    @Override
    public Object[] arguments(int method, ServerCall call) {
        return skeleton.arguments(method, call);
    }

    @Override
    public void invoke(int method, Object target, Object[] arguments, ServerReply reply) throws Throwable {
        Metadata arrived = hooks.arrived();
        if (!hooks.isMethodSeen(arrived)) {
            AutoCloseable entered = hooks.entered(arrived);
            try {
                skeleton.invoke(method, target, arguments, reply);
            } finally {
                hooks.left(entered);
            }
            return;
        }
        Running running = new Running(method, null, reply);
        try {
            running.begin();
            skeleton.invoke(method, target, arguments, running);
        } catch (Throwable e) {
            running.failed(e);
            throw e;
        }
    }

    /** A call whose method is about to run, runs, or has returned. */
    private final class Running extends ServerCall {
        private final int method;
        private final ServerCall call; // null if the arguments have been read
        private final ServerReply reply;
        private final Deque<AutoCloseable> opened = new ArrayDeque<>(2);
        private Observation seen; // null unless it runs

        Running(int method, ServerCall call, ServerReply reply) {
            this.method = method;
            this.call = call;
            this.reply = reply;
        }

        void begin() {
            seen = hooks.called(type.type(), type.method(method).method(), service, opened);
        }

        /** Ends the method: closes what the interceptors opened. */
        private Observation returned() {
            Observation ending = seen;
            seen = null;
            hooks.close(opened);
            return ending;
        }

        /** The method has thrown, or other code before or after it. */
        void failed(Throwable thrown) {
            if (seen != null) {
                returned().ended(thrown);
            }
        }

        @Override
        public Input input() {
            return call.input();
        }

        @Override
        public Kryo kryo() {
            return reply.kryo();
        }

        @Override
        public void taken() {
            call.taken();
            begin();
        }

        @Override
        public Output reply() {
            returned().ended(null);
            return reply.reply();
        }

        @Override
        public void replyLater(CompletionStage<?> stage) {
            Observation ending = returned();
            if (stage == null) {
                ending.ended(null);
            } else {
                tellWhenComplete(ending, stage);
            }
            reply.replyLater(stage);
        }

        private void tellWhenComplete(Observation ending, CompletionStage<?> stage) {
            try {
                stage.whenComplete((result, thrown) -> ending.ended(thrown));
            } catch (RuntimeException e) { // the application's own CompletionStage may throw
                ending.ended(e);
            }
        }

        @Override
        public void noReply() {
            returned().ended(null);
            reply.noReply();
        }
    }
}
