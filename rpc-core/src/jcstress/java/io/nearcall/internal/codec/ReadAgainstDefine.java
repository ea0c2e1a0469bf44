// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A lane reads the id of a class while the monitor takes note that it has been agreed on. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the id stands for nothing yet")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the id is the class's, and the class has the id")
@Outcome(id = "-1", expect = Expect.FORBIDDEN, desc = "the class is found, and would be offered to the peer")
@State
public class ReadAgainstDefine {

    private record Order(int number) {}

    private final int id = ClassTable.firstId();
    private final ClassTable table = new ClassTable((type, patience) -> -1);

    @Actor
    public void monitor() {
        table.define(id, Order.class, ShapeMatch.SAME);
    }

    @Actor
    public void lane(I_Result result) {
        Class<?> type = table.classOf(id);
        result.r1 = type == null ? 0 : table.idOf(type) == id ? 1 : -1;
    }
}
