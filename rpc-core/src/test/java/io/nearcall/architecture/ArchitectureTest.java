// SPDX-License-Identifier: Apache-2.0
package io.nearcall.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.Export;
import io.nearcall.Remotes;
import io.nearcall.internal.call.LaneThread;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.ipc.wait.VirtualThreads;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.Server;
import java.nio.file.Path;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The arrows of the design: which package may use which. */
@Timeout(300)
class ArchitectureTest {

    private static final JavaClasses NEARCALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.nearcall");

    private static final String IPC = "io.nearcall.ipc..";
    private static final String CODEGEN = "io.nearcall.codegen..";
    private static final List<String> FROM_THE_GROUND_UP = List.of(
            "log",
            "wire",
            "statistics",
            "recording",
            "codec",
            "context",
            "hooks",
            "reference",
            "call",
            "dispatch",
            "waits",
            "lane",
            "pipeline",
            "balance",
            "stub",
            "stream",
            "discovery",
            "monitor",
            "remote",
            "connection",
            "rmi");
    private static final String[] RUNTIME = {"io.nearcall", "io.nearcall.internal..", "io.nearcall.spi.."};

    @Test
    void shouldKeepIpcFreeOfEverythingAboveIt() {
        classes()
                .that()
                .resideInAPackage(IPC)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(IPC, "java..", "jdk.net")
                .check(NEARCALL);
    }

    @Test
    void shouldKeepCodegenFreeOfIpcAndRuntime() {
        noClasses()
                .that()
                .resideInAPackage(CODEGEN)
                .should()
                .dependOnClassesThat(
                        JavaClass.Predicates.resideInAnyPackage(RUNTIME).or(JavaClass.Predicates.resideInAPackage(IPC)))
                .check(NEARCALL);
    }

    @Test
    void shouldKeepRingsFreeOfTheOperatingSystem() {
        noClasses()
                .that()
                .resideInAnyPackage("io.nearcall.ipc.ring..", "io.nearcall.ipc.channel..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.nearcall.ipc.os..",
                        "io.nearcall.ipc.wait..",
                        "io.nearcall.ipc.lane..",
                        "io.nearcall.ipc.shm..",
                        "io.nearcall.ipc.mapping..",
                        "io.nearcall.ipc.pipe..",
                        "io.nearcall.ipc.stream..",
                        "io.nearcall.ipc.socket..",
                        "io.nearcall.ipc.fifo..",
                        "io.nearcall.ipc.sysv..")
                .check(NEARCALL);
    }

