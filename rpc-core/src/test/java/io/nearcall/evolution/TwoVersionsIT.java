// SPDX-License-Identifier: Apache-2.0
package io.nearcall.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program and its next version, each in its own jar, in four JVMs. The client of each version calls the service of the
 * other one. The sources are in {@code src/test/resources/evolution}; docs/guide/evolution.md has the rules.
 */
@Timeout(120)
class TwoVersionsIT {

    @TempDir
    private static Path jars;

    private static PrivateDirectory directory;
    private static final List<OtherJvm> JVMS = new ArrayList<>();
    private static OtherJvm oldClient;
    private static OtherJvm newClient;

    @BeforeAll
    static void startAll() throws IOException {
        directory = new PrivateDirectory();
        directory.beforeEach(null);
        Path sources = Path.of("src", "test", "resources", "evolution");
        Path oldJar = Sources.jar(jars.resolve("old"), sources.resolve("old"));
        Path newJar = Sources.jar(jars.resolve("new"), sources.resolve("new"));
        start(oldJar, "serve", "old");
        start(newJar, "serve", "new");
        oldClient = start(oldJar, "call", "new");
        newClient = start(newJar, "call", "old");
        for (OtherJvm jvm : JVMS) {
            assertThat(jvm.readLine()).isEqualTo("ready");
        }
    }

    private static OtherJvm start(Path jar, String... arguments) {
        OtherJvm jvm = OtherJvm.start(List.of(jar), VersionPeer.class, arguments);
        JVMS.add(jvm);
        return jvm;
    }

    @AfterAll
    static void endAll() throws IOException {
        JVMS.forEach(OtherJvm::close);
        directory.afterEach(null);
    }

    /** What the old version's client gets from the new version's service. */
    private static String fromOld(String command) {
        return answer(oldClient, command);
    }

    /** What the new version's client gets from the old version's service. */
    private static String fromNew(String command) {
        return answer(newClient, command);
    }

    private static String answer(OtherJvm client, String command) {
        client.writeLine(command);
        return client.readLine();
    }

    /** Calls a method and gives it an argument of that kind; then has one made. */
    private static void assertTravels(
            String kind, String seenByNew, String gotByOld, String seenByOld, String gotByNew) {
        assertThat(fromOld("see" + kind + " " + kind)).as("seen by new").isEqualTo(seenByNew);
        assertThat(fromOld("make" + kind)).as("got by old").isEqualTo(gotByOld);
        assertThat(fromNew("see" + kind + " " + kind)).as("seen by old").isEqualTo(seenByOld);
        assertThat(fromNew("make" + kind)).as("got by new").isEqualTo(gotByNew);
    }

    private static void assertRefused(String answer, String exception, String... words) {
        assertThat(answer).startsWith("io.nearcall." + exception + "! ").contains(words);
    }

    /** The connection, and everything else, goes on. */
    private static void assertOthersWork() {
        assertThat(fromOld("price")).isEqualTo("number 7");
        assertThat(fromNew("price/int price")).isEqualTo("number 7");
    }

    @Test
    void shouldRefuseAMethodThatTheOtherVersionLacksWhenItIsCalled() {
        assertRefused(fromOld("gone"), "NoSuchRemoteException", "gone(String): String", "shop.Shop");
        assertRefused(fromNew("fresh"), "NoSuchRemoteException", "fresh(String): String", "shop.Shop");
        assertOthersWork();
    }

    @Test
    void shouldCallTheOverloadThatBothVersionsHave() {
        assertThat(fromOld("price")).isEqualTo("number 7");
        assertThat(fromNew("price/int price")).isEqualTo("number 7");
        assertRefused(fromNew("price/String"), "NoSuchRemoteException", "price(String)", "other parameters");
    }

    @Test
    void shouldRefuseAMethodWhoseParameterOrResultChanged() {
        assertRefused(fromOld("widened"), "NoSuchRemoteException", "widened(int)", "other parameters");
        assertRefused(fromNew("widened"), "NoSuchRemoteException", "widened(long)", "other parameters");
        assertRefused(fromOld("total"), "NoSuchRemoteException", "total(): int", "another result");
        assertRefused(fromNew("total"), "NoSuchRemoteException", "total(): long", "another result");
        assertOthersWork();
    }

    @Test
    void shouldCallAMethodByItsFormerName() {
        assertThat(fromOld("greet")).isEqualTo("hello tea");
        assertThat(fromNew("welcome")).isEqualTo("hello tea");
    }

