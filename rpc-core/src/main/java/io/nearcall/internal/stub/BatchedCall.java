// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.OneWayCall;

/** A one-way call of a batch. */
final class BatchedCall extends OneWayCall {

    private final Batching batch;
    private final OneWayCall call;

    BatchedCall(Batching batch, OneWayCall call) {
        this.batch = batch;
        this.call = call;
    }

    @Override
    public Output output() {
        return call.output();
    }

    @Override
    public Kryo kryo() {
        return call.kryo();
    }

    @Override
    public void post() {
        batch.sent(call.postQuietly());
    }

    @Override
    public Runnable postQuietly() {
        return call.postQuietly();
    }

    @Override
    public Throwable fail(Throwable cause) {
        return call.fail(cause);
    }
}
