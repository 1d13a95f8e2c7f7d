package dev.catena.app;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.DecimalReader;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Data flows from description to model to algorithms to uses, and no import goes back. */
class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> OF_THE_JDK_OR_AN_ANNOTATION =
            resideInAnyPackage("java..", "org.jspecify.annotations..", "com.google.errorprone.annotations..");

    /** Packages of core, lowest first; a package reads only from those before it. */
    private static final List<List<String>> CORE_LAYERS = List.of(
            List.of("dev.catena.algebra..", "dev.catena.quantity.."),
            List.of("dev.catena.model.."),
            List.of("dev.catena.tree.."),
            List.of("dev.catena.kinematics.."),
            List.of("dev.catena.dynamics..", "dev.catena.reach.."),
            List.of("dev.catena.sensitivity..", "dev.catena.series.."),
            List.of("dev.catena.drive.."),
            List.of("dev.catena.function..", "dev.catena.ground.."));

    /** Module dev.catena, without the packages below its own. */
    private static final String FACADE = "dev.catena";

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(place -> !place.contains("/dev/catena/embedded/"))
            .withImportOption(place -> !place.contains("/dev/catena/examples/"))
            .importPackages("dev.catena");

    private static final JavaClasses CORE = ALL.that(DescribedPredicate.describe(
            "are of core",
            type -> type.getSource()
                    .map(source -> source.getUri().toString())
                    .filter(place -> place.contains("/core/target/classes/") || place.contains("/catena-core-"))
                    .isPresent()));

    static Stream<Arguments> layers() {
        return IntStream.range(0, CORE_LAYERS.size() - 1)
                .mapToObj(i -> Arguments.of(
                        packages(CORE_LAYERS.subList(i, i + 1)),
                        packages(CORE_LAYERS.subList(i + 1, CORE_LAYERS.size()))));
    }

    @ParameterizedTest
    @MethodSource("layers")
    void coreReadsOnlyFromLowerLayers(String[] layer, String[] higher) {
        noClasses()
                .that()
                .resideInAnyPackage(layer)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(higher)
                .allowEmptyShould(true)
                .check(CORE);
    }

    @Test
    void everyClassOfCoreBelongsToALayer() {
        classes().should().resideInAnyPackage(packages(CORE_LAYERS)).check(CORE);
    }

    @Test
    void coreNeedsNothingButTheJdk() {
        classes()
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(packages(CORE_LAYERS)).or(OF_THE_JDK_OR_AN_ANNOTATION))
                .check(CORE);
    }

    @Test
    void textbookReadsOnlyTheModel() {
        classes()
                .that()
                .resideInAPackage("dev.catena.textbook..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("dev.catena.textbook..", "dev.catena.model..")
                        .or(OF_THE_JDK_OR_AN_ANNOTATION))
                .allowEmptyShould(true)
                .check(ALL);
    }

    @Test
    void onlyParquetSweepAppAndFacadeReadFormats() {
        noClasses()
                .that(not(resideInAnyPackage(
                        "dev.catena.formats..",
                        "dev.catena.parquet..",
                        "dev.catena.sweep..",
                        "dev.catena.app..",
                        FACADE)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.catena.formats..")
                .check(ALL);
    }

    @Test
    void parquetReadsOnlyFormatsAndIsFoundAsAService() {
        noClasses()
                .that(resideInAPackage("dev.catena.parquet.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.catena..")
                        .and(not(resideInAnyPackage(
                                "dev.catena.parquet..", "dev.catena.formats..", "dev.catena.embedded.."))))
                .check(ALL);
        noClasses()
                .that(not(resideInAPackage("dev.catena.parquet..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.catena.parquet..")
                .check(ALL);
    }

    @Test
    void compileReadsOnlyCoreMechanismAndTextbook() {
        classes()
                .that()
                .resideInAPackage("dev.catena.compile..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(packages(CORE_LAYERS))
                        .or(resideInAnyPackage(
                                "dev.catena.compile..",
                                "dev.catena.mechanism..",
                                "dev.catena.textbook..",
                                "org.objectweb.asm..",
                                "jdk..",
                                "com.sun.management.."))
                        .or(OF_THE_JDK_OR_AN_ANNOTATION))
                .check(ALL);
    }

    @Test
    void controlReadsSimulationAndNotTheOtherWayRound() {
        noClasses()
                .that()
                .resideInAPackage("dev.catena.simulation..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.catena.control..")
                .check(ALL);
    }

    @Test
    void onlyUsesReadSimulationAndControl() {
        noClasses()
                .that(not(resideInAnyPackage(
                        "dev.catena.simulation..",
                        "dev.catena.control..",
                        "dev.catena.planning..",
                        "dev.catena.app..",
                        FACADE)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.catena.simulation..", "dev.catena.control..")
                .check(ALL);
    }

    @Test
    void planningReadsSplinesAndProgramsAndNotTheOtherWayRound() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.catena.spline..", "dev.catena.nlp..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.catena.planning..")
                .allowEmptyShould(true)
                .check(ALL);
        noClasses()
                .that()
                .resideInAPackage("dev.catena.spline..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.catena.nlp..")
                .allowEmptyShould(true)
                .check(ALL);
    }

    @Test
    void identificationGoesFromLogsToEstimates() {
        List<List<String>> layers = List.of(
                List.of("dev.catena.identification.log.."),
                List.of("dev.catena.identification.signal.."),
                List.of("dev.catena.identification.observation.."),
                List.of("dev.catena.identification.estimate.."),
                List.of("dev.catena.identification.physical.."),
                List.of("dev.catena.identification.excitation.."),
                List.of("dev.catena.identification"));
        for (int i = 0; i < layers.size() - 1; i++) {
            noClasses()
                    .that()
                    .resideInAnyPackage(packages(layers.subList(i, i + 1)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages(layers.subList(i + 1, layers.size())))
                    .allowEmptyShould(true)
                    .check(ALL);
        }
        noClasses()
                .that(not(resideInAnyPackage("dev.catena.identification..", "dev.catena.app..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.catena.identification..")
                .check(ALL);
    }

    /** What a library takes from others is its own affair: users need not have them, and versions may change. */
    @Test
    void noOtherLibraryIsSeenFromOutside() {
        DescribedPredicate<JavaClass> own =
                resideInAPackage("dev.catena..").and(not(resideInAPackage("dev.catena.embedded..")));
        assertThat(visibleMembersOf(ALL.that(not(resideInAnyPackage("dev.catena.app..", "dev.catena.testkit.."))))
                        .filter(member -> mentions(
                                member,
                                type -> !type.isPrimitive()
                                        && !own.or(OF_THE_JDK_OR_AN_ANNOTATION).test(type)))
                        .map(JavaMember::getFullName))
                .isEmpty();
    }

    /** What users can call mentions only what users can name. */
    @Test
    void nothingInsideIsSeenFromOutside() {
        JavaClasses published = ALL.that(not(resideInAPackage("dev.catena.app..")));
        Predicate<JavaClass> hidden = type -> type.getPackageName().startsWith("dev.catena") && !isVisible(type);
        assertThat(visibleMembersOf(published)
                        .filter(member -> mentions(member, hidden))
                        .map(JavaMember::getFullName))
                .isEmpty();
        Predicate<JavaClass> inside = type ->
                type.getPackageName().startsWith("dev.catena") && !ExportedPackages.contain(type.getPackageName());
        assertThat(published.stream()
                        .filter(ArchitectureTest::isVisible)
                        .filter(type -> type.getRawSuperclass().filter(inside).isPresent()
                                || type.getRawInterfaces().stream().anyMatch(inside))
                        .map(JavaClass::getName))
                .isEmpty();
    }

    private static Stream<JavaMember> visibleMembersOf(JavaClasses classes) {
        return classes.stream()
                .filter(ArchitectureTest::isVisible)
                .flatMap(type -> type.getMembers().stream())
                .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC))
                .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED));
    }

    private static boolean mentions(JavaMember member, Predicate<JavaClass> what) {
        return member.getAllInvolvedRawTypes().stream()
                .map(JavaClass::getBaseComponentType)
                .anyMatch(what);
    }

    /** Each package a slice: a pattern of packages would be read anew for each dependency. */
    private record PackagesBelow(String prefix) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return type.getPackageName().startsWith(prefix)
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages below " + prefix;
        }
    }

    @Test
    void noPackagesReadEachOtherInCircles() {
        slices().assignedFrom(new PackagesBelow("dev.catena."))
                .should()
                .beFreeOfCycles()
                .check(ALL);
    }

    @Test
    void onlyTheAppReadsTheFacade() {
        noClasses()
                .that(not(resideInAnyPackage(FACADE, "dev.catena.app..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FACADE)
                .check(ALL);
    }

    /** Java's own grammars take 0x1p3, 1d and NaN: whoever reads decimals asks these two classes. */
    @Test
    void decimalsAreReadByOneGrammar() {
        List<String> readers =
                List.of("parseDouble", "parseFloat", "valueOf", "decode", JavaConstructor.CONSTRUCTOR_NAME);
        DescribedPredicate<JavaAccess<?>> byJava = DescribedPredicate.describe(
                "reads text as a number",
                access -> readers.contains(access.getName())
                        && access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget called
                        && called.getRawParameterTypes().size() == 1
                        && called.getRawParameterTypes().get(0).isEquivalentTo(String.class)
                        && Stream.of(Double.class, Float.class, BigDecimal.class, Integer.class)
                                .anyMatch(access.getTargetOwner()::isEquivalentTo));
        noClasses()
                .that()
                .doNotBelongToAnyOf(DecimalNumber.class, DecimalReader.class)
                .should()
                .accessTargetWhere(byJava)
                .check(ALL);
    }

    @Test
    void nothingReadsTheApp() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.catena.app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.catena.app..")
                .check(ALL);
    }

    private static boolean isVisible(JavaClass type) {
        return ExportedPackages.contain(type.getPackageName()) && isPublic(type);
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isPublic).orElse(true);
    }

    private static String[] packages(List<List<String>> layers) {
        return layers.stream().flatMap(List::stream).toArray(String[]::new);
    }
}
