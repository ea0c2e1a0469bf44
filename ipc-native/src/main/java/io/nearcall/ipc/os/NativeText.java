// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.nio.charset.StandardCharsets;

/** Text on its way to C: UTF-8, without a zero byte, which would end the text there. */
final class NativeText {

    private NativeText() {}

    static byte[] bytes(String what, String text) {
        if (text.isEmpty() || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + "=\"" + text.replace("\0", "\\0") + "\" is empty or has a zero in it");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
