// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The methods of {@link Desk}: how they are bound, called in good order, and answered. */
enum Calls {
    ADD("add", "II", "I", "(II)I"),
    GREET("greet", "Ljava/lang/String;", "Ljava/lang/String;", "(T)T"),
    ECHO("echo", "Ljava/lang/Object;", "Ljava/lang/Object;", "(L)L"),
    REVERSE("reverse", "[B", "[B", "(A)A"),
    LATER("later", "I", "Ljava/util/concurrent/CompletableFuture;", "(I)L"),
    NOTE("note", "Ljava/lang/String;", "V", "(T)V"),
    ASK("ask", "L#Listener;I", "I", "(RI)I"),
    KEEP("keep", "L#Listener;", "V", "(R)V"),
    TELL_LATER("tellLater", "I", "V", "(I)V"),
    ITEM("item", "I", "L#Item;", "(I)L"),
    NUMBER_OF("numberOf", "L#Item;", "I", "(L)I"),
    NUMBERS("numbers", "I", "Ljava/util/Iterator;", "(I)E"),
    SUM("sum", "Ljava/util/Iterator;", "I", "(E)I"),
    TICKS("ticks", "I", "Ljava/util/concurrent/Flow$Publisher;", "(I)E"),
    FAIL("fail", "Ljava/lang/String;", "V", "(T)V"),
    REST("rest", "I", "V", "(I)V");

    /** The object of the service: the first that an endpoint exports. */
    static final int DESK = 1;

    static final String ITEM_CLASS = Desk.Item.class.getName();
    static final String[] ITEM_METHODS = {
        "number ()I ()I", "numberLater ()Ljava/util/concurrent/CompletableFuture; ()L", "touch (I)V (I)V"
    };

    private static final int INTEGER = 4 + 1; // as with its class
    private static final int LISTENER = ReferenceList.FIRST_REFERENCE_ID + 1;
    private static final int OTHERS = 4;

    /** Values with their class: valid ones of several kinds, and one that contains itself. */
    private static final byte[][] VALUES = {
        {0},
        {5, 84},
        {9, 8, 'a', 'b', 'c'},
        {20, 1, 3, 5, 2, 5, 4, 9, 4, 'x'},
        {31, 1, 2, 9, 4, 'k', 5, 2, 9, 4, 'l', 0},
        {20, 1, 1, 20, 2},
        {20, 1, 2, 20, 1, 0, 20, 3},
        {11, 1, 4, 1, 2, 3, 4},
        {18, 1, 2, 4, 'a', 4, 'b'},
        {19, 1, 2, 5, 2, 0},
        {52, 1, 5, 2},
        {26, 1, 0, 2, 5, 2, 5, 4},
        {65, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8},
        {97, 18, 1, 3, 1, 5, 2},
        {
            96, 1, 36, 'j', 'a', 'v', 'a', '.', 'i', 'o', '.', 'I', 'O', 'E', 'x', 'c', 'e', 'p', 't', 'i', 'o', 'n', 0,
            4, 'n', 0, 0, 0, 0, 0
        }
    };

    private final String text;

    Calls(String method, String parameters, String result, String form) {
        String outer = Desk.class.getName().replace('.', '/') + "$";
        this.text = method + " (" + parameters.replace("#", outer) + ")" + result.replace("#", outer) + " " + form;
    }

    /** What bind asks for. */
    static String[] texts() {
        String[] texts = new String[values().length];
        for (Calls call : values()) {
            texts[call.ordinal()] = call.text;
        }
        return texts;
    }

    /** The method's number: its place in the order of the names. */
    int number() {
        int number = 0;
        for (Calls other : values()) {
            number += other.text.compareTo(text) < 0 ? 1 : 0;
        }
        return number;
    }

    boolean isFuture() {
        return this == LATER;
    }

    boolean isOneWay() {
        return this == NOTE || this == TELL_LATER;
    }

    /** A whole call of add, of that id. */
    static byte[] add(long id, int a, int b) {
        return new Body().i64(id).i32(DESK).i32(ADD.number()).i32(a).i32(b).toBytes();
    }

    /** Valid arguments. {@code expected} receives the result, if only one result is right. */
    Body arguments(Choices choices, RawPeer peer, byte[][] expected) {
        int number = choices.next();
        Body body = new Body();
        switch (this) {
            case ADD -> {
                body.i32(number).i32(7);
                expected[0] = new Body().i32(number + 7).toBytes();
            }
            case GREET -> {
                String name = new String(choices.bytes(40), StandardCharsets.ISO_8859_1);
                body.string(name);
                expected[0] = new Body().string("hello " + name).toBytes();
            }
            case ECHO -> body.raw(number < VALUES.length * 8 ? VALUES[number % VALUES.length] : choices.bytes(80));
            case REVERSE -> {
                int length = number * number; // up to 65,025: several frames
                body.varint(length + 1).raw(new byte[length]);
                expected[0] =
                        new Body().varint(length + 1).raw(new byte[length]).toBytes();
            }
            case LATER -> {
                body.i32(number);
                if (number % 2 == 0) {
                    expected[0] = new Body().varint(INTEGER).varint(number << 1).toBytes();
                }
            }
            case NOTE, FAIL -> body.string("n".repeat(number));
            case ASK -> body.own(LISTENER + number % OTHERS).i32(number);
            case KEEP -> body.own(LISTENER + number % OTHERS);
            case TELL_LATER, ITEM, NUMBERS, TICKS, REST -> body.i32(number);
            case NUMBER_OF -> {
                if (peer.received.isEmpty()) {
                    body.varint(0);
                } else {
                    body.home(received(peer, number));
                }
            }
            case SUM -> body.own(Serving.FIRST_STREAM + number % OTHERS);
        }
        return body;
    }

    /** As the service: the number of the method that is bound by that text; -1 if there is none. */
    static int numberOf(String text) {
        for (Calls call : values()) {
            if (call.text.equals(text)) {
                return call.number();
            }
        }
        return -1;
    }

    /** As the service: the method of that number; any method if there is none. */
    static Calls ofNumber(int number) {
        for (Calls call : values()) {
            if (call.number() == number) {
                return call;
            }
        }
        return ADD;
    }

    /** As the service: a valid answer. */
    void answer(Body result, ByteBuffer arguments) {
        switch (this) {
            case ADD -> result.i32(arguments.getInt() + arguments.getInt());
            case GREET -> result.string("hello");
            case REVERSE -> result.varint(1);
            case LATER -> result.varint(INTEGER).varint(0);
            case ASK, NUMBER_OF, SUM -> result.i32(0);
            case ECHO, ITEM -> result.varint(0);
            case NUMBERS -> result.own(Serving.FIRST_STREAM);
            case TICKS -> result.u8(0);
            case NOTE, KEEP, TELL_LATER, FAIL, REST -> {}
        }
    }

    /** One of the objects that were received. */
    static int received(RawPeer peer, int which) {
        Integer[] ids = peer.received.keySet().toArray(Integer[]::new);
        return ids.length == 0 ? ReferenceList.FIRST_REFERENCE_ID : ids[which % ids.length];
    }

    static byte[] bind(long id, String service) {
        return new Body()
                .i64(id)
                .i32(FrameFormat.BINDER_OBJECT_ID)
                .i32(1)
                .string(service)
                .string(Desk.class.getName())
                .strings(texts())
                .toBytes();
    }
}
