package dev.catena.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlPageTest {
    private static final Pattern DATA = Pattern.compile("<script type=\"application/json\"[^>]*>(.*?)</script>");

    private static List<JsonNode> data(String html) throws Exception {
        List<JsonNode> found = new ArrayList<>();
        Matcher matcher = DATA.matcher(html);
        while (matcher.find()) {
            found.add(new ObjectMapper().readTree(matcher.group(1)));
        }
        return found;
    }

    @Test
    void curvesOverTheSameTimesShareThem() throws Exception {
        double[] t = {0, 0.5, 1};
        PlotGrid grid = new PlotGrid(2, 300, 200)
                .add(new Plot("one", "t (s)", "m").curve("a", t, new double[] {1, 2, Double.NaN}))
                .add(new Plot("two", "t (s)", "m")
                        .curve("b", t.clone(), new double[] {0, -1.25, 3})
                        .limits(-2, 9));
        List<JsonNode> data =
                data(new HtmlPage("title", "lead").plots(grid, "caption").toHtml());
        assertThat(data).hasSize(3);
        assertThat(data.get(0).at("/curves/0/x").asInt()).isZero();
        assertThat(data.get(1).at("/curves/0/x").asInt()).isZero();
        assertThat(data.get(2)).hasToString("[[0,0.5,1]]");
        assertThat(data.get(0).at("/curves/0/y")).hasToString("[1,2,null]");
        assertThat(data.get(1).at("/limits")).hasToString("[-2,9]");
        assertThat(data.get(0).has("limits")).isFalse();
    }

    @Test
    void namesCannotLeaveTheirScriptElement() throws Exception {
        String evil = "</script><script>alert(\"&\\\n1\")</script>";
        Plot plot = new Plot(evil, evil, evil).curve(evil, new double[] {0, 1}, new double[] {0, 1});
        String html = new HtmlPage(evil, evil)
                .plots(new PlotGrid(1, 300, 200).add(plot), evil)
                .toHtml();
        assertThat(html).doesNotContain("<script>alert");
        assertThat(data(html).get(0).get("title").asText()).isEqualTo(evil);
        assertThat(data(html).get(0).at("/curves/0/name").asText()).isEqualTo(evil);
    }

    @Test
    void longCurvesKeepTheirPeaks() throws Exception {
        int n = 100_000;
        double[] x = new double[n];
        double[] y = new double[n];
        for (int k = 0; k < n; k++) {
            x[k] = k;
            y[k] = Math.sin(1e-3 * k);
        }
        y[54_321] = 7;
        y[11_111] = -8;
        PlotGrid grid = new PlotGrid(1, 300, 200).add(new Plot("p", "x", "y").curve("c", x, y));
        JsonNode curve =
                data(new HtmlPage("t", "l").plots(grid, "c").toHtml()).get(0).at("/curves/0");
        assertThat(curve.get("y").size()).isEqualTo(curve.get("x").size()).isLessThanOrEqualTo(2000);
        assertThat(curve.get("y").toString()).contains(",7,").contains(",-8,");
    }

    @Test
    void otherRunsTakeTheColorOfTheCurveBefore() throws Exception {
        double[] t = {0, 1};
        Plot plot = new Plot("p", "t (s)", "y")
                .curve("q", t, new double[] {0, 1})
                .curve("motor", t, new double[] {1, 1})
                .other("motor, before", new double[] {0, 2}, new double[] {1, 2});
        JsonNode other = data(new HtmlPage("t", "l")
                        .plots(new PlotGrid(1, 300, 200).add(plot), "c")
                        .toHtml())
                .get(0)
                .at("/curves/2");
        assertThat(other.get("other").asBoolean()).isTrue();
        assertThat(other.get("color").asInt()).isEqualTo(1);
    }

    @Test
    void aPageWithoutPlotsHasNoScript() {
        assertThat(new HtmlPage("t", "l").paragraph("text").toHtml()).doesNotContain("<script");
    }

    @Test
    void everythingIsInside() {
        PlotGrid grid =
                new PlotGrid(1, 300, 200).add(new Plot("p", "x", "y").curve("c", new double[] {0}, new double[] {1}));
        String html = new HtmlPage("t", "l").plots(grid, "c").toHtml();
        assertThat(html).doesNotContain("http:", "https:", "src=", "@import");
    }
}
