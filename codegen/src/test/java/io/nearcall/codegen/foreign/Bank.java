// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.foreign;

/** Adds coins up. */
public final class Bank implements Vault {

    @Override
    public Coin exchange(Coin coin, Coin[] more) {
        Coin sum = new Coin();
        sum.cents = coin.cents;
        for (Coin each : more) {
            sum.cents += each.cents;
        }
        return sum;
    }

    /** Hands three coins to a vault and counts the returned ones. */
    public static int exchangeIn(Vault vault) {
        Coin coin = new Coin();
        coin.cents = 5;
        return vault.exchange(coin, new Coin[] {coin, coin}).cents;
    }
}
