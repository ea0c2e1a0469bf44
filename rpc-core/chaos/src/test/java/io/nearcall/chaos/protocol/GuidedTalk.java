// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

/** The target that Jazzer's driver calls, in a process of its own. Its runtime directory is the process's. */
public final class GuidedTalk {

    private static Trial trial;

    private GuidedTalk() {}

    public static void fuzzerInitialize() {
        trial = new Trial(Trial.IMPATIENT);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        String fault = trial.run(input);
        if (fault != null) {
            throw new AssertionError(fault);
        }
    }
}
