// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import java.util.Arrays;

/** Writes every object as if it had not occurred before, for a peer that has asked for trees. */
final class TreeTable extends ReferenceTable {

    /*
     * No object that is written gets a number, so getWrittenId finds nothing. The length of the message bounds how much
     * a few shared objects can become. An object that contains itself would be written until the depth is exceeded. To
     * fail at once, the table keeps the objects that contain the next one. Their index is Kryo's depth, which grows by
     * one for each object within another.
     *
     * This is a class of its own, loaded when a peer first asks for trees, so that other connections pay nothing.
     */

    private Kryo kryo;
    private Object[] path = new Object[LaneCodec.DEFAULT_MAX_DEPTH + 1];

    @Override
    public void setKryo(Kryo kryo) {
        this.kryo = kryo;
    }

    @Override
    public int addWrittenObject(Object object) {
        int depth = kryo.getDepth();
        if (depth >= path.length) {
            path = Arrays.copyOf(path, depth * 2);
        }
        path[depth] = object;
        for (int i = 0; i < depth; i++) {
            if (path[i] == object) {
                throw new CodecException("An object of " + object.getClass().getName()
                        + " contains itself. The other process reads no back-references (flag \"trees\" of its greeting),"
                        + " so it can only be sent values without cycles");
            }
        }
        return 0;
    }

    @Override
    public void reset() {
        super.reset();
        Arrays.fill(path, null);
    }
}
