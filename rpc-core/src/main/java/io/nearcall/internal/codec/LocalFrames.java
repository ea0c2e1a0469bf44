// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Arrays;

/** The stack of the calling thread, as far as it is of interest to somebody who reads a stack trace. */
final class LocalFrames {

    private LocalFrames() {}

    /** Without the runtime's own frames at the top: begins with the stub, or with whoever called it. */
    static StackTraceElement[] current() {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        int first = 0;
        while (first < frames.length && ofTheRuntime(frames[first].getClassName())) {
            first++;
        }
        // Nothing is left where the runtime called itself, on a thread of its own.
        return first == frames.length ? frames : Arrays.copyOfRange(frames, first, frames.length);
    }

    private static boolean ofTheRuntime(String className) {
        return className.startsWith("io.nearcall.internal.") || className.startsWith("io.nearcall.codegen.");
    }

    static StackTraceElement[] below(StackTraceElement[] remote, String seam, StackTraceElement[] local) {
        StackTraceElement[] all = Arrays.copyOf(remote, remote.length + 1 + local.length);
        all[remote.length] = new StackTraceElement("io.nearcall", "call", "--- " + seam + " ---", -1);
        System.arraycopy(local, 0, all, remote.length + 1, local.length);
        return all;
    }
}
