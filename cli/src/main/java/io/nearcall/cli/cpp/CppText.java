// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

import io.nearcall.cli.format.SourceText;

/** The text of a header. It knows its current namespace. */
final class CppText extends SourceText {

    private String namespace = "";

    /** Continues in that namespace, or outside of all. */
    void in(String wanted) {
        if (wanted.equals(namespace)) {
            return;
        }
        close();
        if (!wanted.isEmpty()) {
            gap();
            line("namespace %s {", wanted);
            gap();
        }
        namespace = wanted;
    }

    private void close() {
        gap();
        if (!namespace.isEmpty()) {
            line("} // namespace %s", namespace);
            gap();
        }
    }
}
