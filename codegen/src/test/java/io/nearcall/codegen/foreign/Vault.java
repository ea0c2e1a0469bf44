// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.foreign;

/** A public interface with a type that is its package's own. */
public interface Vault {

    /** Takes a coin, gives another. */
    Coin exchange(Coin coin, Coin[] more);
}
