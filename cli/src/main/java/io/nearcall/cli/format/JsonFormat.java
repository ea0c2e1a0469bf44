// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.ValueClass;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Writes all that a peer in another language needs, as one JSON object. Keys are never renamed within a version. */
public final class JsonFormat implements Format {

    private static final int VERSION = 1;

    private final Gson gson;

    public JsonFormat() {
        this(new GsonBuilder().setPrettyPrinting());
    }

    private JsonFormat(GsonBuilder builder) {
        this.gson = builder.disableHtmlEscaping().create();
    }

    /** Returns a format on one line, for programs that read line by line. */
    public static JsonFormat onOneLine() {
        return new JsonFormat(new GsonBuilder());
    }

    @Override
    public List<Document> write(Description description, List<String> notes) {
        JsonObject all = new JsonObject();
        all.addProperty("v", VERSION);
        all.add(
                "interfaces",
                array(description.interfaces().stream()
                        .map(JsonFormat::remoteType)
                        .toList()));
        all.add(
                "classes",
                array(description.values().stream().map(JsonFormat::valueClass).toList()));
        all.add(
                "exceptions",
                array(description.exceptions().stream()
                        .map(JsonFormat::exception)
                        .toList()));
        String name = description.name();
        return List.of(new Document(name + ".json", gson.toJson(all) + '\n'));
    }

    private static JsonObject remoteType(RemoteType type) {
        JsonObject made = new JsonObject();
        made.addProperty("name", type.type().getName());
        made.addProperty("service", type.serviceName());
        made.addProperty("named", type.named());
        made.addProperty("remote", type.markedRemote());
        made.add("methods", array(type.calls().stream().map(JsonFormat::call).toList()));
        return made;
    }

    private static JsonObject call(RemoteCall call) {
        JsonObject made = new JsonObject();
        made.addProperty("number", call.method().index());
        made.addProperty("name", call.name());
        made.addProperty("descriptor", call.method().descriptor());
        made.addProperty("form", call.method().wireForm());
        made.addProperty("kind", lower(call.kind()));
        made.addProperty("idempotent", call.method().isRepeatable());
        if (call.deadlineNs().isPresent()) {
            long ns = call.deadlineNs().getAsLong();
            made.addProperty("deadlineNs", ns == Long.MAX_VALUE ? -1 : ns);
        }
        if (!call.formerNames().isEmpty()) {
            made.add("formerNames", texts(call.formerNames()));
        }
        JsonArray parameters = new JsonArray();
        for (Parameter parameter : call.parameters()) {
            JsonObject each = new JsonObject();
            each.addProperty("name", parameter.name());
            each.addProperty("form", String.valueOf(parameter.form()));
            each.add("type", use(parameter.type()));
            parameters.add(each);
        }
        made.add("parameters", parameters);
        made.add("result", use(call.result()));
        made.add("throws", texts(call.thrown().stream().map(Class::getName).toList()));
        return made;
    }

    private static JsonObject use(TypeUse use) {
        JsonObject made = new JsonObject();
        made.addProperty("kind", lower(use.kind()));
        made.addProperty("class", use.raw().getName());
        made.addProperty("nullable", use.nullable());
        if (!use.arguments().isEmpty()) {
            made.add(
                    "arguments",
                    array(use.arguments().stream().map(JsonFormat::use).toList()));
        }
        return made;
    }

    private static JsonObject valueClass(ValueClass type) {
        JsonObject made = new JsonObject();
        made.addProperty("name", type.type().getName());
        made.addProperty("kind", type.head());
        made.addProperty("section", type.section());
        made.addProperty("shape", type.shape());
        made.addProperty("fingerprint", HexFormat.of().toHexDigits(type.fingerprint()));
        made.addProperty("builtIn", type.builtIn());
        if (type.isEnum()) {
            made.add("constants", texts(type.constants()));
        }
        if (type.hasMembers()) {
            JsonArray members = new JsonArray();
            for (ValueClass.Member member : type.members()) {
                JsonObject each = new JsonObject();
                each.addProperty("name", member.name());
                each.addProperty("line", member.line());
                each.add("type", use(member.type()));
                members.add(each);
            }
            made.add("members", members);
        }
        return made;
    }

    private static JsonObject exception(Class<?> type) {
        JsonObject made = new JsonObject();
        made.addProperty("name", type.getName());
        made.addProperty("extends", type.getSuperclass().getName());
        return made;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static JsonArray array(Collection<JsonObject> elements) {
        JsonArray made = new JsonArray();
        elements.forEach(made::add);
        return made;
    }

    private static JsonArray texts(Collection<String> elements) {
        JsonArray made = new JsonArray();
        elements.forEach(made::add);
        return made;
    }
}
