package dev.catena.nlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.solver.InteriorPointSolver;
import dev.catena.nlp.solver.IpoptSolver;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both solvers from the same start to the same optimum, where Ipopt is installed. */
class IpoptComparisonTest {
    @BeforeAll
    static void ipoptIsInstalled() {
        Assumptions.assumeTrue(IpoptSolver.isInstalled(), "Ipopt is not installed: coinor-libipopt1v5");
    }

    static List<FormulaProgram> problems() {
        // 55 has as many equalities as variables, some dependent; Ipopt takes it for a square system
        return HockSchittkowski.all().stream()
                .filter(p -> !p.name.equals("HS55"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("problems")
    void objectivesAndMultipliersAgree(FormulaProgram problem) {
        Result ipopt = new IpoptSolver().solve(problem);
        Result embedded = new InteriorPointSolver().solve(problem);
        assertThat(ipopt.status()).as(ipopt.message()).isEqualTo(Status.OPTIMAL);
        double size = 1 + Math.abs(ipopt.solution().objective());
        assertThat(embedded.solution().objective()).isCloseTo(ipopt.solution().objective(), within(1e-6 * size));
        HockSchittkowskiTest.assertOptimalityConditions(problem, ipopt.solution());
        // a method that goes astray gets there in the end, but not in as many steps
        assertThat(embedded.iterationCount())
                .as("iterations, Ipopt %s", ipopt.iterationCount())
                .isLessThan(2 * ipopt.iterationCount() + 10);
    }
}
