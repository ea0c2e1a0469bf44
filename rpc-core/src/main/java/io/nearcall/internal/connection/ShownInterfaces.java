// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.codec.ClassNotAllowed;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.FrameOutput;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.reference.SentReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The remote interfaces through which objects of this side are called, as the peer knows them. Any thread. */
final class ShownInterfaces {

    /* An object's interfaces are written as their count and the class id of each. */

    /** Instead of a class id: an interface that the peer does not know, and the interface in the signature. */
    private static final int UNKNOWN = 0;

    private static final int DECLARED = 1;

    private final Interfaces interfaces;
    private final SentReferences sent;

    /** Interfaces that the peer does not accept, and why. */
    private final Map<Class<?>, String> refused = new ConcurrentHashMap<>();

    /** By name, because the peer knows interfaces by their names only. */
    private final Map<String, Class<?>> shown = new ConcurrentHashMap<>();

    ShownInterfaces(Interfaces interfaces, SentReferences sent) {
        this.interfaces = interfaces;
        this.sent = sent;
    }

    /** Writes the interfaces of our object with that id. The peer must know one of them. */
    void write(LaneCodec codec, FrameOutput output, int id, Class<?> type, Class<?> declared) {
        List<RemoteInterface<?>> wanted = new ArrayList<>();
        if (declared != null) {
            wanted.add(interfaces.analyse(declared));
        }
        for (Class<?> remote : RemoteTypes.of(type)) {
            if (remote != declared) {
                wanted.add(interfaces.analyse(remote));
            }
        }
        List<RemoteInterface<?>> facets = sent.facets(id, wanted);
        int[] numbers = new int[facets.size()];
        boolean known = false;
        for (int i = 0; i < numbers.length; i++) {
            Class<?> facet = facets.get(i).type();
            numbers[i] = !isShown(facet) ? UNKNOWN : facet == declared ? DECLARED : numberOf(codec, facet);
            known |= numbers[i] != UNKNOWN;
        }
        if (declared != null && !isShown(declared)) {
            throw new ClassNotAllowed(
                    type.getName(),
                    "objects of another interface of the name " + declared.getName()
                            + " have been passed over this connection: use a separate endpoint for each of the two");
        }
        if (!known) {
            throw new ClassNotAllowed(
                    type.getName(), "the other side accepts none of its remote interfaces: " + refusals(facets));
        }
        output.writeVarInt(numbers.length, true);
        for (int number : numbers) {
            output.writeVarInt(number, true);
        }
    }

    /** Whether the peer means this interface by its name: two class loaders may have one each. */
    private boolean isShown(Class<?> facet) {
        Class<?> first = shown.putIfAbsent(facet.getName(), facet);
        return first == null || first == facet;
    }

    /** The class id of an interface, or UNKNOWN if the peer does not accept it. */
    private int numberOf(LaneCodec codec, Class<?> remote) {
        if (!RemoteTypes.isRemote(remote) || refused.containsKey(remote)) {
            return UNKNOWN;
        }
        try {
            return codec.idFor(remote);
        } catch (ClassNotAllowed e) {
            refused.put(remote, e.reason());
            return UNKNOWN;
        }
    }

    /** Why the peer can be told none of these interfaces. */
    private String refusals(List<RemoteInterface<?>> facets) {
        return facets.stream()
                .map(RemoteInterface::type)
                .filter(RemoteTypes::isRemote)
                .map(facet -> facet.getName() + ", because "
                        + (isShown(facet)
                                ? refused.getOrDefault(facet, "the other side did not know it before")
                                : "another interface of that name has been passed over this connection"))
                .collect(Collectors.joining("; "));
    }

    /** Reads the interfaces of an object of the peer. Unknown ones are null; the result is null if none is known. */
    static Class<?>[] read(LaneCodec codec, FrameInput input, Class<?> declared) {
        int count = input.readVarInt(true);
        if (count < 1 || count > SentReferences.MAX_FACETS) {
            throw new MalformedMessage("An object of " + count + " remote interfaces");
        }
        Class<?>[] facets = new Class<?>[count];
        boolean known = false;
        for (int i = 0; i < count; i++) {
            int number = input.readVarInt(true);
            facets[i] = number == UNKNOWN ? null : number == DECLARED ? declared : codec.interfaceOf(number);
            known |= facets[i] != null;
        }
        return known ? facets : null;
    }

    /** The number of an interface of our object by name, or -1. The object can be called through it from now on. */
    int facet(int id, String interfaceName) {
        List<RemoteInterface<?>> facets = sent.facets(id, List.of());
        Object target = sent.target(id);
        if (target != null && indexOf(facets, interfaceName) < 0 && offers(target, interfaceName)) {
            Class<?> remote = RemoteTypes.named(target.getClass(), interfaceName);
            facets = sent.facets(id, List.of(interfaces.analyse(remote)));
        }
        return indexOf(facets, interfaceName);
    }

    private int indexOf(List<RemoteInterface<?>> facets, String interfaceName) {
        for (int i = 0; i < facets.size(); i++) {
            Class<?> facet = facets.get(i).type();
            if (facet.getName().equals(interfaceName) && isShown(facet)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether an object implements the remote interface of that name. The peer knows it, because it asks. */
    boolean offers(Object target, String interfaceName) {
        Class<?> remote = RemoteTypes.named(target.getClass(), interfaceName);
        if (remote == null || !isShown(remote)) {
            return false;
        }
        interfaces.analyse(remote);
        refused.remove(remote);
        return true;
    }
}
