// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** The remote objects that a connection knows, as its codecs ask for them. Any thread. */
public interface RemoteObjects {

    /** Of a codec that carries none. */
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
     * Writes what stands for an object of either side, and counts it.
     *
     * @param declared the interface that the signature asks for; null if it is not known to both sides from that
     */
    void write(LaneCodec codec, FrameOutput output, Object object, Class<?> declared);

    /** Reads it: the object itself if it is of this side, else a stub, the same one as long as it lives. */
    Object read(LaneCodec codec, FrameInput input, Class<?> declared);

    /**
     * Writes a reference to what the elements of an iterator, a stream or a publisher of this side are fetched from.
     *
     * @param declared one of those that {@link RemoteTypes#isStreamed}
     */
    void writeElements(LaneCodec codec, FrameOutput output, Object stream, Class<?> declared);

    /** Reads it: a stream of that declared type, which fetches its elements. */
    Object readElements(LaneCodec codec, FrameInput input, Class<?> declared);
}
