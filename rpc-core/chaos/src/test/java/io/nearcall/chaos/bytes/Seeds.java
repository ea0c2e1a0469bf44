// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import io.nearcall.chaos.bytes.Goods.*;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;

/**
 * Writes the messages that the corpus begins with: one of every kind, and malicious ones. To be run by hand, with the
 * directory of the corpus, when there is a new kind. The canaries are initialised here.
 */
final class Seeds {

    private static final int FAR_TOO_DEEP = 400;

    private final Path corpus;
    private final Lane lane = new Lane(Seeds.class.getClassLoader(), Integer.MAX_VALUE);

    private Seeds(Path corpus) {
        this.corpus = corpus;
    }

    public static void main(String[] arguments) throws IOException {
        Seeds seeds = new Seeds(Path.of(arguments[0]));
        seeds.honest();
        seeds.serialised();
        seeds.wicked();
        seeds.thrown();
        seeds.plain();
        new FrameSeeds(seeds.corpus).write();
    }

    private void put(String reading, String name, byte[] message) throws IOException {
        put(corpus, reading, name, message);
    }

    static void put(Path corpus, String reading, String name, byte[] message) throws IOException {
        Path directory = Files.createDirectories(corpus.resolve(reading));
        Files.write(directory.resolve(name), message);
    }

    private void value(String name, Object value) throws IOException {
        put("values", name, lane.writeValue(value));
    }

    private void honest() throws IOException {
        int number = 0;
        for (Object value : Stock.all()) {
            value(
                    String.format("kind-%03d-%s", number++, value.getClass().getSimpleName())
                            .replace("[]", "s"),
                    value);
        }
        Line line = new Line("bolt", 3, 0.5);
        value("record", new Order(7, "Ada", Status.PAID, true, 2.5f, new Line[] {line, null}, List.of(line)));
        value("pair", new Pair(new Nothing(), line));
        Person ada = new Person();
        Employee bob = new Employee();
        bob.boss = ada;
        bob.badge = new byte[] {1, 2};
        ada.friends.addAll(List.of(ada, bob, "x"));
        value("bean", bob);
        Node node = new Node();
        node.next = node;
        node.payload = new Status[] {Status.NEW};
        value("circle", node);
        value("arrays", new Object[][] {{1, "a"}, {new int[][] {{1}, null}}});
    }

    private void serialised() throws IOException {
        value("resolved", new ArrayList<>(List.of(Level.HIGH, new Level(3), new Point())));
        Basket basket = new Basket("Ada");
        basket.addAll(List.of("bolt", 1));
        Bag bag = new Bag();
        bag.addAll(List.of("bolt", List.of(1)));
        value("subclasses", new Object[] {basket, bag, new HashMap<>(Map.of(basket, bag))});
        List<Object> stock = Stock.all().stream().filter(Seeds::isSerialisable).toList();
        for (int i = 0; i < stock.size(); i += 8) {
            value(
                    "held-" + i / 8,
                    new Holder(stock.subList(i, Math.min(i + 8, stock.size())).toArray()));
        }
        value("porter", new Porter(new Holder("x", new Point())));
    }

    private static boolean isSerialisable(Object value) {
        try {
            serialise(value);
            return value instanceof Serializable;
        } catch (IOException e) {
            return false;
        }
    }

    private static byte[] serialise(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private void wicked() throws IOException {
        Object deep = "bottom";
        Node nodes = null;
        Object held = "bottom";
        for (int i = 0; i < FAR_TOO_DEEP; i++) {
            deep = i % 2 == 0 ? new Object[] {deep} : new ArrayList<>(Collections.singletonList(deep));
            Node next = new Node();
            next.next = nodes;
            nodes = next;
            held = i % 8 == 0 ? new Holder(held) : held;
        }
        value("deep", deep);
        value("deep-nodes", nodes);
        value("deep-held", held);

        List<Object> bomb = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            bomb = new ArrayList<>(Arrays.asList(bomb, bomb));
        }
        IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
        map.put(bomb, 1);
        value("bomb-in-identities", map);
        value("bomb-held", new Holder(bomb));
        value("copies-held", new Holder(Collections.nCopies(Integer.MAX_VALUE, "x")));
        value("copies-held-twice", new Holder(new ArrayList<>(List.of(Collections.nCopies(Integer.MAX_VALUE, 1)))));

        oddMap();

        canary("plain", new Canaries.Serial());
        canary("external", new Canaries.External());
        canary("proxy-of-a-form", new Canaries.Proxy());
        canary("enum", Canaries.Colour.YELLOW);
        canary("record", new Canaries.Egg(1));
        canary("array", new Canaries.Serial[1]);
        canary("arrays", new Canaries.Wing[0][0]);
        canary("dynamic-proxy", wing());
        canary("parent", new Child());
        canary("in-a-list", new ArrayList<>(List.of(new Canaries.Serial())));
        canary("in-a-map", new HashMap<>(Map.of("k", new Canaries.Egg(2))));
        canary("throwable", new Canaries.Cry("tweet", null));
        canary("url", new java.net.URL("http://localhost/"));
        canary("enum-map", new EnumMap<>(Canaries.Colour.class));
        canary("enum-set", EnumSet.allOf(Canaries.Colour.class));
        canary("checked", Collections.checkedList(new ArrayList<>(), Canaries.Plain.class));
        canary("class", Canaries.Plain.class);
        value("canary-written-instead", new Swap());
        value("canary-external-reads", new Porter(new Canaries.External()));
        for (String name : List.of(
                Canaries.class.getName() + "$Plain",
                "[L" + Canaries.class.getName() + "$Wing;",
                "java.lang.ProcessBuilder",
                "[[[[Z",
                "..",
                "")) {
            byte[] honest = lane.writeValue(Goods.Line.class);
            value("canary-named-" + Integer.toHexString(name.hashCode()), renamed(honest, name));
        }
    }

