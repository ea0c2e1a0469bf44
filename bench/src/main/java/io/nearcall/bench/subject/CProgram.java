// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A measuring program in C. It takes a command per line, answers in 64-bit words, and ends with its standard input. */
public final class CProgram implements AutoCloseable {

    private final String name;
    private final Process process;
    private final DataInputStream answers;

    public CProgram(String name, List<String> command) throws IOException {
        this.name = name;
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = new DataInputStream(process.getInputStream());
    }

    public void command(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        process.getOutputStream().flush();
    }

    /** Waits for that many words of its answer. */
    public ByteBuffer words(int count) throws IOException {
        byte[] bytes = answers.readNBytes(count * Long.BYTES);
        if (bytes.length != count * Long.BYTES) {
            throw new EOFException(name + " has ended: exit=" + (process.isAlive() ? "?" : process.exitValue()));
        }
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
    }
}
