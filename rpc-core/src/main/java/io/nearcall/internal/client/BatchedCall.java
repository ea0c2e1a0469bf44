// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.codegen.ClientCall;

/** A one-way call of a batch. */
final class BatchedCall extends StandInCall {

    private final Batching batch;

    BatchedCall(Batching batch, ClientCall call) {
        super(call);
        this.batch = batch;
    }

    @Override
    public void post() {
        batch.sent(call.postQuietly());
    }
}
