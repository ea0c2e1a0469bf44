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
            trial.close(); // Jazzer goes on if it knows this fault, and the present fault must not be found again
            // and again
            trial = new Trial(Trial.IMPATIENT);
            throw finding(fault);
        }
    }

    /** Jazzer takes two findings for one if their stacks are equal. Here the stack is the fault without its numbers. */
    static AssertionError finding(String fault) {
        String kind = fault.lines().findFirst().orElse("").replaceAll("[0-9]+", "N");
        AssertionError finding = new AssertionError(fault);
        finding.setStackTrace(
                new StackTraceElement[] {new StackTraceElement(GuidedTalk.class.getName(), kind, null, -1)});
        return finding;
    }
}
