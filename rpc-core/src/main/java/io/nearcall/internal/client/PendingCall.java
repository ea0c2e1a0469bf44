// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import java.util.concurrent.CompletableFuture;

/** A call in flight whose caller holds a future. */
record PendingCall(Binding binding, int method, long deadlineNs, CompletableFuture<Object> future) {}
