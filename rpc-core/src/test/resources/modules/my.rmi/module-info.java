// SPDX-License-Identifier: Apache-2.0
module my.rmi {
    requires io.nearcall;
    requires java.rmi;

    exports bank;
}
