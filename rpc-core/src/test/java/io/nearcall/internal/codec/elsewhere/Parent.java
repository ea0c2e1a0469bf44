// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec.elsewhere;

/** In another package than its subclass, with a field that only itself may access. */
public class Parent {

    private String secret = "none";

    public final String secret() {
        return secret;
    }

    public final void keep(String newSecret) {
        secret = newSecret;
    }
}