    @Test
    void shouldDeclareNativeMethodsInTheOsPackagesOnlyAndNonePublic() {
        methods()
                .that()
                .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.NATIVE)
                .should()
                .beDeclaredInClassesThat()
                .resideInAPackage("io.nearcall.ipc.os..")
                .andShould()
                .notBePublic()
                .check(NEARCALL);
    }

    @Test
    void shouldReachMechanismsThroughTheChannelInterfaceOnly() {
        noClasses()
                .that()
                .resideInAnyPackage("io.nearcall", "io.nearcall.internal..")
                .and()
                .resideOutsideOfPackages("io.nearcall.internal.connection..", "io.nearcall.internal.remote..")
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(
                                "io.nearcall.ipc.shm..",
                                "io.nearcall.ipc.mapping..",
                                "io.nearcall.ipc.pipe..",
                                "io.nearcall.ipc.fifo..",
                                "io.nearcall.ipc.stream..",
                                "io.nearcall.ipc.socket..",
                                "io.nearcall.ipc.sysv..",
                                "io.nearcall.ipc.lane..",
                                "io.nearcall.ipc.ring..",
                                "io.nearcall.ipc.wait..")
                        .and(DescribedPredicate.not(JavaClass.Predicates.type(VirtualThreads.class))))
                .check(NEARCALL);
    }

    @Test
    void shouldShowNoInternalTypesToTheUser() {
        methods()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .resideInAnyPackage("io.nearcall", "io.nearcall.spi")
                .should()
                .notHaveRawReturnType(internal())
                .andShould()
                .notHaveRawParameterTypes(DescribedPredicate.anyElementThat(internal()))
                .check(NEARCALL);
    }

    /** The types that a newcomer reads, and the exceptions that a program may have to catch. */
    @Test
    void shouldKeepThePublicFaceSmall() {
        List<JavaClass> face = NEARCALL.stream()
                .filter(type -> type.getPackageName().equals("io.nearcall"))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass())
                .toList();
        assertThat(face).hasSizeBetween(20, 32);
        assertThat(face)
                .filteredOn(type -> type.isAssignableTo(Throwable.class))
                .hasSizeBetween(8, 14);
    }

    /** OwnObjects goes the way that an endpoint has opened for it. */
    @Test
    void shouldDoWithoutTheFrontClassesInside() {
        noClasses()
                .that()
                .resideInAPackage("io.nearcall.internal..")
                .and()
                .doNotHaveFullyQualifiedName(OwnObjects.class.getName())
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Endpoint.class, EndpointBuilder.class, Remotes.class, Export.class)
                .check(NEARCALL);
    }

    @Test
    void shouldLetOthersImplementTheSpiWithoutTheRuntime() {
        classes()
                .that()
                .resideInAPackage("io.nearcall.spi..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.nearcall", "io.nearcall.spi..", "java..")
                .check(NEARCALL);
    }

    private static DescribedPredicate<JavaClass> internal() {
        return JavaClass.Predicates.resideInAnyPackage("io.nearcall.internal..", IPC, CODEGEN);
    }

    /** Whose program does not use it may run on a JVM without that module. */
    @Test
    void shouldKeepJavaRmiInClassesThatOnlyItsUsersLoad() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.nearcall.rmi..", "io.nearcall.internal.rmi..")
                .and()
                .doNotHaveSimpleName("RmiFailures")
                .and()
                .doNotHaveFullyQualifiedName("io.nearcall.internal.reference.ForsakenObject$OfRmi")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.rmi..", "io.nearcall.rmi..", "io.nearcall.internal.rmi..")
                .check(NEARCALL);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("io.nearcall.ipc.(*)..").should().beFreeOfCycles().check(NEARCALL);
        slices().matching("io.nearcall.internal.(*)..")
                .should()
                .beFreeOfCycles()
                .check(NEARCALL);
    }

    /** Each package of the inside knows only those before it. A new one has to be given its place. */
    @Test
    void shouldKnowOnlyThePackagesBelow() {
        assertThat(NEARCALL.stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> name.startsWith("io.nearcall.internal."))
                        .map(name -> name.substring("io.nearcall.internal.".length())))
                .allMatch(FROM_THE_GROUND_UP::contains);
        for (int i = 0; i < FROM_THE_GROUND_UP.size() - 1; i++) {
            noClasses()
                    .that()
                    .resideInAPackage("io.nearcall.internal." + FROM_THE_GROUND_UP.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(FROM_THE_GROUND_UP.subList(i + 1, FROM_THE_GROUND_UP.size()).stream()
                            .map(name -> "io.nearcall.internal." + name)
                            .toArray(String[]::new))
                    .check(NEARCALL);
        }
    }

    @Test
    void shouldUseNoUnsafeAndNoReflectiveAccessToTheJdk() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("sun.misc.Unsafe")
                .check(NEARCALL);
    }

    /** Whose thread happens to be the first to need another would leave its class loader, thread-locals and rights there. */
    @Test
    void shouldStartThreadsInOnePlaceThatLetsThemInheritNothing() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(RuntimeThreads.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(LaneThread.class.getName())
                .should()
                .callConstructorWhere(JavaCall.Predicates.target(
                        HasOwner.Predicates.With.owner(JavaClass.Predicates.type(Thread.class))))
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Executors.class, Timer.class, ForkJoinPool.class)
                .check(NEARCALL);
    }

    /** References end when the JVM collects; when it does that is its own affair and the program's. */
    @Test
    void shouldNeverAskForACollection() {
        noClasses()
                .should()
                .callMethod(System.class, "gc")
                .orShould()
                .callMethod(Runtime.class, "gc")
                .orShould()
                .callMethod(System.class, "runFinalization")
                .check(NEARCALL);
    }

    /** {@code mvn test} runs the classes with this suffix, and is to take less than two minutes. */
    @Test
    void shouldStartJvmsInIntegrationTestsOnly() {
        noClasses()
                .that()
                .haveNameMatching(".*Test(\\$.*)?")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "a JVM is started",
                        call -> (call.getTargetOwner().isEquivalentTo(OtherJvm.class)
                                        || call.getTargetOwner().isEquivalentTo(Server.class))
                                && call.getName().startsWith("start")))
                .check(new ClassFileImporter()
                        .withImportOption(location -> location.contains("Test"))
                        .importPath(Path.of("target/test-classes")));
    }
}
