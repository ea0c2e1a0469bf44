// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.util.BitSet;

/** Work that takes a while and whose result can be checked. */
final class Primes {

    private Primes() {}

    /** Counts the primes from one number to below another. Divides each number by every possible divisor. */
    static int count(int from, int below) {
        int count = 0;
        for (int number = Math.max(2, from); number < below; number++) {
            if (isPrime(number)) {
                count++;
            }
        }
        return count;
    }

    private static boolean isPrime(int number) {
        if (number % 2 == 0) {
            return number == 2;
        }
        for (int divisor = 3; (long) divisor * divisor <= number; divisor += 2) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }

    /** Counts the primes below a number by another method, the sieve of Eratosthenes. */
    static int sieve(int below) {
        BitSet composite = new BitSet(below);
        int count = 0;
        for (int number = 2; number < below; number = composite.nextClearBit(number + 1)) {
            count++;
            for (long multiple = (long) number * number; multiple < below; multiple += number) {
                composite.set((int) multiple);
            }
        }
        return count;
    }
}
