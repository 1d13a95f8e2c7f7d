package dev.catena.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.ShippedRobots;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server hands the page to this machine and nothing else to anybody. */
class StudioServerTest {
    private final StudioRobot robot = new StudioRobot(ShippedRobots.load("two-link"));
    private final HttpClient client = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private StudioServer server;

    @BeforeEach
    void start() throws IOException {
        server = new StudioServer(robot, null, "name: two-link", 0);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.address().resolve(address)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String address, String body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.address().resolve(address))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** What is answered to some lines, just as they are. */
    private String raw(String... lines) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write((String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void pageAndItsFilesAreThereWithTheirKinds() throws Exception {
        HttpResponse<String> page = get("");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("importmap", "served.js").doesNotContain("<!--head-->");
        assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
                .contains("default-src 'self'", "'wasm-unsafe-eval'", "frame-ancestors 'none'")
                .doesNotContain("unsafe-inline", "'unsafe-eval'", "*");
        assertThat(page.headers().firstValue("access-control-allow-origin")).isEmpty();
        for (String file : WebFiles.served()) {
            HttpResponse<String> answer = get(file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.headers().firstValue("content-type").orElseThrow())
                    .startsWith(file.endsWith(".css") ? "text/css" : "text/javascript");
        }
        assertThat(get("robot.wasm").headers().firstValue("content-type")).contains("application/wasm");
        assertThat(get("robot.json").body()).contains("\"name\":\"two-link\"");
        assertThat(get("robot.yaml").body()).isEqualTo("name: two-link");
        assertThat(get("motion.bin").statusCode()).isEqualTo(204);
        assertThat(get("page.html").body()).contains("catena-scripts");
    }

    @Test
    void nothingElseIsReachable() throws Exception {
        String secret = server.address().getPath();
        for (String path : List.of(
                "../../etc/passwd",
                "..%2f..%2fetc%2fpasswd",
                "vendor/../../StudioServer.class",
                "mesh/0",
                "mesh/../robot.json",
                "alone.js",
                "vendor/checksums.sha256",
                "%00")) {
            assertThat(raw("GET " + secret + path + " HTTP/1.1", "Host: 127.0.0.1:" + server.port()))
                    .as(path)
                    .matches("(?s)HTTP/1.1 (400|403|404) .*");
        }
        assertThat(get("/").statusCode()).isEqualTo(403);
        assertThat(get("/" + "0".repeat(32) + "/").statusCode()).isEqualTo(403);
        assertThat(get(secret.substring(0, secret.length() - 1)).statusCode()).isEqualTo(403);
        assertThat(post("robot.json", "{}").statusCode()).isEqualTo(405);
    }

    @Test
    void otherHostsAndOriginsAreRefused() throws Exception {
        String line = "GET " + server.address().getPath() + " HTTP/1.1";

        assertThat(raw(line, "Host: 127.0.0.1:" + server.port())).startsWith("HTTP/1.1 200");
        assertThat(raw(line, "Host: localhost:" + server.port())).startsWith("HTTP/1.1 200");
        assertThat(raw(line, "Host: evil.example")).startsWith("HTTP/1.1 403");
        assertThat(raw(line, "Host: evil.example:" + server.port())).startsWith("HTTP/1.1 403");
        assertThat(raw(line, "Host: 127.0.0.1:" + server.port(), "Origin: http://evil.example"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void onlyThisMachineIsListenedTo() throws Exception {
        for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(network.getInetAddresses())) {
                if (!address.isLoopbackAddress()) {
                    assertThatThrownBy(() -> new Socket(address, server.port()).close())
                            .isInstanceOf(IOException.class);
                }
            }
        }
        assertThat(server.address().getHost()).isEqualTo("127.0.0.1");
    }

    @Test
    void eachServerHasASecretOfItsOwnAndAPortOfItsOwn() throws Exception {
        try (StudioServer second = new StudioServer(robot, null, "", 0)) {
            assertThat(second.address().getPath())
                    .hasSize(34)
                    .isNotEqualTo(server.address().getPath());
        }
        assertThatThrownBy(() -> new StudioServer(robot, null, "", server.port()).close())
                .isInstanceOf(IOException.class)
                .hasMessage("port %s is taken; choose another one, or none".formatted(server.port()));
    }

    @Test
    void wishesThatMakeNoSenseAreToldSo() throws Exception {
        assertThat(post("plan", "nonsense").body()).contains("no JSON");
        assertThat(post("plan", "[]").body()).contains("no object");
        assertThat(post("plan", "{\"start\":[0],\"goal\":[0,1],\"duration\":1}").body())
                .contains("2 numbers");
        assertThat(post("plan", "{\"start\":[0,0],\"goal\":[0,1],\"duration\":0}")
                        .body())
                .contains("duration");
        assertThat(post("plan", "{\"start\":[0,0],\"goal\":[0,1],\"duration\":1,\"objective\":\"joy\"}")
                        .body())
                .contains("joy", "time, effort and jerk");
        for (String wish : new String[] {
            "{\"start\":[0,1e999],\"goal\":[0,1],\"duration\":1}",
            "{\"start\":[0,0],\"goal\":[0,1],\"duration\":1,\"ofEffort\":1e999}"
        }) {
            assertThat(post("plan", wish).body()).contains("\"1e999\" is no finite number");
        }
        assertThat(post("plan", "{\"color\":1}").statusCode()).isEqualTo(400);
        assertThat(get("plan/77/motion").statusCode()).isEqualTo(404);
        assertThat(get("plan/77").body()).isEmpty();
    }

    @Test
    void plansTellHowTheyGoAndCanBeCanceled() throws Exception {
        String body = post("plan", "{\"start\":[0,0],\"goal\":[0.5,0.4],\"duration\":1,\"objective\":\"jerk\"}")
                .body();
        assertThat(body).isEqualTo("{\"id\":1}");
        String events = get("plan/1").body();
        assertThat(events).contains("event: iteration\n", "event: done\n", "\"solved\":true");
        assertThat(get("plan/1/motion").statusCode()).isEqualTo(200);

        assertThat(post("plan", "{\"start\":[0,0],\"goal\":[2.5,2.4],\"duration\":1,\"objective\":\"effort\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(post("plan/cancel", "").statusCode()).isEqualTo(204);
        assertThat(get("plan/2").body()).contains("event: done\n");
    }

    @Test
    void addressOfTheServerIsAWebAddress() {
        assertThat(server.address())
                .isEqualTo(URI.create(
                        "http://127.0.0.1:" + server.port() + server.address().getPath()));
    }
}
