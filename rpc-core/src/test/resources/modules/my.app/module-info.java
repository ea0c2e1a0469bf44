// SPDX-License-Identifier: Apache-2.0
module my.app {
    requires io.nearcall;

    exports shop;
    exports shop.model;
    exports shop.closed;

    opens shop.model to
            io.nearcall;
}
