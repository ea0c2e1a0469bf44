// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import java.nio.charset.StandardCharsets;

/**
 * The messages on a control socket. All numbers are little-endian.
 *
 * <pre>
 *  0               1               2               3
 *  0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 * +---------------------------------------------------------------+
 * |              Length: type and body, 1 to 4096                 |
 * +---------------+-----------------------------------------------+
 * |     Type      |                   Body                      ...
 * +---------------+-----------------------------------------------+
 *
 * text = u16 length in bytes, UTF-8       id = u64 high half, u64 low half
 *
 * HELLO         1  magic u32, version u32, pid i32, id, limits, service name text, channel text
 * WELCOME       2  magic u32, version u32, pid i32, id, limits
 *                  limits = lanes u32, flags u32 (1 = trees), longest message in bytes u64
 * REFUSED       3  magic u32, version u32, reason u8, text
 * LANES         4  batch u32, lane count u32, ring capacity in bytes u32, flags u32 (1 = full duplex), address text
 * LANES_READY   5  batch u32, lane count u32, ring capacity in bytes u32, address text
 * DOORBELL      6  lane u32
 * CANCEL        7  lane u32, call id u64
 * CLASS_OFFER   8  class name text, class id u32 (0: assign one), fingerprint u64
 * CLASS_AGREED  9  class name text, class id u32
 * CLASS_REFUSED 10 class name text, reason text
 * LANES_REFUSED 12 batch u32, reason text
 * RELEASE       13 object id u32, references received u64, sent home u64
 * CLASS_DIFFERS 14 class name text, shape text
 * CLASS_VERSION 15 class name text, class id u32, shape text
 * GOODBYE       11 reason u8, text, count u16, then as often: lane u32, id of the last call taken u64
 * </pre>
 *
 * HELLO and WELCOME begin alike in every version of the protocol, up to and including the version. What follows is
 * read only if the version is known. REFUSED is the same in every version. A descriptor travels with the first byte of
 * LANES and LANES_READY if their address is empty. Every other message comes without a descriptor. Whatever deviates
 * from this ends the connection.
 */
final class ControlFormat {

    /** The version of the protocol that this code speaks. */
    static final int VERSION = 1;

    /** "NCAL", read as bytes. */
    static final int MAGIC = 'N' | 'C' << 8 | 'A' << 16 | 'L' << 24;

    static final int LENGTH_BYTES = 4;
    static final int MAX_LENGTH = 4096;

    static final byte HELLO = 1;
    static final byte WELCOME = 2;
    static final byte REFUSED = 3;
    static final byte LANES = 4;
    static final byte LANES_READY = 5;
    static final byte DOORBELL = 6;
    static final byte CANCEL = 7;
    static final byte CLASS_OFFER = 8;
    static final byte CLASS_AGREED = 9;
    static final byte CLASS_REFUSED = 10;
    static final byte GOODBYE = 11;
    static final byte LANES_REFUSED = 12;
    static final byte RELEASE = 13;
    static final byte CLASS_DIFFERS = 14;
    static final byte CLASS_VERSION = 15;

    static final int FLAG_FULL_DUPLEX = 1;

    static final int MAX_NAME_BYTES = 2000;
    static final int MAX_REASON_BYTES = 800;
    static final int TAKEN_BYTES = 12;
    static final int MAX_TAKEN = 256;

    /** The bytes that a message has for the name of a class and its shape, both in UTF-8. */
    private static final int MAX_CLASS_BYTES = MAX_LENGTH - 16;

    private ControlFormat() {}

    static boolean fits(String className, String shape) {
        int nameBytes = className.getBytes(StandardCharsets.UTF_8).length;
        return nameBytes <= MAX_NAME_BYTES
                && shape.length() <= MAX_CLASS_BYTES
                && nameBytes + shape.getBytes(StandardCharsets.UTF_8).length <= MAX_CLASS_BYTES;
    }
}
