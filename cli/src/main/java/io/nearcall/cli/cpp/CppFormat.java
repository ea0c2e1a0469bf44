// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

import io.nearcall.cli.format.Format;
import io.nearcall.cli.format.PeerRules;
import io.nearcall.cli.format.ValueOrder;
import io.nearcall.cli.model.Description;
import java.util.List;
import java.util.Locale;

/** Writes one header for {@code peers/cpp}, with a stub and a skeleton for each interface. */
public final class CppFormat implements Format {

    @Override
    public List<Document> write(Description description, List<String> notes) {
        PeerRules.check(description, "C++", notes);
        String name = description.name();
        CppNames names = new CppNames(description);
        CppScopes.check(description, names);
        ValueOrder order = new ValueOrder(description);
        CppTypes types = new CppTypes(names, order);
        CppValues values = new CppValues(description, names, types, order);
        CppStubs stubs = new CppStubs(description, names, types);
        CppSkeletons skeletons = new CppSkeletons(description, names, types, stubs);

        CppText out = new CppText();
        String guard = "NEARCALL_GENERATED_" + name.toUpperCase(Locale.ROOT) + "_HPP";
        out.line("// Made by %s. Changes are lost when it is made again.", description.command("c++"));
        out.line("#ifndef " + guard);
        out.line("#define " + guard);
        out.gap();
        out.line("#include \"nearcall/generated.hpp\"");
        out.gap();
        values.enums(out);
        values.declarations(out);
        stubs.declarations(out);
        stubs.classes(out);
        values.structs(out);
        values.exceptions(out);
        skeletons.classes(out);
        stubs.definitions(out);
        skeletons.describe(name, out);
        skeletons.traits(name, out);
        out.in("");
        out.gap();
        out.line("#endif");
        return List.of(new Document(name + ".hpp", out.finish()));
    }
}
