// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Arrays;

/** The stack of the calling thread, as far as it interests the reader of a stack trace. */
public final class LocalFrames {

    private static final String SEAM_CLASS = "io.nearcall";
    private static final String SEAM_METHOD = "call";

    private LocalFrames() {}

    /** Leaves out the runtime's own frames at the top. The first frame is that of the stub, or of its caller. */
    static StackTraceElement[] current() {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        int first = 0;
        while (first < frames.length && ofTheRuntime(frames[first].getClassName())) {
            first++;
        }
        // If no frame is left, the runtime called itself, on a thread of its own.
        return first == frames.length ? frames : Arrays.copyOfRange(frames, first, frames.length);
    }

    private static boolean ofTheRuntime(String className) {
        return className.startsWith("io.nearcall.internal.") || className.startsWith("io.nearcall.codegen.");
    }

    static StackTraceElement[] below(StackTraceElement[] remote, String seam, StackTraceElement[] local) {
        StackTraceElement[] all = Arrays.copyOf(remote, remote.length + 1 + local.length);
        all[remote.length] = new StackTraceElement(SEAM_CLASS, SEAM_METHOD, "--- " + seam + " ---", -1);
        System.arraycopy(local, 0, all, remote.length + 1, local.length);
        return all;
    }

    /**
     * Prepares an exception that another thread has read and that this thread is about to throw. The frames of this
     * thread replace those of the other thread, below the remote frames.
     */
    public static void replaceIn(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        int remote = frames.length;
        while (remote > 0 && !isSeam(frames[remote - 1])) {
            remote--;
        }
        StackTraceElement[] local = current();
        StackTraceElement[] all = Arrays.copyOf(frames, remote + local.length);
        System.arraycopy(local, 0, all, remote, local.length);
        thrown.setStackTrace(all);
    }

    /** Whether an exception was thrown by another process and arrived here as the result of a call. */
    public static boolean isOfOtherProcess(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (isSeam(frame)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSeam(StackTraceElement frame) {
        return frame.getClassName().equals(SEAM_CLASS) && frame.getMethodName().equals(SEAM_METHOD);
    }
}
