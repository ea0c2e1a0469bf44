// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A client that connects and does not greet as it should. */
final class RudeClient {

    private static final int MAGIC = 'N' | 'C' << 8 | 'A' << 16 | 'L' << 24;
    private static final byte HELLO = 1;
    private static final int KINDS = 6;

    private RudeClient() {}

    /** Sends one invalid message, reads until the other side closes the connection, and leaves. */
    static void visit(Path socket, SplittableRandom random) throws IOException {
        int kind = random.nextInt(KINDS);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            ByteBuffer said = greeting(kind, random);
            channel.write(said);
            if (kind >= 2) { // it is wrong already, and not just incomplete
                ByteBuffer answer = ByteBuffer.allocate(4096);
                while (channel.read(answer) > 0) {}
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).matches(".*(reset|pipe).*")) {
                throw e;
            }
        }
    }

    private static ByteBuffer greeting(int kind, SplittableRandom random) {
        ByteBuffer message = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        switch (kind) {
            case 0 -> {} // not a word
            case 1 -> message.putInt(40).put(HELLO).putInt(MAGIC).putShort((short) 1);
            case 2 ->
                message.putInt(12)
                        .put(HELLO)
                        .putInt(MAGIC)
                        .putInt(2 + random.nextInt(1000))
                        .put(new byte[3]);
            case 3 -> message.putInt(9).put(HELLO).putInt(random.nextInt(MAGIC)).putInt(1);
            case 4 ->
                message.putInt(random.nextBoolean() ? 0 : 4097 + random.nextInt(1_000_000))
                        .putLong(0);
            default -> {
                byte[] bytes = new byte[20];
                random.nextBytes(bytes);
                message.putInt(bytes.length).put((byte) 99).put(bytes);
            }
        }
        return message.flip();
    }
}
