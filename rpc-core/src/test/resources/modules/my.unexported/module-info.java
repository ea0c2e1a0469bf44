// SPDX-License-Identifier: Apache-2.0
module my.unexported {
    requires io.nearcall;
}
