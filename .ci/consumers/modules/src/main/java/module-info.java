// SPDX-License-Identifier: Apache-2.0
module shop {
    requires io.nearcall;

    exports shop;
}
