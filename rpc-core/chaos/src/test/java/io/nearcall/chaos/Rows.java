// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import io.nearcall.chaos.bytes.HostileBytes;
import io.nearcall.chaos.kill.KilledAtRandom;
import java.util.List;

/** All rows, in the order of the table. */
final class Rows {

    private Rows() {}

    static List<Row> all() {
        return List.of(new KilledAtRandom(), new HostileBytes());
    }
}
