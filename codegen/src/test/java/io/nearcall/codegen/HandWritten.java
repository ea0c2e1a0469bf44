// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

/** A skeleton that a test writes itself, as a lambda: it dispatches in one piece only. */
@FunctionalInterface
interface HandWritten extends Skeleton {

    @Override
    default Object[] arguments(int method, ServerCall call) {
        throw new AssertionError("in one piece only");
    }

    @Override
    default void invoke(int method, Object target, Object[] arguments, ServerReply call) {
        throw new AssertionError("in one piece only");
    }

    @Override
    default long fingerprint() {
        throw new AssertionError("written by hand");
    }
}
