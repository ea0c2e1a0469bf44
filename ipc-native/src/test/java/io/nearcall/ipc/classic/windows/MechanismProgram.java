// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.classic.ProgramLoop;
import io.nearcall.ipc.classic.SocketStream;
import io.nearcall.ipc.host.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process that has mechanisms of Windows. */
public final class MechanismProgram {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int MOST_COPIES = 2_000_000;
    private static final String PIPE = "\\\\.\\pipe\\nearcall-test-";
    private static final String SLOT = "\\\\.\\mailslot\\nearcall-test-";
    private static final String OBJECT = "Local\\nearcall-test-";

    private FileMapping mapping;
    private NamedEvent event;
    private NamedSemaphore semaphore;
    private PipeServer server;
    private PipeStream stream;
    private PeerHandle peer;
    private Mailslot slot;
    private MailslotSink slotSink;
    private DataCopyInbox inbox;
    private DataCopySender sender;

    private MechanismProgram() {}

    public static void main(String[] arguments) throws IOException {
        ProgramLoop.run(new MechanismProgram()::done);
    }

    private Object done(String command, String argument) throws Exception {
        switch (command) {
            case "host":
                return Host.current();
            case "mapping":
                return mapping = FileMapping.create(OBJECT + argument, 1_000);
            case "openmapping":
                return mapping = FileMapping.open(OBJECT + argument);
            case "readonly":
                return FileMapping.openReadOnly(OBJECT + argument).buffer().isReadOnly();
            case "length":
                return mapping.lengthBytes();
            case "outlive":
                ByteBuffer memory = mapping.buffer();
                mapping.close();
                return memory.putInt(0, 7).getInt(0);
            case "event":
                return event = NamedEvent.openOrCreate(OBJECT + argument, true);
            case "autoevent":
                return event = NamedEvent.openOrCreate(OBJECT + argument, false);
            case "await":
                return event.await(Duration.ofMillis(Long.parseLong(argument)));
            case "set":
                event.set();
                return "done";
            case "reset":
                event.reset();
                return "done";
            case "semaphore":
                return semaphore = NamedSemaphore.create(OBJECT + argument, 0, 2);
            case "opensemaphore":
                return semaphore = NamedSemaphore.open(OBJECT + argument);
            case "release":
                return semaphore.release(Integer.parseInt(argument));
            case "closewaiting":
                return closedWhileWaiting();
            case "interrupt":
                return interrupted();
            case "watch":
                peer = PeerHandle.open(Integer.parseInt(argument));
                return peer.isAlive() + " " + peer.isOfThisUser() + " " + (peer.startTime() > 0);
            case "end":
                return peer.awaitEnd(LIMIT) + " " + peer.isAlive();
            default:
                return piped(command, argument);
        }
    }

    private Object piped(String command, String argument) throws Exception {
        switch (command) {
            case "server":
                return server = PipeServer.create(PIPE + argument);
            case "accept":
                return stream = server.accept(LIMIT);
            case "tryaccept":
                return server.accept(Duration.ofMillis(50));
            case "connect":
                return stream = PipeStream.connect(PIPE + argument, LIMIT);
            case "peer":
                return stream.peerPid();
            case "write":
                return stream.write(ByteBuffer.wrap(argument.getBytes(StandardCharsets.UTF_8)));
            case "read":
                ByteBuffer text = ByteBuffer.allocate(1_000);
                int length = stream.read(text);
                return length < 0 ? "end" : new String(text.array(), 0, length, StandardCharsets.UTF_8);
            case "overfill":
                return overfilled();
            case "closestream":
                stream.close();
                return "done";
            default:
                return messages(command, argument);
        }
    }

