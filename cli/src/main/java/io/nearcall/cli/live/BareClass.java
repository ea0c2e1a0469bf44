// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.RecordComponentVisitor;

/** A class that shows how its values look in a call, without any of its code. */
final class BareClass extends ClassVisitor {

    /*
     * Nothing that another process has sent is run here: that would be the remote class loading of Java RMI again. What
     * remains are members, signatures, and the annotations that say how values travel. Constructors are made anew: they
     * store their arguments and check nothing, because the other side does. Without code, no class is needed that was
     * not sent. The class file gets the version of JDK 17, whichever JDK has compiled it.
     */

    private static final int NO_NEED = ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES;

    /** A class with one of these members has a serialised form of its own, which is part of its shape. */
    private static final Set<String> SERIALISATION =
            Set.of("writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve");

    private final InnerClasses nesting;
    private final Consumer<String> annotations;
    private final boolean thrown;
    private final List<BareMembers.Member> components = new ArrayList<>();
    private final List<String> constants = new ArrayList<>();
    private String name;
    private String superName;
    private boolean isInterface;

    private BareClass(ClassVisitor to, InnerClasses nesting, boolean thrown, Consumer<String> annotations) {
        super(Opcodes.ASM9, to);
        this.nesting = nesting;
        this.thrown = thrown;
        this.annotations = annotations;
    }

    /**
     * Strips a class file.
     *
     * @param nesting the nested classes of all class files
     * @param thrown whether it is an exception, which arrives as text
     * @param annotations receives the descriptors of annotations that stay, and that Nearcall does not have
     */
    static byte[] of(ClassReader file, InnerClasses nesting, boolean thrown, Consumer<String> annotations) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        file.accept(new BareClass(writer, nesting, thrown, annotations), NO_NEED);
        return writer.toByteArray();
    }

    private boolean isRecord() {
        return superName.equals("java/lang/Record");
    }

    private boolean isEnum() {
        return superName.equals("java/lang/Enum");
    }

    @Override
    public void visit(
            int version, int access, String className, String signature, String superClass, String[] interfaces) {
        name = className;
        superName = superClass;
        isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        super.visit(Opcodes.V17, InnerClasses.publicly(access), className, signature, superClass, interfaces);
        nesting.write(className, cv);
    }

    @Override
    public void visitSource(String source, String debug) {}

    @Override
    public void visitNestHost(String host) {} // each class stands alone

    @Override
    public void visitNestMember(String member) {}

    @Override
    public void visitOuterClass(String owner, String method, String descriptor) {}

    @Override
    public void visitInnerClass(String inner, String outer, String simpleName, int access) {} // already written

    @Override
    public void visitPermittedSubclass(String subclass) {
        if (!isEnum()) {
            super.visitPermittedSubclass(subclass);
        }
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        return keeps(descriptor) ? super.visitAnnotation(descriptor, visible) : null;
    }

    @Override
    public AnnotationVisitor visitTypeAnnotation(
            int reference, net.bytebuddy.jar.asm.TypePath path, String descriptor, boolean visible) {
        return null;
    }

    private boolean keeps(String descriptor) {
        if (descriptor.endsWith("/Nullable;") || descriptor.endsWith("$Nullable;")) {
            annotations.accept(descriptor);
            return true;
        }
        return descriptor.startsWith("Lio/nearcall/");
    }

    @Override
    public RecordComponentVisitor visitRecordComponent(String component, String descriptor, String signature) {
        components.add(new BareMembers.Member(component, descriptor));
        return new BareMembers.OfComponent(super.visitRecordComponent(component, descriptor, signature), this::keeps);
    }

    @Override
    public FieldVisitor visitField(int access, String field, String descriptor, String signature, Object value) {
        boolean constant = (access & Opcodes.ACC_ENUM) != 0;
        if (thrown || !constant && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT)) != 0) {
            return null;
        }
        if (constant) {
            constants.add(field);
        }
        int kept = isRecord() || constant ? access : access & ~Opcodes.ACC_FINAL; // not set by constructors
        return new BareMembers.OfField(super.visitField(kept, field, descriptor, signature, null), this::keeps);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, String signature, String[] exceptions) {
        boolean ofInterface =
                isInterface && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC)) == 0;
        if (!ofInterface && (isInterface || isRecord() || isEnum() || thrown || !SERIALISATION.contains(method))) {
            return null;
        }
        MethodVisitor to = super.visitMethod(
                access & ~(Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED), method, descriptor, signature, exceptions);
        return new BareMembers.OfMethod(to, (access & Opcodes.ACC_ABSTRACT) != 0, this::keeps);
    }

    @Override
    public void visitEnd() {
        if (isRecord()) {
            BareMembers.record(cv, name, components);
        } else if (isEnum()) {
            BareMembers.constants(cv, name, constants);
        } else if (!isInterface && !thrown) {
            BareMembers.plain(cv, name, superName);
        }
        super.visitEnd();
    }
}
