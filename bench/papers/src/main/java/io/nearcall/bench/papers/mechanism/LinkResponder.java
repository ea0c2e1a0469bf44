// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.util.List;
import java.util.concurrent.Callable;

/** Answers the requests that arrive over a {@link Link} to the client. */
final class LinkResponder implements Responder {

    private final String address;
    private final Callable<Link> meeting;
    private final List<AutoCloseable> made;
    private Link link;

    /**
     * @param meeting returns the link as soon as the client is there
     * @param made objects that the host keeps, to be removed at the end
     */
    LinkResponder(String address, Callable<Link> meeting, AutoCloseable... made) {
        this.address = address;
        this.meeting = meeting;
        this.made = List.of(made);
    }

    /** Makes the client's side. */
    static Caller caller(Link link) {
        return (request, room) -> {
            link.write(request);
            link.read(room);
            return room;
        };
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void accept() throws Exception {
        link = meeting.call();
    }

    @Override
    public void respond(Shape shape, int count) throws Exception {
        byte[] request = new byte[shape.requestBytes()];
        byte[] reply = shape.isEcho() ? request : new byte[shape.replyBytes()];
        for (int i = 0; i < count; i++) {
            link.read(request);
            link.write(shape.payload() == Payload.LONG ? SerialisedLong.of(SerialisedLong.value(request)) : reply);
        }
    }

    @Override
    public void close() {
        for (AutoCloseable each : made) {
            try {
                each.close();
            } catch (Exception e) {
                System.err.println("closing " + each + ": " + e);
            }
        }
    }
}