    /** An unmodifiable map in a serialised form with a key but without its value. */
    private void oddMap() throws IOException {
        byte[] message = lane.writeValue(new Holder(List.of(1, 2, 3)));
        String tag = "I\0\3tagxp\0\0\0";
        int at = new String(message, StandardCharsets.ISO_8859_1).indexOf(tag) + tag.length();
        message[at] = 3; // 1 is a list
        value("odd-map-held", message);
    }

    private void value(String name, byte[] message) throws IOException {
        put("values", name, message);
    }

    /** A Class is written as its name, behind four bytes: the cut, the id, that it is new, and the kind. */
    private static byte[] renamed(byte[] named, String name) {
        byte[] text = name.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer out = ByteBuffer.allocate(6 + text.length).put(named, 0, 4);
        int header = text.length + 1 << 1;
        if (header < 0x80) {
            out.put((byte) header);
        } else {
            out.put((byte) (header | 0x80)).put((byte) (header >>> 7));
        }
        out.put(text);
        return Arrays.copyOf(out.array(), out.position());
    }

    /** Within the form of an object that is allowed. */
    private void canary(String name, Object canary) throws IOException {
        value("canary-" + name, new Holder(canary));
        put("exceptions", "canary-" + name, lane.writeThrowable(new OutOfStock("nut", 2, new Holder(canary), null)));
    }

    private static final class Child extends Canaries.Parent {
        private static final long serialVersionUID = 1L;
    }

    private static Object wing() {
        return Proxy.newProxyInstance(
                Seeds.class.getClassLoader(), new Class<?>[] {Canaries.Wing.class}, new Handler());
    }

    private static final class Handler implements java.lang.reflect.InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            return null;
        }
    }

    private void thrown() throws IOException {
        IOException disk = new IOException("disk", new OutOfStock("nut", 2, "detail", null));
        disk.addSuppressed(new IllegalStateException("inner", new Error()));
        Exception circle = new Exception("circle");
        circle.initCause(new RuntimeException(circle));
        List<Throwable> all = new ArrayList<>(List.of(
                disk,
                circle,
                new StackOverflowError(),
                new ArrayIndexOutOfBoundsException(7),
                new OutOfStock("bolt", 0, new Holder(Map.of(1, List.of(2))), disk),
                new java.sql.SQLException("sql", "42"),
                new Canaries.Cry("tweet", new Canaries.Cry("again", null)),
                new RuntimeException("of a canary", new Canaries.Cry("tweet", null)),
                new javax.management.BadAttributeValueExpException(new Holder("x")),
                new java.util.concurrent.ExecutionException(new java.util.MissingResourceException("a", "b", "c"))));
        Throwable chain = null;
        for (int i = 0; i < 100; i++) {
            chain = new RuntimeException(Integer.toString(i), chain);
            chain.setStackTrace(Arrays.copyOf(chain.getStackTrace(), 1));
        }
        all.add(chain);
        for (int i = 0; i < all.size(); i++) {
            Throwable one = all.get(i);
            for (Throwable cause = one; cause != null && cause != circle; cause = cause.getCause()) {
                cause.setStackTrace(Arrays.copyOf(cause.getStackTrace(), Math.min(3, cause.getStackTrace().length)));
            }
            put("exceptions", "thrown-" + i, lane.writeThrowable(one));
        }
    }

    /** Exceptions as a peer in another language writes them, and values in exceptions. */
    private void plain() throws IOException {
        String faulty = Faulty.class.getName();
        plain("of-the-jdk", "java.lang.IllegalStateException");
        plain("with-cause", "java.io.IOException", faulty);
        plain("many", Collections.nCopies(64, "java.lang.Error").toArray(new String[0]));
        plain("of-a-canary", Canaries.Cry.class.getName());
        plain("of-a-gadget", "javax.management.BadAttributeValueExpException");
        plain("of-no-exception", "java.lang.ProcessBuilder");
        plain("of-an-array", "[L" + Canaries.Wing.class.getName() + ";");
        plain("without-constructor", OutOfStock.class.getName());
        Line line = new Line("bolt", 3, 0.5);
        valued("record", new Pair(line, new Nothing()));
        valued("optional", Optional.of(new ArrayList<>(List.of(line))));
        valued("several", new ArrayList<>(List.of(line, new Pair(line, 1), new HashSet<>(List.of(line)))));
        valued("nested", new Pair(new Faulty(line), line));
    }

    private void valued(String name, Object value) throws IOException {
        Faulty faulty = new Faulty(value);
        faulty.setStackTrace(new StackTraceElement[0]);
        put("exceptions", "valued-" + name, lane.writeThrowable(faulty));
    }

    /** @param classNames each is the cause of the next */
    private void plain(String name, String... classNames) throws IOException {
        put("exceptions", "plain-" + name, Lane.write(out -> {
            out.writeVarInt(classNames.length, true);
            for (int i = 0; i < classNames.length; i++) {
                out.writeString(classNames[i]);
                out.writeString("m");
                out.writeString(classNames[i] + ": m");
                out.writeVarInt(1, true);
                for (String text : new String[] {null, null, null, "stock", "take", "stock.py"}) {
                    out.writeString(text);
                }
                out.writeVarInt(17, false);
                out.writeVarInt(i, true);
                out.writeVarInt(0, true);
                out.writeVarInt(0, true);
                out.writeString(null);
            }
        }));
    }
}
