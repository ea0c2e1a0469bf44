// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.c;

import io.nearcall.cli.format.Format;
import io.nearcall.cli.format.PeerRules;
import io.nearcall.cli.format.SourceText;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.RemoteType;
import java.util.List;
import java.util.Locale;

/** Writes one header for {@code peers/c}, with functions that call and functions that offer each interface. */
public final class CFormat implements Format {

    @Override
    public List<Document> write(Description description, List<String> notes) {
        PeerRules.check(description, "C", notes);
        String name = description.name();
        CNames names = new CNames(description);
        CScopes.check(description, names);
        SourceText out = new SourceText();
        String guard = "NEARCALL_GENERATED_" + name.toUpperCase(Locale.ROOT) + "_H";
        out.line("// Made by %s. Changes are lost when it is made again.", description.command("c"));
        out.line("#ifndef " + guard);
        out.line("#define " + guard);
        out.gap();
        out.line("#include \"nearcall_generated.h\"");
        out.gap();
        CValues values = new CValues(description, names);
        values.write(out);
        values.describe(name, out);
        CStubs stubs = new CStubs(names);
        CHandlers handlers = new CHandlers(names);
        for (RemoteType type : description.interfaces()) {
            stubs.write(type, name, out);
            handlers.write(type, name, out);
        }
        out.gap();
        out.line("#endif");
        return List.of(new Document(name + ".h", out.finish()));
    }
}
