// SPDX-License-Identifier: Apache-2.0
module my.ipc {
    requires io.nearcall.ipc;
}
