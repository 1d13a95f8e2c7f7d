package dev.catena.compile.equations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Polynomials as text, factored for reading: by accelerations, products of velocities and the rest first, by lengths and
 * gravity within. Cosines and sines of sums of angles have names such as C12.
 */
final class ExpressionText {
    private final int joints;

    /** Cosines and sines that were written, by name, with what they are. */
    private final Map<String, String> functions = new TreeMap<>(
            Comparator.comparing((String name) -> name.substring(1)).thenComparing(name -> name));

    ExpressionText(int joints) {
        this.joints = joints;
    }

    /** The names of cosines and sines so far, and what they stand for. */
    Map<String, String> functions() {
        return functions;
    }

    /** A sum as its terms with their signs; "0" for none. */
    List<String> terms(TrigonometricPolynomial polynomial) {
        Map<SortedMap<Variable, Integer>, SortedMap<Monomial, Double>> byMotion =
                new TreeMap<>(ExpressionText::compare);
        polynomial.terms().forEach((monomial, k) -> {
            SortedMap<Variable, Integer> motion = part(monomial.powers(), true);
            byMotion.computeIfAbsent(motion, key -> new TreeMap<>())
                    .put(monomial.withPowers(part(monomial.powers(), false)), k);
        });
        List<String> terms = new ArrayList<>();
        byMotion.forEach((motion, rest) -> {
            if (motion.isEmpty()) {
                terms.addAll(byLengths(rest));
            } else {
                terms.add(product(byLengths(rest), powers(motion)));
            }
        });
        return terms.isEmpty() ? List.of("0") : terms;
    }

    /** A sum in one line. */
    String text(TrigonometricPolynomial polynomial) {
        return joined(terms(polynomial));
    }

