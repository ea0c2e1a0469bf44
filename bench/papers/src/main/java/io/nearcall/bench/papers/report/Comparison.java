// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

/**
 * A figure of a paper beside the same figure measured here, both in per cent of the same baseline. NaN if there is
 * none.
 *
 * @param column of the paper's table
 * @param row of the paper's table
 * @param fresh the figure measured as the paper did, in the first round trips of a JVM
 */
record Comparison(String column, String row, double published, double measured, double fresh) {

    /** Returns the factor by which measured and published differ, at least 1; NaN if one is missing. */
    double factor() {
        return Math.max(measured / published, published / measured);
    }
}
