// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ByRef;
import io.nearcall.ByValue;
import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag(TwoEndpoints.SEPARABLE)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class ByValueTest {

    @RemoteObject
    public interface Cart {
        void add(String item);

        List<String> items();
    }

    /** The signature names the class itself, so no side has to allow it. */
    public static final class Basket implements Cart {
        private final List<String> items = new ArrayList<>();
        private Cart other;

        @Override
        public void add(String item) {
            items.add(item);
        }

        @Override
        public List<String> items() {
            return items;
        }
    }

    /** In no signature. */
    public static class Trolley implements Cart {
        private final List<String> items = new ArrayList<>();

        @Override
        public void add(String item) {
            items.add(item);
        }

        @Override
        public List<String> items() {
            return items;
        }
    }

    public static final class Sledge extends Trolley {}

    @RemoteService
    public interface Checkout {
        /** Adds to its argument, and returns the contents. */
        List<String> addTo(@ByValue Cart cart);

        List<String> addToBasket(@ByValue Basket basket);

        /** Adds to the one in the basket. */
        void addToOther(@ByValue Basket basket);

        @ByValue
        Cart lastAsItIs();

        Cart last();

        boolean isStub(Cart cart);

        String echo(@ByValue String text, @ByValue int[] numbers);
    }

    private static final class Till implements Checkout {
        private Cart last;

        @Override
        public List<String> addTo(Cart cart) {
            last = cart;
            cart.add("bag");
            return cart.items();
        }

        @Override
        public List<String> addToBasket(Basket basket) {
            return addTo(basket);
        }

        @Override
        public void addToOther(Basket basket) {
            basket.other.add("gift");
        }

        @Override
        public Cart lastAsItIs() {
            return last;
        }

        @Override
        public Cart last() {
            return last;
        }

        @Override
        public boolean isStub(Cart cart) {
            return Remotes.isStub(cart);
        }

        @Override
        public String echo(String text, int[] numbers) {
            return text + numbers.length;
        }
    }

    private final TwoEndpoints endpoints = new TwoEndpoints(
            List.of("allow", Trolley.class.getName()), Endpoint.builder().allow(Trolley.class));
    private final Endpoint client = endpoints.client();
    private final Checkout checkout = endpoints.connect(Checkout.class, new Till());

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void shouldCopyAnObjectOfTheDeclaredClass() {
        Basket basket = new Basket();
        basket.add("bread");
        assertThat(checkout.addToBasket(basket)).containsExactly("bread", "bag");
        assertThat(basket.items()).containsExactly("bread");
        assertThat(checkout.addToBasket(basket)).containsExactly("bread", "bag");
    }

    @Test
    void shouldCopyAnObjectWhoseClassIsAllowed() {
        Trolley trolley = new Trolley();
        assertThat(checkout.addTo(trolley)).containsExactly("bag");
        assertThat(trolley.items()).isEmpty();
        Cart copy = checkout.lastAsItIs();
        assertThat(copy).isExactlyInstanceOf(Trolley.class).isNotSameAs(trolley);
        assertThat(copy.items()).containsExactly("bag");
    }

    @Test
    void shouldSendAReferenceWhereNothingIsSaid() {
        checkout.addTo(new Trolley());
        assertThat(Remotes.isStub(checkout.last())).isTrue();
        assertThat(checkout.isStub(new Trolley())).isTrue();
        assertThat(checkout.isStub(new Basket())).isTrue();
    }

    @Test
    void shouldSendReferencesWithinACopy() {
        Basket basket = new Basket();
        basket.other = new Basket();
        checkout.addToOther(basket);
        assertThat(basket.other.items()).containsExactly("gift");
    }

    @Test
    void shouldRefuseAClassThatNobodyAllowed() {
        assertThatThrownBy(() -> checkout.addTo(new Sledge()))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("Sledge");
        assertThat(checkout.addTo(new Trolley())).containsExactly("bag");
    }

    @Test
    void shouldRefuseAStub() {
        checkout.addTo(new Trolley());
        Cart stub = checkout.last();
        assertThatThrownBy(() -> checkout.addTo(stub))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining("which has no value to send");
        assertThat(checkout.isStub(stub)).isFalse();
    }

    @Test
    void shouldLetValuesBeValues() {
        assertThatThrownBy(() -> checkout.addTo(null)).isInstanceOf(NullPointerException.class);
        assertThat(checkout.echo("a", new int[3])).isEqualTo("a3");
    }

    @RemoteService
    public interface Undecided {
        void take(@ByRef @ByValue Cart cart);

        void number(@ByValue int number);

        @ByValue
        CompletableFuture<Cart> later();
    }

    @Test
    void shouldRefuseAContradiction() {
        assertThatThrownBy(() -> client.lookup(Undecided.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("both by reference and by value")
                .hasMessageContaining("a value of type int always travels by value")
                .hasMessageContaining("the result of a future cannot be declared to be a value");
    }

    @RemoteService
    public interface Misdeclared {
        Basket basket();
    }

    @Test
    void shouldRefuseAClassWhereOnlyItsInterfaceCanArrive() {
        assertThatThrownBy(() -> client.lookup(Misdeclared.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "travels by reference, so what arrives is none: declare the interface " + Cart.class.getName());
    }
}
