// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.Endpoint;
import io.nearcall.codegen.Stub;
import io.nearcall.ipc.os.OsException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the files {@code reachability-metadata.json} of a class path say to {@code native-image}. */
public final class Metadata {

    private static final String DIRECTORY = "META-INF/native-image";
    private static final String FILE = "reachability-metadata.json";

    private final Map<String, JsonObject> files = new TreeMap<>();
    private final Map<String, Set<String>> members = new TreeMap<>();
    private final List<String> resources = new ArrayList<>();

    /** Of Nearcall's own jars. */
    public static Metadata ofNearcall() throws IOException {
        return of(homeOf(OsException.class)
                + File.pathSeparator
                + homeOf(Stub.class)
                + File.pathSeparator
                + homeOf(Endpoint.class));
    }

    /** The directory or jar that a class is from. */
    static Path homeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Reads the files of directories and jars. */
    static Metadata of(String classPath) throws IOException {
        Metadata metadata = new Metadata();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                metadata.readBelow(path.resolve(DIRECTORY));
            } else if (Files.exists(path)) {
                try (FileSystem jar = FileSystems.newFileSystem(path)) {
                    metadata.readBelow(jar.getPath(DIRECTORY));
                }
            }
        }
        return metadata;
    }

    private void readBelow(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(each -> each.endsWith(FILE)).toList()) {
                JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
                add(directory.relativize(file).toString(), json);
            }
        }
    }

    private void add(String file, JsonObject json) {
        files.put(file, json);
        for (JsonElement each : array(json, "reflection")) {
            JsonObject entry = each.getAsJsonObject();
            Set<String> known = members.computeIfAbsent(entry.get("type").getAsString(), name -> new HashSet<>());
            for (String key : entry.keySet()) {
                if (entry.get(key).isJsonPrimitive() && !key.equals("type")) {
                    known.add(key);
                }
            }
            for (JsonElement method : array(entry, "methods")) {
                known.add(signature(method.getAsJsonObject()));
            }
            for (JsonElement field : array(entry, "fields")) {
                known.add(field.getAsJsonObject().get("name").getAsString());
            }
        }
        for (JsonElement resource : array(json, "resources")) {
            resources.add(resource.getAsJsonObject().get("glob").getAsString());
        }
    }

    private static JsonArray array(JsonObject object, String key) {
        return object.has(key) ? object.getAsJsonArray(key) : new JsonArray();
    }

    private static String signature(JsonObject method) {
        List<String> types = new ArrayList<>();
        method.getAsJsonArray("parameterTypes").forEach(type -> types.add(type.getAsString()));
        return method.get("name").getAsString() + '(' + String.join(",", types) + ')';
    }

    /** By group, artifact and name. */
    Map<String, JsonObject> files() {
        return files;
    }

    /** The types that are named, with their flags, and the names of fields and the signatures of methods. */
    public Map<String, Set<String>> members() {
        return members;
    }

    /** Whether an image would contain everything that {@link Reflected} has noted. */
    boolean covers(Reflected.Kind kind, String type, String member) {
        if (kind == Reflected.Kind.RESOURCE) {
            return resources.stream().anyMatch(glob -> matches(glob, type));
        }
        Set<String> known = members.get(type);
        if (known == null) {
            return false;
        }
        return switch (kind) {
            case ALL -> known.contains(member) || known.contains(member.replace("Public", "Declared"));
            case USED -> known.contains(member) || known.stream().anyMatch(flag -> includes(flag, member));
            case ALLOCATED -> known.contains("unsafeAllocated");
            case SERIALIZED -> known.contains("serializable");
            default -> true;
        };
    }

    private static boolean includes(String flag, String member) {
        String kind = member.startsWith("<init>(") ? "Constructors" : member.endsWith(")") ? "Methods" : "Fields";
        return flag.equals("allDeclared" + kind) || flag.equals("allPublic" + kind);
    }

    private static boolean matches(String glob, String name) {
        String pattern = ("\\Q" + glob + "\\E").replace("**", "\\E.*\\Q").replaceAll("(?<!\\.)\\*", "\\\\E[^/]*\\\\Q");
        return name.matches(pattern);
    }
}
