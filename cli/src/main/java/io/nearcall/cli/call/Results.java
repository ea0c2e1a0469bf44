// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.call;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import io.nearcall.RemoteFailure;
import io.nearcall.cli.model.Refusal;
import io.nearcall.cli.value.ToJson;
import io.nearcall.codegen.RemoteMethod;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.BaseStream;

/** Turns a method's result into the values that are printed: one value, or the elements of a stream. */
final class Results {

    private final RemoteMethod method;
    private final boolean asStream;
    private final Consumer<JsonElement> to;

    /** @param asStream whether the elements of a JSON array are printed as values of their own */
    Results(RemoteMethod method, boolean asStream, Consumer<JsonElement> to) {
        this.method = method;
        this.asStream = asStream;
        this.to = to;
    }

    /** Blocks until the last value has been read. @throws Throwable what the method or its stream has thrown */
    void accept(Object result) throws Throwable {
        Type type = method.result().type();
        if (method.kind() == RemoteMethod.Kind.ASYNC) {
            value(awaited((CompletionStage<?>) result), type);
        } else if (method.result().isStreamed() && result instanceof Flow.Publisher<?> publisher) {
            publish(publisher, element(type));
        } else if (method.result().isStreamed() && result != null) {
            stream(result, element(type));
        } else {
            value(result, type);
        }
    }

    private static Type element(Type type) {
        return type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
    }

    private static Object awaited(CompletionStage<?> stage) throws Throwable {
        try {
            return stage.toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private void value(Object value, Type type) {
        if (type == void.class || type == Void.class) {
            return;
        }
        JsonElement json = json(value, type);
        if (asStream && json instanceof JsonArray elements) {
            elements.forEach(to);
        } else {
            to.accept(json);
        }
    }

    /** Makes JSON. The method has already ended, so a failure from here on is not the method's. */
    private static JsonElement json(Object value, Type type) {
        try {
            return ToJson.of(value, type);
        } catch (Refusal e) {
            throw e;
        } catch (RuntimeException e) {
            throw new AssertionError("A result of the class " + value.getClass().getName() + " is not written", e);
        }
    }

    private void stream(Object result, Type element) throws Exception {
        Iterator<?> elements = result instanceof BaseStream<?, ?> stream ? stream.iterator() : (Iterator<?>) result;
        try {
            while (elements.hasNext()) {
                to.accept(json(elements.next(), element));
            }
        } finally {
            if (result instanceof AutoCloseable closeable) {
                closeable.close();
            }
        }
    }

    /** Requests one element at a time, so the source does not run ahead of whoever reads the output. */
    private void publish(Flow.Publisher<?> publisher, Type element) throws Throwable {
        CountDownLatch ended = new CountDownLatch(1);
        Throwable[] failure = new Throwable[1];
        publisher.subscribe(new Flow.Subscriber<Object>() {
            private Flow.Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription made) {
                subscription = made;
                made.request(1);
            }

            @Override
            public void onNext(Object value) {
                try {
                    to.accept(json(value, element));
                    subscription.request(1);
                } catch (RuntimeException | Error e) {
                    subscription.cancel();
                    end(e);
                }
            }

            /**
             * The source passes the throwable as an argument, so its stack does not show that another process threw it.
             */
            @Override
            public void onError(Throwable thrown) {
                boolean error = thrown instanceof Error;
                end(error ? new RemoteFailure(thrown.getClass().getName(), thrown.getMessage(), "", thrown) : thrown);
            }

            private void end(Throwable thrown) {
                failure[0] = thrown;
                ended.countDown();
            }

            @Override
            public void onComplete() {
                ended.countDown();
            }
        });
        ended.await();
        if (failure[0] != null) {
            throw failure[0];
        }
    }
}
