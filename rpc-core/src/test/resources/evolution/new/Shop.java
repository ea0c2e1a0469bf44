// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.ByRef;
import io.nearcall.FormerName;
import io.nearcall.NearcallException;
import io.nearcall.RemoteObject;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** What has become of the old version: everything that is likely to change in a program has. */
public interface Shop {

    String fresh(String text);

    String price(int number);

    String price(String number);

    String widened(long number);

    long total();

    @FormerName({"salute", "greet"})
    String welcome(String name);

    String seeItem(Item item);

    Item makeItem();

    String seeLine(Line line);

    Line makeLine();

    String seePoint(Point point);

    Point makePoint();

    String seeTag(Tag tag);

    Tag makeTag();

    String seeBox(Box box);

    Box makeBox();

    String seeAmount(Amount amount);

    Amount makeAmount();

    Amount makeLargeAmount();

    String seeWeight(Weight weight);

    Weight makeWeight();

    String seeColor(Color color);

    Color makeColor();

    Color makeNewColor();

    String seeColors(EnumSet<Color> colors);

    EnumMap<Color, String> makeColors();

    String seePerson(Person person);

    Person makePerson();

    String seeCat(Cat cat);

    Cat makeCat();

    String seeCoin(Coin coin);

    Coin makeCoin();

    String seeMail(Mail mail);

    Mail makeMail();

    String seeOrder(Order order);

    Order makeOrder();

    String seeKind(Kind kind);

    Kind makeKind();

    String seeShape(Shape shape);

    Shape makeShape();

    Shape makeNewShape();

    String seeAny(Object any);

    Object makeAny();

    String seeParcel(Parcel parcel);

    Parcel makeParcel();

    String seeWatcher(Watcher watcher);

    String seeNote(@ByRef Note note);

    String seeBasket(Basket basket);

    Basket makeBasket();

    CompletableFuture<Item> makeItemLater();

    void fail() throws SoldOut;

    void failBadly() throws Damaged;

    /** Has fields that have been given to it later. */
    class Item {
        public String sku = "none";
        public int count = 1;
        public String note = "no note";
        public Origin origin;

        @Override
        public String toString() {
            return sku + " x " + count + ", " + note + ", " + origin;
        }
    }

    /** The old version has never heard of it. */
    record Origin(String country) {}

    record Line(double price, String sku, int quantity, String unit) {}

    record Point(int y, int x) {}

    record Tag(@FormerName("code") String sku, int number) {}

    class Box {
        @FormerName("width")
        public int breadth;

        public int height;

        @Override
        public String toString() {
            return breadth + " by " + height;
        }
    }

    record Amount(Long cents) {}

    record Weight(String grams) {}

    enum Color {
        BLUE,
        RED,
        @FormerName("GREY")
        GRAY
    }

    record Person(int age, String name) {
        @Override
        public String toString() {
            return name + ", " + age;
        }
    }

    class Animal {
        public String name;
        public int legs = 4;
    }

    class Cat extends Animal {
        public int lives = 9;

        @Override
        public String toString() {
            return name + " with " + lives + " lives on " + legs + " legs";
        }
    }

    final class Coin {
        public final int value;

        public Coin(int value) {
            this.value = value;
        }

        @Override
        public String toString() {
            return "coin of " + value;
        }
    }

    record Mail(String to, String from) {
        public Mail {
            Objects.requireNonNull(from, "from");
        }
    }

    record Order(int id, Line line, Line[][] lines, List<Line> more, Color color) {
        @Override
        public String toString() {
            return id + ": " + line + ", " + lines[0][0] + ", " + more + ", " + color;
        }
    }

    record Kind(String name) {}

    sealed interface Shape permits Circle, Square, Triangle {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    record Triangle(int side) implements Shape {}

    /** Nothing but the package allows it. */
    class Extra {
        public String name = "extra";
        public List<Object> parts = new ArrayList<>();
        public int size = 5;

        @Override
        public String toString() {
            return name + parts + size;
        }
    }

    class SoldOut extends Exception {
        public final String sku;
        public final int left;

        public SoldOut(String sku, int left) {
            super("no more " + sku);
            this.sku = sku;
            this.left = left;
        }

        @Override
        public String toString() {
            return "sold out: " + sku + ", left " + left;
        }
    }