    @Test
    void shouldLeaveOutAFieldThatTheOtherVersionLacksAndKeepItsFirstValueThere() {
        assertTravels("Item", "tea x 3, no note, null", "tea x 3", "tea x 3", "tea x 3, no note, null");
        assertThat(fromOld("makeItemLater")).isEqualTo("tea x 3");
        assertThat(fromNew("makeItemLater")).isEqualTo("tea x 3, no note, null");
    }

    @Test
    void shouldGiveAComponentThatTheOtherVersionLacksZeroOrNull() {
        assertTravels(
                "Line",
                "Line[price=0.0, sku=tea, quantity=3, unit=null]",
                "Line[sku=tea, quantity=3]",
                "Line[sku=tea, quantity=3]",
                "Line[price=0.0, sku=tea, quantity=3, unit=null]");
    }

    @Test
    void shouldReadComponentsByNameWhateverTheirOrder() {
        assertTravels("Point", "Point[y=2, x=1]", "Point[x=1, y=2]", "Point[x=1, y=2]", "Point[y=2, x=1]");
    }

    @Test
    void shouldReadMembersByTheirFormerNames() {
        assertTravels(
                "Tag",
                "Tag[sku=A-17, number=5]",
                "Tag[code=A-17, number=5]",
                "Tag[code=A-17, number=5]",
                "Tag[sku=A-17, number=5]");
        assertTravels("Box", "3 by 4", "3 by 4", "3 by 4", "3 by 4");
    }

    @Test
    void shouldTakeANumberForAnotherKindOfNumberIfItFits() {
        assertTravels("Amount", "Amount[cents=250]", "Amount[cents=250]", "Amount[cents=250]", "Amount[cents=250]");
        assertRefused(
                fromNew("seeAmount LargeAmount"), "EncodingException", "shop.Shop$Amount", "cents", "1099511627776");
        assertRefused(fromOld("makeLargeAmount"), "EncodingException", "shop.Shop$Amount", "cents", "1099511627776");
        assertThat(fromNew("makeLargeAmount")).isEqualTo("Amount[cents=" + Integer.MAX_VALUE + "]");
        assertOthersWork();
    }

    @Test
    void shouldRefuseNothingWhereTheOtherVersionHasAPrimitive() {
        assertRefused(fromNew("seeAmount NullAmount"), "EncodingException", "shop.Shop$Amount", "cents", "null");
        assertOthersWork();
    }

    @Test
    void shouldTakeAnObjectWhoseClassFitsTheOtherType() {
        String basket = "Basket[things=[tea, 3], extra=Circle[radius=3]]";
        assertTravels("Basket", basket, basket, basket, basket);
        assertRefused(
                fromOld("seeBasket OddBasket"),
                "EncodingException",
                "shop.Shop$Basket",
                "extra",
                "an object of java.lang.String");
        assertOthersWork();
    }

    @Test
    void shouldRefuseAMemberWhoseTypesHaveNothingInCommon() {
        for (String answer : List.of(fromOld("seeWeight Weight"), fromNew("seeWeight Weight"), fromOld("makeWeight"))) {
            assertRefused(answer, "EncodingException", "shop.Shop$Weight", "grams", "int", "java.lang.String");
        }
        assertOthersWork();
    }

    @Test
    void shouldKnowAConstantByItsFormerNameAndRefuseOneThatIsUnknown() {
        assertTravels("Color", "GRAY", "GREY", "GREY", "GRAY");
        assertThat(fromOld("seeColors Colors")).isEqualTo("[RED, GRAY]");
        assertThat(fromNew("seeColors Colors")).isEqualTo("[GREY, RED]");
        assertThat(fromOld("makeColors")).isEqualTo("{GREY=dull}");
        assertThat(fromNew("makeColors")).isEqualTo("{GRAY=dull}");
        assertRefused(fromNew("seeColor NewColor"), "EncodingException", "shop.Shop$Color", "BLUE");
        assertRefused(fromOld("makeNewColor"), "EncodingException", "shop.Shop$Color", "BLUE");
        assertOthersWork();
    }

    @Test
    void shouldReadAClassThatWasMadeARecord() {
        assertTravels("Person", "Ann, 30", "Ann, 30", "Ann, 30", "Ann, 30");
    }

    @Test
    void shouldFindAFieldThatHasMovedToASuperclass() {
        assertTravels(
                "Cat",
                "Tom with 7 lives on 4 legs",
                "Tom with 7 lives",
                "Tom with 7 lives",
                "Tom with 7 lives on 4 legs");
    }

    @Test
    void shouldReadAClassThatWasMadeFinalWithAFinalFieldAndAnotherConstructor() {
        assertTravels("Coin", "coin of 50", "coin of 50", "coin of 50", "coin of 50");
    }

