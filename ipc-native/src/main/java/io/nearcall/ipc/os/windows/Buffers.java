// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import java.nio.ByteBuffer;
import java.util.Objects;

/** Memory that Java passes to Windows. */
final class Buffers {

    private Buffers() {}

    /** Checks that natives may use a part of a buffer: they check nothing. */
    static void check(ByteBuffer direct, int offset, int length) {
        if (!direct.isDirect()) {
            throw new IllegalArgumentException("direct=" + direct + " is not direct");
        }
        Objects.checkFromIndexSize(offset, length, direct.capacity());
    }
}
