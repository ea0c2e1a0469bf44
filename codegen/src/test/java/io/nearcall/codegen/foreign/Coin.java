// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.foreign;

class Coin {
    int cents;
}
