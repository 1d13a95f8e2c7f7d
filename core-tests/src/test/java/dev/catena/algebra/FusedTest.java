package dev.catena.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processors that round a product before they add it compute the same, and are told from others. */
class FusedTest {
    private static final String PROPERTY = "catena.fma";

    @Test
    void isWhatItsNamesSay() {
        assertThat(Fused.fma(2, 3, 5)).isEqualTo(11);
        assertThat(Fused.sum(2, 3, 5, 7)).isEqualTo(41);
        assertThat(Fused.sum(2, 3, 5, 7, 11, 13)).isEqualTo(184);
        assertThat(Fused.sum(17, 2, 3, 5, 7, 11, 13)).isEqualTo(201);
    }

    /** (1 + ε)² has an ε² that only one rounding leaves there. */
    @Test
    void roundsOnceOrTwiceAsTold() throws ReflectiveOperationException {
        double once = 0x1p-104;
        assertThat(square("true")).isEqualTo(once);
        assertThat(square("false")).isZero();
        assertThat(square(null)).isIn(once, 0.0);
    }

    private static double square(@Nullable String told) throws ReflectiveOperationException {
        double a = 1 + 0x1p-52;
        Method fma = new Reloaded(told)
                .loadClass("dev.catena.algebra.Fused")
                .getMethod("fma", double.class, double.class, double.class);
        return (double) fma.invoke(null, a, a, -1 - 0x1p-51);
    }

    @Test
    @SuppressWarnings("unchecked")
    void resultsDifferByRoundingAlone() throws ReflectiveOperationException {
        Method compute = new Reloaded("false")
                .loadClass("dev.catena.algebra.ManyResults")
                .getDeclaredMethod("compute");
        compute.setAccessible(true);
        List<double[]> rounded = (List<double[]>) compute.invoke(null);
        List<double[]> results = ManyResults.compute();
        for (int k = 0; k < results.size(); k++) {
            double size = Arrays.stream(results.get(k)).map(Math::abs).max().orElseThrow();
            for (int i = 0; i < results.get(k).length; i++) {
                assertThat(rounded.get(k)[i] - results.get(k)[i])
                        .as("result %d of %d", i, k)
                        .isBetween(-1e-12 * size, 1e-12 * size);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "algebra.SineCosineTest",
                "dynamics.GoldenDynamicsTest",
                "dynamics.GoldenForwardDynamicsTest",
                "sensitivity.GoldenSensitivityTest"
            })
    void goldenNumbersWhereProductsAreRoundedFirst(String name) throws ReflectiveOperationException {
        Class<?> tests = new Reloaded("false").loadClass("dev.catena." + name);
        Constructor<?> constructor = tests.getDeclaredConstructor();
        constructor.setAccessible(true);
        int count = 0;
        for (Method test : tests.getDeclaredMethods()) {
            test.setAccessible(true);
            if (test.isAnnotationPresent(Test.class)) {
                run(test, constructor.newInstance());
                count++;
            } else if (test.isAnnotationPresent(ValueSource.class)) {
                for (double value : test.getAnnotation(ValueSource.class).doubles()) {
                    run(test, constructor.newInstance(), value);
                    count++;
                }
            }
        }
        assertThat(count).isPositive();
    }

    private static void run(Method test, Object instance, Object... arguments) throws ReflectiveOperationException {
        try {
            test.invoke(instance, arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(test.getName() + " failed", e.getCause());
        }
    }

    /** Classes of this project once more, so that their constants are made anew. */
    private static final class Reloaded extends ClassLoader {
        Reloaded(@Nullable String told) throws ReflectiveOperationException {
            super(FusedTest.class.getClassLoader());
            String before = System.getProperty(PROPERTY);
            set(told);
            try {
                Class.forName("dev.catena.algebra.Fused", true, this);
            } finally {
                set(before);
            }
        }

        private static void set(@Nullable String told) {
            if (told == null) {
                System.clearProperty(PROPERTY);
            } else {
                System.setProperty(PROPERTY, told);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.catena.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