    /** Accelerations first, then velocities, then what is alone. */
    private static int compare(SortedMap<Variable, Integer> a, SortedMap<Variable, Integer> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return Boolean.compare(a.isEmpty(), b.isEmpty());
        }
        int byKind = b.lastKey().kind().compareTo(a.lastKey().kind());
        return byKind != 0 ? byKind : powers(a).compareTo(powers(b));
    }

    private static SortedMap<Variable, Integer> part(SortedMap<Variable, Integer> powers, boolean motion) {
        SortedMap<Variable, Integer> part = new TreeMap<>();
        powers.forEach((variable, power) -> {
            if (variable.kind().isMotion() == motion) {
                part.put(variable, power);
            }
        });
        return part;
    }

    /** Terms that share lengths and gravity, as one product each. */
    private List<String> byLengths(SortedMap<Monomial, Double> terms) {
        Map<SortedMap<Variable, Integer>, Map<Monomial, Double>> groups = new LinkedHashMap<>();
        terms.forEach((monomial, k) -> {
            SortedMap<Variable, Integer> shared = new TreeMap<>();
            SortedMap<Variable, Integer> own = new TreeMap<>();
            monomial.powers().forEach((variable, power) -> {
                boolean isShared = variable.kind() == Variable.Kind.LENGTH || variable.kind() == Variable.Kind.GRAVITY;
                (isShared ? shared : own).put(variable, power);
            });
            groups.computeIfAbsent(shared, key -> new LinkedHashMap<>()).put(monomial.withPowers(own), k);
        });
        List<String> texts = new ArrayList<>();
        groups.forEach((shared, own) -> texts.addAll(group(shared, own)));
        return texts;
    }

    private List<String> group(SortedMap<Variable, Integer> shared, Map<Monomial, Double> own) {
        double common = Math.abs(own.values().iterator().next());
        boolean isCommon = own.values().stream().allMatch(k -> Math.abs(k) == common);
        boolean factors = own.size() > 1 && (!shared.isEmpty() || (isCommon && common != 1));
        List<String> texts = new ArrayList<>();
        own.forEach((monomial, k) -> texts.add(
                term(factors && isCommon ? Math.signum(k) : k, factors ? new TreeMap<>() : shared, monomial)));
        if (!factors) {
            return texts;
        }
        String before = (isCommon && common != 1 ? Numbers.text(common) : "");
        String lengths = powers(shared);
        String factor = before.isEmpty() || lengths.isEmpty() ? before + lengths : before + "*" + lengths;
        if (factor.isEmpty()) {
            return texts;
        }
        boolean negative = texts.get(0).startsWith("-");
        List<String> inside =
                negative ? texts.stream().map(ExpressionText::negated).toList() : texts;
        return List.of((negative ? "-" : "") + factor + "*(" + joined(inside) + ")");
    }

    private static String negated(String term) {
        return term.startsWith("-") ? term.substring(1) : "-" + term;
    }

    private String term(double k, SortedMap<Variable, Integer> shared, Monomial monomial) {
        List<String> factors = new ArrayList<>();
        String lengths = powers(shared);
        String own = powers(monomial.powers());
        if (!lengths.isEmpty()) {
            factors.add(lengths);
        }
        if (!own.isEmpty()) {
            factors.add(own);
        }
        if (monomial.hasAngle()) {
            factors.add(function(monomial));
        }
        double magnitude = Math.abs(k);
        if (magnitude != 1 || factors.isEmpty()) {
            factors.add(0, Numbers.text(magnitude));
        }
        return (k < 0 ? "-" : "") + String.join("*", factors);
    }

    /** A sum times a factor. */
    private static String product(List<String> sum, String factor) {
        if (sum.size() > 1) {
            boolean negative = sum.stream().allMatch(term -> term.startsWith("-"));
            List<String> inside =
                    negative ? sum.stream().map(ExpressionText::negated).toList() : sum;
            return (negative ? "-" : "") + "(" + joined(inside) + ")*" + factor;
        }
        String only = sum.get(0);
        if (only.equals("1") || only.equals("-1")) {
            return only.substring(0, only.length() - 1) + factor;
        }
        return only + "*" + factor;
    }

    static String joined(List<String> terms) {
        StringBuilder text = new StringBuilder();
        for (String term : terms) {
            if (text.isEmpty()) {
                text.append(term);
            } else if (term.startsWith("-")) {
                text.append(" - ").append(term, 1, term.length());
            } else {
                text.append(" + ").append(term);
            }
        }
        return text.toString();
    }

    private static String powers(SortedMap<Variable, Integer> powers) {
        List<String> factors = new ArrayList<>();
        powers.forEach((variable, power) -> factors.add(power == 1 ? variable.name() : variable.name() + "^" + power));
        return String.join("*", factors);
    }

    /** C12 for cos(q1 + q2); the angle is in the name where a joint turns backward or twice. */
    private String function(Monomial monomial) {
        StringBuilder indices = new StringBuilder();
        StringBuilder sum = new StringBuilder();
        TreeSet<Integer> multiples = new TreeSet<>();
        for (int k = 0; k < joints; k++) {
            int multiple = monomial.multiple(k);
            if (multiple != 0) {
                multiples.add(multiple);
                indices.append(indices.isEmpty() || joints < 10 ? "" : "_").append(k + 1);
                String q = (Math.abs(multiple) == 1 ? "" : Math.abs(multiple) + "*") + "q" + (k + 1);
                sum.append(sum.isEmpty() ? (multiple < 0 ? "-" : "") : multiple < 0 ? " - " : " + ")
                        .append(q);
            }
        }
        String name = (monomial.isSine() ? "S" : "C")
                + (multiples.equals(new TreeSet<>(List.of(1))) ? indices : coded(monomial));
        functions.put(name, (monomial.isSine() ? "sin(" : "cos(") + sum + ")");
        return name;
    }

    /** Multiples before the numbers of joints: C2q2 for cos(2 q2), S1m2 for sin(q1 − q2). */
    private String coded(Monomial monomial) {
        StringBuilder name = new StringBuilder();
        for (int k = 0; k < joints; k++) {
            int multiple = monomial.multiple(k);
            if (multiple != 0) {
                String sign = multiple < 0 ? "m" : name.isEmpty() ? "" : "p";
                name.append(sign)
                        .append(Math.abs(multiple) == 1 ? "" : Math.abs(multiple) + "q")
                        .append(k + 1);
            }
        }
        return name.toString();
    }
}
