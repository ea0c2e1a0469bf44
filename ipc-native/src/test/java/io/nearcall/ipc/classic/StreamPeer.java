// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** The second process of a test of streams. It finds the given object, opens an end, and uses it. */
final class StreamPeer {

    static final int LENGTH = 300_000;

    private StreamPeer() {}

    static byte[] goods() {
        byte[] goods = new byte[LENGTH];
        new SplittableRandom(LENGTH).nextBytes(goods);
        return goods;
    }

    /** Arguments: the class of the meeting, the action, and an address for each end. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[1].equals("write")) {
            try (ByteSink sink = meeting(arguments[0], arguments[2]).openSink()) {
                sink.write(ByteBuffer.wrap(goods()));
            }
            return;
        }
        ByteSink sink = meeting(arguments[0], arguments[2]).openSink();
        ByteSource source = meeting(arguments[0], arguments[3]).openSource();
        sink.write(ByteBuffer.wrap(goods(), 0, 1_000));
        source.read(ByteBuffer.allocate(1));
        System.out.println("done with both");
        Thread.sleep(60_000); // until it is killed
        source.close();
    }

    private static StreamMeeting meeting(String type, String address) throws Exception {
        StreamMeeting meeting =
                (StreamMeeting) Class.forName(type).getDeclaredConstructor().newInstance();
        meeting.find(address);
        return meeting;
    }
}