    class Damaged extends Exception {
        public final String code = "C7";

        public Damaged() {
            super("it is damaged");
        }
    }

    /** Goes by Java's serialisation. */
    class Parcel implements Serializable {
        private static final long serialVersionUID = 1;

        public int grams = 5;
        public int floors;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }

        @Override
        public String toString() {
            return "parcel of " + grams + " on floor " + floors;
        }
    }

    @RemoteObject
    interface Watcher {
        String tell(String text);

        String warn(Line line);
    }

    final class PatientWatcher implements Watcher {

        @Override
        public String tell(String text) {
            return "told " + text;
        }

        @Override
        public String warn(Line line) {
            return "warned of " + line;
        }
    }

    record Basket(Collection<Object> things, Circle extra) {}

    interface Note {
        String text();
    }

    class PlainNote implements Note {
        @Override
        public String text() {
            return "plain";
        }
    }

    final class Samples {

        public static Object of(String name) {
            switch (name) {
                case "fresh", "welcome", "price/String" -> {
                    return "tea";
                }
                case "price" -> {
                    return 7;
                }
                case "widened" -> {
                    return 7L;
                }
                case "Item" -> {
                    Item item = new Item();
                    item.sku = "tea";
                    item.count = 3;
                    item.note = "hot";
                    item.origin = new Origin("India");
                    return item;
                }
                case "Line" -> {
                    return new Line(1.5, "tea", 3, "kg");
                }
                case "Point" -> {
                    return new Point(2, 1);
                }
                case "Tag" -> {
                    return new Tag("A-17", 5);
                }
                case "Box" -> {
                    Box box = new Box();
                    box.breadth = 3;
                    box.height = 4;
                    return box;
                }
                case "Amount" -> {
                    return new Amount(250L);
                }
                case "LargeAmount" -> {
                    return new Amount(1L << 40);
                }
                case "Weight" -> {
                    return new Weight("500");
                }
                case "Color" -> {
                    return Color.GRAY;
                }
                case "NewColor" -> {
                    return Color.BLUE;
                }
                case "Colors" -> {
                    return EnumSet.of(Color.GRAY, Color.RED);
                }
                case "Person" -> {
                    return new Person(30, "Ann");
                }
                case "Cat" -> {
                    Cat cat = new Cat();
                    cat.name = "Tom";
                    cat.lives = 7;
                    return cat;
                }
                case "Coin" -> {
                    return new Coin(50);
                }
                case "Mail" -> {
                    return new Mail("Ann", "Bob");
                }
                case "Order" -> {
                    Line line = new Line(1.5, "tea", 3, "kg");
                    return new Order(
                            9,
                            line,
                            new Line[][] {{new Line(0.5, "oats", 1, "g")}},
                            new ArrayList<>(List.of(new Line(2.5, "milk", 2, "l"))),
                            Color.GRAY);
                }
                case "Kind" -> {
                    return new Kind("plain");
                }
                case "Shape" -> {
                    return new Circle(3);
                }
                case "NewShape" -> {
                    return new Triangle(3);
                }
                case "Watcher" -> {
                    return new PatientWatcher();
                }
                case "Note" -> {
                    return new PlainNote();
                }
                case "Basket" -> {
                    return new Basket(new ArrayList<>(List.of("tea", 3)), new Circle(3));
                }
                case "NullAmount" -> {
                    return new Amount(null);
                }
                case "Parcel" -> {
                    return new Parcel();
                }
                case "Any" -> {
                    Extra extra = new Extra();
                    extra.parts.add(new Line(1.5, "tea", 3, "kg"));
                    return extra;
                }
                default -> throw new IllegalArgumentException(name);
            }
        }
    }

    final class Service implements Shop {

        @Override
        public String fresh(String text) {
            return text;
        }

        @Override
        public String price(int number) {
            return "number " + number;
        }

        @Override
        public String price(String number) {
            return "text " + number;
        }

        @Override
        public String widened(long number) {
            return "long " + number;
        }

        @Override
        public long total() {
            return 12;
        }

        @Override
        public String welcome(String name) {
            return "hello " + name;
        }

        @Override
        public String seeItem(Item item) {
            return item.toString();
        }

