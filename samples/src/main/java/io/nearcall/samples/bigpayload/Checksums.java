// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The checksum that both sides compute. */
final class Checksums {

    private Checksums() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
