// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

/**
 * A figure of a paper beside the same one measured here, both in per cent of the same yardstick. NaN is what there is none of.
 *
 * @param column of the paper's table
 * @param row of the paper's table
 * @param fresh measured as they did, in the first round trips of a JVM
 */
record Comparison(String column, String row, double published, double measured, double fresh) {

    /** By which factor measured and published differ, whichever is more; NaN if one is missing. */
    double factor() {
        return Math.max(measured / published, published / measured);
    }
}
