// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

/** A condition of an object's monitor; see {@link SharedObject#condition}. */
public final class ConditionField extends Field {

    ConditionField(Layout layout, int index) {
        super(layout, index);
    }
}
