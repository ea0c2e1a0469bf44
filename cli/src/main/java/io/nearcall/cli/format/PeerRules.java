// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.Refusal;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.TypeUse.Kind;
import io.nearcall.cli.model.ValueClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds what libnearcall cannot do. All languages that are based on it refuse that. */
public final class PeerRules {

    /** Classes whose values are in a form of Java's serialisation: kind 39 of class 96 in section 9 of the protocol. */
    private static final Set<String> SERIALISED = Set.of(
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "java.time.chrono.JapaneseDate",
            "java.time.chrono.MinguoDate",
            "java.time.chrono.ThaiBuddhistDate",
            "java.time.chrono.HijrahDate",
            "java.time.temporal.ValueRange",
            "java.time.temporal.WeekFields",
            "java.util.SimpleTimeZone");

    private final Description description;
    private final String language;
    private final List<String> faults = new ArrayList<>();

    private PeerRules(Description description, String language) {
        this.description = description;
        this.language = language;
    }

    /**
     * Checks interfaces.
     *
     * @param notes gets a sentence for each method that only one side can have
     * @throws Refusal if members cannot be expressed; the message names all of them
     */
    public static void check(Description description, String language, List<String> notes) {
        new PeerRules(description, language).check(notes);
    }

    /** Returns whether a peer can call the method. */
    public static boolean canCall(RemoteCall call) {
        return call.parameters().stream().noneMatch(each -> each.type().kind() == Kind.PUBLISHER);
    }

    /** Returns whether a peer can offer the method. */
    public static boolean canServe(RemoteCall call) {
        return call.result().kind() != Kind.PUBLISHER;
    }

    private void check(List<String> notes) {
        for (RemoteType type : description.interfaces()) {
            checkName(type.type().getName(), type.type());
            type.calls().forEach(call -> check(call, notes));
        }
        description.exceptions().forEach(type -> checkName(type.getName(), type));
        for (ValueClass type : description.values()) {
            String name = type.type().getName();
            if (!type.type().isArray()) {
                checkName(name, type.type());
            }
            if (type.hasOwnForm()) {
                faults.add(name
                        + ": it has a serialised form of its own, which only Java can read. Use a record instead.");
            }
            for (ValueClass.Member member : type.members()) {
                checkName(name + '.' + member.simpleName(), member.simpleName());
                check(name + '.' + member.simpleName(), member.type());
            }
            type.constants().forEach(constant -> checkName(name + '.' + constant, constant.split(" ", 2)[0]));
        }
        if (!faults.isEmpty()) {
            throw Refusal.of("This cannot be expressed in " + language, faults);
        }
    }

    private void check(RemoteCall call, List<String> notes) {
        checkName(call.place(), call.name());
        if (!canCall(call) && !canServe(call)) {
            faults.add(call.place() + ": libnearcall neither passes nor offers a Flow.Publisher. Use a Stream.");
        } else if (!canCall(call)) {
            notes.add(call.place() + " is left out of the stub: libnearcall passes no Flow.Publisher of its own.");
        } else if (!canServe(call)) {
            notes.add(call.place() + " is left out of the skeleton: libnearcall offers no Flow.Publisher.");
        }
        int number = 0;
        for (Parameter parameter : call.parameters()) {
            number++;
            check(call.place() + ", parameter " + number, parameter.type());
        }
        check(call.place() + ", result", call.result());
    }

    private void check(String place, TypeUse use) {
        if (use.kind() == Kind.JDK_VALUE && SERIALISED.contains(use.raw().getName())) {
            faults.add(place + ": a " + use.raw().getName()
                    + " travels in a form of Java's serialisation. Use a class of java.time.");
        }
        use.arguments().forEach(argument -> check(place, argument));
    }

    private void checkName(String place, Class<?> type) {
        for (Class<?> part = type; part != null; part = part.getEnclosingClass()) {
            checkName(place, part.getSimpleName());
        }
        checkName(place, type.getPackageName());
    }

    private void checkName(String place, String name) {
        if (!name.chars().allMatch(c -> c < 128)) {
            faults.add(place + ": its name has characters that are not ASCII. Rename it.");
        }
    }
}