    private Object messages(String command, String argument) throws Exception {
        switch (command) {
            case "mailslot":
                return slot = Mailslot.create(SLOT + argument, 1_000);
            case "opensink":
                return slotSink = MailslotSink.open(SLOT + argument);
            case "post":
                slotSink.send(direct(argument));
                return "done";
            case "collect":
                return text(slot.receive(Duration.ofMillis(Long.parseLong(argument))));
            case "closeslot":
                slot.close();
                return "done";
            case "inbox":
                return inbox = DataCopyInbox.open("nearcall-test-" + argument, 1_000);
            case "noinbox":
                return DataCopyInbox.open("nearcall-test", Integer.parseInt(argument));
            case "find":
                return sender = DataCopySender.find("nearcall-test-" + argument);
            case "copy":
                return sender.send(direct(argument), LIMIT);
            case "copylong":
                return sender.send(direct("x".repeat(Integer.parseInt(argument))), LIMIT);
            case "copymany":
                return copiedToItself();
            case "copysoon":
                return sender.send(direct(argument), Duration.ofMillis(200));
            case "take":
                return text(inbox.receive(LIMIT));
            case "trytake":
                return text(inbox.receive(Duration.ofMillis(Long.parseLong(argument))));
            case "anonymous":
                return throughAnonymousPipe(argument);
            case "socket":
                return throughSocket(argument);
            default:
                throw new IllegalArgumentException("command=" + command);
        }
    }

    /** How many empty messages the inbox of this thread takes: Windows runs its procedure at once. */
    private int copiedToItself() {
        ByteBuffer nothing = ByteBuffer.allocateDirect(0);
        int taken = 0;
        while (taken < MOST_COPIES && sender.send(nothing, LIMIT)) {
            taken++;
        }
        return taken;
    }

    private static ByteBuffer direct(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static String text(byte[] message) {
        return message == null ? "none" : new String(message, StandardCharsets.UTF_8);
    }

    private static String throughAnonymousPipe(String text) throws IOException, InterruptedException {
        try (AnonymousPipe pipe = AnonymousPipe.open()) {
            Thread writer = new Thread(() -> {
                try (PipeStream sink = pipe.sink()) {
                    sink.write(direct(text));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            String read = text(Channels.newInputStream(pipe.source()).readAllBytes());
            writer.join();
            return read;
        }
    }

    private static String throughSocket(String text) throws IOException {
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback);
                SocketStream sending = SocketStream.of(SocketChannel.open(listener.getLocalAddress()));
                SocketStream receiving = SocketStream.of(listener.accept())) {
            sending.write(direct(text));
            sending.sink().close();
            return text(Channels.newInputStream(receiving.source()).readAllBytes());
        }
    }

    /** What a thread gets that waits for a semaphore while another one closes it. */
    private String closedWhileWaiting() throws InterruptedException {
        String[] got = new String[1];
        Thread waiter = new Thread(() -> {
            try {
                semaphore.acquire();
            } catch (InterruptedException | RuntimeException e) {
                got[0] = e.getClass().getSimpleName();
            }
        });
        waiter.start();
        Thread.sleep(100); // it waits by then, as a rule; if not, it gets the same
        semaphore.close();
        waiter.join(LIMIT.toMillis());
        return got[0];
    }

    /** What a thread gets that is interrupted while it waits for a semaphore. */
    private String interrupted() throws InterruptedException {
        String[] got = new String[1];
        Thread waiter = new Thread(() -> {
            try {
                semaphore.acquire();
                got[0] = "acquired";
            } catch (InterruptedException e) {
                got[0] = "interrupted " + Thread.currentThread().isInterrupted();
            }
        });
        waiter.start();
        Thread.sleep(100); // it waits by then, as a rule; if not, it gets the same
        waiter.interrupt();
        waiter.join(LIMIT.toMillis());
        return got[0];
    }

    /** What a thread gets that is interrupted while it writes more than the pipe takes. */
    private String overfilled() throws InterruptedException {
        String[] got = new String[1];
        Thread writer = new Thread(() -> {
            try {
                stream.write(ByteBuffer.allocate(10_000_000));
            } catch (IOException e) {
                got[0] = e.getClass().getSimpleName() + " " + stream.isOpen();
            }
        });
        writer.start();
        Thread.sleep(300); // the pipe is full by then, as a rule; if not, it gets the same
        writer.interrupt();
        writer.join(LIMIT.toMillis());
        return got[0];
    }
}
