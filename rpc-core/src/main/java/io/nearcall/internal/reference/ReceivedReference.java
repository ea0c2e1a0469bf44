// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.function.Function;

/** An object of the peer. As long as its stub lives, so does this. */
public final class ReceivedReference {

    private final int id;
    ReceivedReferences.Count count; // set once, before anybody else sees this
    private Class<?>[] facets = {};
    private WeakReference<Object> stub;
    private volatile boolean released;
    private volatile boolean posted;

    ReceivedReference(int id) {
        this.id = id;
    }

    public int id() {
        return id;
    }

    /**
     * Returns the stub: the same one as long as it is in use, unless it lacks an interface that is asked for. The
     * maker's stub must refer to this.
     *
     * @param wanted what the stub must implement; null if that does not matter
     * @param known interfaces of the object, each at its number; what was known before is kept
     */
    public synchronized Object stub(Class<?> wanted, Class<?>[] known, Function<Class<?>[], Object> maker) {
        learn(known);
        Object existing = stub == null ? null : stub.get();
        if (existing == null || wanted != null && !wanted.isInstance(existing)) {
            existing = maker.apply(facets);
            stub = new WeakReference<>(existing);
        }
        return existing;
    }

    private void learn(Class<?>[] known) {
        if (known.length > facets.length) {
            facets = Arrays.copyOf(facets, known.length);
        }
        for (int i = 0; i < known.length; i++) {
            if (known[i] != null) {
                facets[i] = known[i];
            }
        }
    }

    /** Whether a stub has been made, and not given up. If so, it shows by itself when the stub is dropped. */
    synchronized boolean isInUse() {
        return stub != null && !released;
    }

    /**
     * The stub is about to be used in a message that nobody answers: the object must live until that message has come.
     * Whoever asks whether it {@linkplain #isReleased() was released} must ask after this. Then either it was, or the
     * release tells of this use.
     */
    public void sendHome() {
        count.sentHome.incrementAndGet();
    }

    /** The stub was not used after all. */
    public void notSentHome() {
        count.notSentHome();
    }

    /** The object is called, through any of its interfaces, by a caller that does not wait for the end. */
    public void posted() {
        if (!posted) {
            posted = true;
        }
    }

    public boolean isPosted() {
        return posted;
    }

    /** Gives the object up now, though somebody may still have the stub. */
    public void release() {
        released = true;
        count.release();
    }

    public boolean isReleased() {
        return released;
    }
}