        @Override
        public Item makeItem() {
            return (Item) Samples.of("Item");
        }

        @Override
        public String seeLine(Line line) {
            return line.toString();
        }

        @Override
        public Line makeLine() {
            return (Line) Samples.of("Line");
        }

        @Override
        public String seePoint(Point point) {
            return point.toString();
        }

        @Override
        public Point makePoint() {
            return (Point) Samples.of("Point");
        }

        @Override
        public String seeTag(Tag tag) {
            return tag.toString();
        }

        @Override
        public Tag makeTag() {
            return (Tag) Samples.of("Tag");
        }

        @Override
        public String seeBox(Box box) {
            return box.toString();
        }

        @Override
        public Box makeBox() {
            return (Box) Samples.of("Box");
        }

        @Override
        public String seeAmount(Amount amount) {
            return amount.toString();
        }

        @Override
        public Amount makeAmount() {
            return (Amount) Samples.of("Amount");
        }

        @Override
        public Amount makeLargeAmount() {
            return (Amount) Samples.of("LargeAmount");
        }

        @Override
        public String seeWeight(Weight weight) {
            return weight.toString();
        }

        @Override
        public Weight makeWeight() {
            return (Weight) Samples.of("Weight");
        }

        @Override
        public String seeColor(Color color) {
            return color.toString();
        }

        @Override
        public Color makeColor() {
            return (Color) Samples.of("Color");
        }

        @Override
        public Color makeNewColor() {
            return (Color) Samples.of("NewColor");
        }

        @Override
        public String seeColors(EnumSet<Color> colors) {
            return colors.toString();
        }

        @Override
        public EnumMap<Color, String> makeColors() {
            return new EnumMap<>(Map.of(Color.GRAY, "dull"));
        }

        @Override
        public String seePerson(Person person) {
            return person.toString();
        }

        @Override
        public Person makePerson() {
            return (Person) Samples.of("Person");
        }

        @Override
        public String seeCat(Cat cat) {
            return cat.toString();
        }

        @Override
        public Cat makeCat() {
            return (Cat) Samples.of("Cat");
        }

        @Override
        public String seeCoin(Coin coin) {
            return coin.toString();
        }

        @Override
        public Coin makeCoin() {
            return (Coin) Samples.of("Coin");
        }

        @Override
        public String seeMail(Mail mail) {
            return mail.toString();
        }

        @Override
        public Mail makeMail() {
            return (Mail) Samples.of("Mail");
        }

        @Override
        public String seeOrder(Order order) {
            return order.toString();
        }

        @Override
        public Order makeOrder() {
            return (Order) Samples.of("Order");
        }

        @Override
        public String seeKind(Kind kind) {
            return kind.toString();
        }

        @Override
        public Kind makeKind() {
            return (Kind) Samples.of("Kind");
        }

        @Override
        public String seeShape(Shape shape) {
            return shape.toString();
        }

        @Override
        public Shape makeShape() {
            return (Shape) Samples.of("Shape");
        }

        @Override
        public Shape makeNewShape() {
            return (Shape) Samples.of("NewShape");
        }

        @Override
        public String seeAny(Object any) {
            return any.toString();
        }

        @Override
        public Object makeAny() {
            return Samples.of("Any");
        }

        @Override
        public String seeWatcher(Watcher watcher) {
            String told = watcher.tell("a story");
            try {
                return told + ", " + watcher.warn((Line) Samples.of("Line"));
            } catch (NearcallException e) {
                return told + ", " + e;
            }
        }

        @Override
        public String seeNote(Note note) {
            return note.text();
        }

        @Override
        public String seeBasket(Basket basket) {
            return basket.toString();
        }

        @Override
        public Basket makeBasket() {
            return (Basket) Samples.of("Basket");
        }

        @Override
        public CompletableFuture<Item> makeItemLater() {
            return CompletableFuture.completedFuture(makeItem());
        }

        @Override
        public String seeParcel(Parcel parcel) {
            return parcel.toString();
        }

        @Override
        public Parcel makeParcel() {
            return new Parcel();
        }

        @Override
        public void failBadly() throws Damaged {
            throw new Damaged();
        }

        @Override
        public void fail() throws SoldOut {
            throw new SoldOut("tea", 4);
        }
    }
}
