// SPDX-License-Identifier: Apache-2.0
package shop.model;

import java.util.List;

public record Order(String item, int count, List<Line> lines) {

    /** Without a constructor that takes nothing. */
    public static final class Line {
        private final String text;

        public Line(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