    @Test
    void shouldSayWhichMemberAConstructorWantsThatTheOtherVersionLacks() {
        assertRefused(fromOld("seeMail Mail"), "EncodingException", "shop.Shop$Mail", "from");
        assertRefused(fromNew("makeMail"), "EncodingException", "shop.Shop$Mail", "from");
        assertThat(fromNew("seeMail Mail")).isEqualTo("Mail[to=Ann]");
        assertThat(fromOld("makeMail")).isEqualTo("Mail[to=Ann]");
        assertOthersWork();
    }

    @Test
    void shouldReadAClassThatDiffersWhereItIsPartOfOneThatDoesNot() {
        assertTravels(
                "Order",
                "9: Line[price=0.0, sku=tea, quantity=3, unit=null], Line[price=0.0, sku=oats, quantity=1, unit=null],"
                        + " [Line[price=0.0, sku=milk, quantity=2, unit=null]], GRAY",
                "9: Line[sku=tea, quantity=3], Line[sku=oats, quantity=1], [Line[sku=milk, quantity=2]], GREY",
                "9: Line[sku=tea, quantity=3], Line[sku=oats, quantity=1], [Line[sku=milk, quantity=2]], GREY",
                "9: Line[price=0.0, sku=tea, quantity=3, unit=null], Line[price=0.0, sku=oats, quantity=1, unit=null],"
                        + " [Line[price=0.0, sku=milk, quantity=2, unit=null]], GRAY");
    }

    @Test
    void shouldRefuseAnEnumThatWasMadeARecord() {
        for (String answer : List.of(fromOld("seeKind Kind"), fromNew("seeKind Kind"), fromNew("makeKind"))) {
            assertRefused(answer, "EncodingException", "shop.Shop$Kind", "enum", "record");
        }
        assertOthersWork();
    }

    @Test
    void shouldRefuseOnlyTheSubclassThatTheOtherVersionLacks() {
        assertTravels("Shape", "Circle[radius=3]", "Circle[radius=3]", "Circle[radius=3]", "Circle[radius=3]");
        assertRefused(fromNew("seeShape NewShape"), "EncodingException", "shop.Shop$Triangle", "does not know it");
        assertRefused(fromOld("makeNewShape"), "EncodingException", "shop.Shop$Triangle");
        assertOthersWork();
    }

    @Test
    void shouldCompareAClassThatNoInterfaceNamesInTheMiddleOfACall() {
        assertTravels(
                "Any",
                "extra[Line[price=0.0, sku=tea, quantity=3, unit=null]]5",
                "extra[Line[sku=tea, quantity=3]]",
                "extra[Line[sku=tea, quantity=3]]",
                "extra[Line[price=0.0, sku=tea, quantity=3, unit=null]]5");
    }

    @Test
    void shouldReadAClassWithASerialisedFormByTheRulesOfThat() {
        assertTravels("Parcel", "parcel of 5 on floor 0", "parcel of 5", "parcel of 5", "parcel of 5 on floor 0");
    }

    @Test
    void shouldCallBackTheMethodsThatBothVersionsOfAListenerHave() {
        assertThat(fromOld("seeWatcher Watcher"))
                .startsWith("told a story, io.nearcall.NoSuchRemoteException")
                .contains("Shop$Watcher", "warn(Line): String");
        assertThat(fromNew("seeWatcher Watcher"))
                .startsWith("told a story, io.nearcall.NoSuchRemoteException")
                .contains("Shop$Watcher", "whisper(String): String");
    }

    @Test
    void shouldRefuseAParameterThatIsAReferenceOnOneSideOnly() {
        for (String answer : List.of(fromOld("seeNote Note"), fromNew("seeNote Note"))) {
            assertRefused(answer, "EncodingException", "shop.Shop", "seeNote(Note)", "by reference on one side");
        }
        assertOthersWork();
    }

    @Test
    void shouldSayWhyAnExceptionDoesNotArriveAsItself() {
        for (String answer : List.of(fromOld("failBadly"), fromNew("failBadly"))) {
            assertRefused(
                    answer, "RemoteFailure", "shop.Shop$Damaged: it is damaged", "incompatible types for field code");
        }
        assertOthersWork();
    }

    @Test
    void shouldReadTheFieldsOfAnExceptionByName() {
        assertThat(fromOld("fail")).startsWith("shop.Shop$SoldOut! sold out: tea no more tea");
        assertThat(fromNew("fail")).startsWith("shop.Shop$SoldOut! sold out: tea, left 0 no more tea");
    }
}
