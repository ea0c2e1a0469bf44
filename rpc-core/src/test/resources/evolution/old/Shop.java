// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.NearcallException;
import io.nearcall.RemoteObject;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The version that the new one came from. */
public interface Shop {

    String gone(String text);

    String price(int number);

    String widened(int number);

    int total();

    String greet(String name);

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

    String seeNote(Note note);

    String seeBasket(Basket basket);

    Basket makeBasket();

    CompletableFuture<Item> makeItemLater();

    void fail() throws SoldOut;

    void failBadly() throws Damaged;

    /** Has fields that have been given to it later. */
    class Item {
        public String sku = "none";
        public int count = 1;

        @Override
        public String toString() {
            return sku + " x " + count;
        }
    }

    record Line(String sku, int quantity) {}

    record Point(int x, int y) {}

    record Tag(String code, int number) {}

    class Box {
        public int width;
        public int height;

        @Override
        public String toString() {
            return width + " by " + height;
        }
    }

    record Amount(int cents) {}

    record Weight(int grams) {}

    enum Color {
        GREY,
        RED
    }

    class Person {
        public String name;
        public int age;

        @Override
        public String toString() {
            return name + ", " + age;
        }
    }

    class Cat {
        public String name;
        public int lives = 9;

        @Override
        public String toString() {
            return name + " with " + lives + " lives";
        }
    }

    class Coin {
        public int value;

        public Coin() {}

        @Override
        public String toString() {
            return "coin of " + value;
        }
    }

    record Mail(String to) {}

    record Order(int id, Line line, Line[][] lines, List<Line> more, Color color) {
        @Override
        public String toString() {
            return id + ": " + line + ", " + lines[0][0] + ", " + more + ", " + color;
        }
    }

    enum Kind {
        PLAIN
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    /** Nothing but the package allows it. */
    class Extra {
        public String name = "extra";
        public List<Object> parts = new ArrayList<>();

        @Override
        public String toString() {
            return name + parts;
        }
    }

    class SoldOut extends Exception {
        public final String sku;

        public SoldOut(String sku) {
            super("no more " + sku);
            this.sku = sku;
        }

        @Override
        public String toString() {
            return "sold out: " + sku;
        }
    }

    class Damaged extends Exception {
        public final int code = 7;

        public Damaged() {
            super("it is damaged");
        }
    }

    /** Goes by Java's serialisation. */
    class Parcel implements Serializable {
        private static final long serialVersionUID = 1;

        public int grams = 5;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }

        @Override
        public String toString() {
            return "parcel of " + grams;
        }
    }

    @RemoteObject
    interface Watcher {
        String tell(String text);

        String whisper(String text);
    }

    final class PatientWatcher implements Watcher {

        @Override
        public String tell(String text) {
            return "told " + text;
        }

        @Override
        public String whisper(String text) {
            return "heard " + text;
        }
    }

    record Basket(List<Object> things, Object extra) {}

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
                case "gone", "greet" -> {
                    return "tea";
                }
                case "price", "widened" -> {
                    return 7;
                }
                case "Item" -> {
                    Item item = new Item();
                    item.sku = "tea";
                    item.count = 3;
                    return item;
                }
                case "Line" -> {
                    return new Line("tea", 3);
                }
                case "Point" -> {
                    return new Point(1, 2);
                }
                case "Tag" -> {
                    return new Tag("A-17", 5);
                }
                case "Box" -> {
                    Box box = new Box();
                    box.width = 3;
                    box.height = 4;
                    return box;
                }
                case "Amount" -> {
                    return new Amount(250);
                }
                case "LargeAmount" -> {
                    return new Amount(Integer.MAX_VALUE);
                }
                case "Weight" -> {
                    return new Weight(500);
                }
                case "Color", "NewColor" -> {
                    return Color.GREY;
                }
                case "Colors" -> {
                    return EnumSet.of(Color.GREY, Color.RED);
                }
                case "Person" -> {
                    Person person = new Person();
                    person.name = "Ann";
                    person.age = 30;
                    return person;
                }
                case "Cat" -> {
                    Cat cat = new Cat();
                    cat.name = "Tom";
                    cat.lives = 7;
                    return cat;
                }
                case "Coin" -> {
                    Coin coin = new Coin();
                    coin.value = 50;
                    return coin;
                }
                case "Mail" -> {
                    return new Mail("Ann");
                }
                case "Order" -> {
                    Line line = new Line("tea", 3);
                    return new Order(
                            9,
                            line,
                            new Line[][] {{new Line("oats", 1)}},
                            new ArrayList<>(List.of(new Line("milk", 2))),
                            Color.GREY);
                }
                case "Kind" -> {
                    return Kind.PLAIN;
                }
                case "Shape", "NewShape" -> {
                    return new Circle(3);
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
                case "OddBasket" -> {
                    return new Basket(new ArrayList<>(), "a ribbon");
                }
                case "Parcel" -> {
                    return new Parcel();
                }
                case "Any" -> {
                    Extra extra = new Extra();
                    extra.parts.add(new Line("tea", 3));
                    return extra;
                }
                default -> throw new IllegalArgumentException(name);
            }
        }
    }

    final class Service implements Shop {

        @Override
        public String gone(String text) {
            return text;
        }

        @Override
        public String price(int number) {
            return "number " + number;
        }

        @Override
        public String widened(int number) {
            return "int " + number;
        }

        @Override
        public int total() {
            return 12;
        }

        @Override
        public String greet(String name) {
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
            return new EnumMap<>(Map.of(Color.GREY, "dull"));
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
                return told + ", " + watcher.whisper("a secret");
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
            throw new SoldOut("tea");
        }
    }
}
