// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.util.Objects;

/** A field of several elements of one length in a row. */
abstract class ArrayField extends Field {

    private final int length;
    private final int elementBytes;

    ArrayField(Layout layout, int index, int length, int elementBytes) {
        super(layout, index);
        this.length = length;
        this.elementBytes = elementBytes;
    }

    public final int length() {
        return length;
    }

    final int index(int element) {
        return index + Objects.checkIndex(element, length) * elementBytes;
    }
}
