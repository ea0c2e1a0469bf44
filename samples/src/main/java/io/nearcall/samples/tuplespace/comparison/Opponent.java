// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace.comparison;

import io.nearcall.samples.race.LoopbackRmi;
import io.nearcall.samples.tuplespace.Template;
import io.nearcall.samples.tuplespace.Tuple;
import io.nearcall.samples.tuplespace.TupleSpace;

/** The server's side of the comparison: the same space over Java RMI. It opens nothing before a client asks. */
public final class Opponent implements Comparison, RmiSpace {

    private final TupleSpace space;
    private byte[] stub;

    public Opponent(TupleSpace space) {
        this.space = space;
    }

    @Override
    public synchronized byte[] rmiSpace() {
        if (stub == null) {
            stub = LoopbackRmi.export(this);
        }
        return stub;
    }

    @Override
    public void out(Tuple tuple) {
        space.out(tuple);
    }

    @Override
    public Tuple inp(Template template) {
        return space.inp(template).orElse(null);
    }
}
