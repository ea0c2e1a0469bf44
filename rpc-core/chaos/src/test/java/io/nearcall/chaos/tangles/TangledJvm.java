// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.tangles;

import java.util.SplittableRandom;

/** A process with a {@link Tangle}. Arguments: its number, a seed. Says a line for each fault. Told to end by a line, it says "end". */
final class TangledJvm {

    private TangledJvm() {}

    private static void say(String fault) {
        System.out.println(fault.replace('\n', '|'));
    }

    public static void main(String[] arguments) throws Exception {
        SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[1]));
        try (CycleLog log = new CycleLog(cycle -> say("wrong: " + cycle));
                Tangle tangle = new Tangle(Integer.parseInt(arguments[0]), random, TangledJvm::say)) {
            log.flush();
            System.out.println("ready");
            tangle.start();
            System.in.read();
            tangle.finish();
            System.out.println("end");
            System.in.read(); // until the others have ended, because they may call
        }
    }
}
