// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.curve;

import java.util.List;

/**
 * How long the first calls are measured.
 *
 * @param rounds in each round every system has a fresh pair of JVMs for each work
 * @param patienceMs how long the noted calls may take at most; the first 100 are noted in any case
 * @param settleMs how long calls are made before the speed at the end is measured
 * @param sliceMs how long that speed is measured
 */
public record CurvePlan(List<CurveWork> works, int rounds, long patienceMs, long settleMs, long sliceMs) {

    public static final CurvePlan LONG = new CurvePlan(List.of(CurveWork.values()), 5, 20_000, 8_000, 1_000);

    public static final CurvePlan QUICK = new CurvePlan(List.of(CurveWork.ORDER, CurveWork.ADD), 1, 8_000, 3_000, 500);

    public static final CurvePlan TRIAL = new CurvePlan(List.of(CurveWork.values()), 1, 100, 0, 10);
}
