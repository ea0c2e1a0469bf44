// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps only the bytes of each file that came last, and the checksum. */
final class CheckingDepot implements Depot {

    private static final byte[] NOTHING = {};

    private final AtomicLong lastPlace = new AtomicLong();
    private final Map<Long, Place> places = new ConcurrentHashMap<>();

    @Override
    public long open() {
        long place = lastPlace.incrementAndGet();
        places.put(place, new Place());
        return place;
    }

    @Override
    public void write(long place, byte[] bytes) {
        known(place).unchecked = bytes;
    }

    @Override
    public void check(long place) {
        known(place).check();
    }

    @Override
    public byte[] close(long place) {
        byte[] sha256 = known(place).sha256.digest();
        places.remove(place);
        return sha256;
    }

    private Place known(long place) {
        Place known = places.get(place);
        if (known == null) {
            throw new IllegalArgumentException("place=" + place + " is not open");
        }
        return known;
    }

    /** A file that is being sent. Its caller makes one call at a time. */
    private static final class Place {

        private final MessageDigest sha256 = Checksums.sha256();
        private volatile byte[] unchecked = NOTHING;

        void check() {
            sha256.update(unchecked);
            unchecked = NOTHING;
        }
    }
}
