// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.FacetedStub;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.reference.ReceivedReference;
import java.util.List;

/** An object of the peer through several of its interfaces. */
public final class FacetedTarget implements RemoteTarget, ReferenceHolder {

    private final ReferenceTarget[] facets;

    /** @param facets targets of the same object, in the order in which its stub counts them */
    public FacetedTarget(List<ReferenceTarget> facets) {
        this.facets = facets.toArray(new ReferenceTarget[0]);
    }

    @Override
    public ReceivedReference reference() {
        return facets[0].reference();
    }

    @Override
    public LaneConnection link() {
        return facets[0].link();
    }

    @Override
    public void release() {
        for (ReferenceTarget facet : facets) {
            facet.release();
        }
    }

    @Override
    public SyncCall begin(int method) {
        return facets[FacetedStub.facet(method)].begin(FacetedStub.method(method));
    }

    @Override
    public AsyncCall beginAsync(int method) {
        return facets[FacetedStub.facet(method)].beginAsync(FacetedStub.method(method));
    }

    @Override
    public OneWayCall beginOneWay(int method) {
        return facets[FacetedStub.facet(method)].beginOneWay(FacetedStub.method(method));
    }

    @Override
    public Throwable translate(Throwable failure, int method) {
        return facets[FacetedStub.facet(method)].translate(failure, FacetedStub.method(method));
    }

    @Override
    public String describe() {
        return facets[0].describe();
    }

    @Override
    public boolean equals(Object other) {
        return ReferenceHolder.areSame(this, other);
    }

    @Override
    public int hashCode() {
        return ReferenceHolder.hash(this);
    }
}
