// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** The remote objects that a connection knows, for use by its codecs. Any thread may use it. */
public interface RemoteObjects {

    /** For a codec that carries no remote objects. */
    RemoteObjects NONE = new RemoteObjects() {
        @Override
        public void write(LaneCodec codec, FrameOutput output, Object object, Class<?> declared) {
            throw ClassNotAllowed.because(object.getClass());
        }

        @Override
        public Object read(LaneCodec codec, FrameInput input, Class<?> declared) {
            throw new MalformedMessage("A reference where none can be");
        }

        @Override
        public void writeElements(LaneCodec codec, FrameOutput output, Object stream, Class<?> declared) {
            throw ClassNotAllowed.because(stream.getClass());
        }

        @Override
        public Object readElements(LaneCodec codec, FrameInput input, Class<?> declared) {
            throw new MalformedMessage("A stream where none can be");
        }
    };

    /**
     * Writes a reference to an object of either side, and counts the reference.
     *
     * @param declared the interface that the signature declares; null if the signature does not tell both sides
     */
    void write(LaneCodec codec, FrameOutput output, Object object, Class<?> declared);

    /** Reads a reference. Returns the object if it is of this side, else a stub, the same one as long as it lives. */
    Object read(LaneCodec codec, FrameInput input, Class<?> declared);

    /**
     * Writes a reference to the source of the elements of an iterator, a stream or a publisher of this side.
     *
     * @param declared a type for which {@link RemoteTypes#isStreamed} holds
     */
    void writeElements(LaneCodec codec, FrameOutput output, Object stream, Class<?> declared);

    /** Reads such a reference. Returns a stream of the declared type, which fetches its elements. */
    Object readElements(LaneCodec codec, FrameInput input, Class<?> declared);
}
