// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import java.util.ArrayList;
import java.util.List;

/** Inputs that decode to conversations in good order. */
final class Honest {

    private static final int OPEN = 0;
    private static final int CALL = 4;
    private static final int SETTLE = 30;

    private Honest() {}

    /** All of them, over each channel. */
    static List<byte[]> all() {
        List<byte[]> inputs = new ArrayList<>();
        for (int scheme = 0; scheme < RawPeer.SCHEMES.size(); scheme++) {
            inputs.add(eachMethod(scheme));
            inputs.add(service(scheme));
        }
        return inputs;
    }

    /** A client comes, calls each method, and is served. */
    static byte[] service(int scheme) {
        Body input = new Body().u8(7).u8(scheme).u8(Calls.values().length);
        for (Calls call : Calls.values()) {
            input.u8(call.ordinal());
        }
        return input.u8(0).toBytes(); // a welcome
    }

    /** A borrowed lane and a shared one, and a call of each method on both. */
    static byte[] eachMethod(int scheme) {
        Body input = new Body().u8(0).u8(scheme).u8(0);
        input.u8(OPEN).u8(0).u8(0).u8(0); // borrowed, one, valid
        input.u8(OPEN).u8(1).u8(0); // shared, valid
        for (int lane = 0; lane < 2; lane++) {
            for (Calls call : Calls.values()) {
                input.u8(CALL).u8(lane).u8(call.ordinal()).u8(4);
                if (call == Calls.GREET) {
                    input.u8(0); // a name of no characters
                }
                if (lane == 1) {
                    input.u8(0); // strand
                }
                input.u8(SETTLE).u8(lane).u8(0);
            }
        }
        return input.toBytes();
    }
}
