// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import java.util.concurrent.CompletableFuture;

/** Handles the rare cases of generated code, to keep that code small. */
public final class Failures {

    private Failures() {}

    /** What an asynchronous stub method returns when its call could not be sent. */
    public static CompletableFuture<Object> future(Throwable cause) {
        return CompletableFuture.failedFuture(cause);
    }

    /** What a skeleton throws for an index that its method table does not have. */
    public static IllegalArgumentException unknownMethod(int method, String type) {
        return new IllegalArgumentException("method=" + method + " is not in the method table of " + type);
    }
}
