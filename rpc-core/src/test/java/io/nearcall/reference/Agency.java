// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import io.nearcall.RemoteService;

/** Passes on the objects of a {@link Gallery} in a third process. */
@RemoteService
public interface Agency {

    Gallery.Painting best();

    Gallery gallery();

    /** Whether that is the very stub that the agency has. */
    boolean isBest(Gallery.Painting painting);

    boolean isGallery(Gallery gallery);
}
