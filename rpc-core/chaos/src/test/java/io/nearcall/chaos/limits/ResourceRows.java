// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.Row;
import java.util.List;
import java.util.stream.Stream;

/** One row for each resource that a permitted peer can use up. */
public final class ResourceRows {

    private ResourceRows() {}

    public static List<Row> all() {
        return Stream.of(Resource.values()).<Row>map(ResourceRow::new).toList();
    }
}
