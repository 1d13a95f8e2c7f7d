package dev.catena.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A browser without a screen, driven by the DevTools protocol. */
public final class Chromium implements AutoCloseable {
    private static final int PATIENCE = 60;

    private final ObjectMapper mapper = new ObjectMapper();
    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;

    private Chromium(Path program, Path profile) throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        // what browsers choose by themselves where there is no graphics card
                        "--disable-gpu",
                        "--enable-unsafe-swiftshader",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--remote-debugging-port=0",
                        "--remote-allow-origins=*",
                        "--user-data-dir=" + profile,
                        "--window-size=1280,800",
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path told = profile.resolve("DevToolsActivePort");
        for (int k = 0; k < 50 * PATIENCE && (!Files.exists(told) || Files.size(told) == 0); k++) {
            Thread.sleep(20);
        }
        port = Integer.parseInt(Files.readAllLines(told).get(0));
    }

    /** Where Chromium is, if it is. */
    public static Optional<Path> program() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts a browser.
     *
     * @param profile an empty folder
     */
    public static Chromium start(Path profile) throws IOException, InterruptedException {
        return new Chromium(program().orElseThrow(), profile);
    }

    /** A new tab of some size. */
    public Tab tab(int width, int height, boolean dark) throws IOException, InterruptedException {
        HttpResponse<String> made = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/json/new?about:blank".formatted(port)))
                        .method("PUT", HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        Tab tab =
                new Tab(mapper.readTree(made.body()).get("webSocketDebuggerUrl").asText());
        tab.call("Page.enable", Map.of());
        tab.call("Runtime.enable", Map.of());
        tab.call("Log.enable", Map.of());
        tab.call("Network.enable", Map.of());
        tab.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        tab.call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        return tab;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A page that is open. */
    public final class Tab implements WebSocket.Listener, AutoCloseable {
        private final WebSocket socket;
        private final AtomicInteger count = new AtomicInteger();
        private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
        private final StringBuilder text = new StringBuilder();

        /** What the page complained about. */
        public final List<String> errors = Collections.synchronizedList(new ArrayList<>());

        /** Where the page asked. */
        public final List<String> requests = Collections.synchronizedList(new ArrayList<>());

        private Tab(String address) {
            socket = client.newWebSocketBuilder()
                    .buildAsync(URI.create(address), this)
                    .join();
        }

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                String message = text.toString();
                text.setLength(0);
                try {
                    receive(mapper.readTree(message));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            webSocket.request(1);
            return CompletableFuture.completedFuture(null);
        }

        private void receive(JsonNode message) {
            if (message.has("id")) {
                CompletableFuture<JsonNode> answer =
                        waiting.remove(message.get("id").asInt());
                if (answer != null) {
                    answer.complete(message);
                }
                return;
            }
            JsonNode parameters = message.path("params");
            switch (message.path("method").asText()) {
                case "Runtime.exceptionThrown" ->
                    errors.add(parameters.path("exceptionDetails").toString());
                case "Runtime.consoleAPICalled" -> {
                    if (parameters.path("type").asText().matches("error|warning|assert")) {
                        errors.add(parameters.path("args").toString());
                    }
                }
                case "Log.entryAdded" -> {
                    String level = parameters.path("entry").path("level").asText();
                    String said = parameters.path("entry").path("text").asText();
                    // software GL tells about itself
                    if (level.matches("error|warning")
                            && !said.contains("GL Driver Message")
                            && !said.contains("GPU")) {
                        errors.add(parameters.path("entry").toString());
                    }
                }
                case "Network.requestWillBeSent" ->
                    requests.add(parameters.path("request").path("url").asText());
                default -> {}
            }
        }

        /** Calls a method of the protocol. */
        @CanIgnoreReturnValue
        public JsonNode call(String method, Map<String, ?> parameters) {
            int id = count.incrementAndGet();
            CompletableFuture<JsonNode> answer = new CompletableFuture<>();
            waiting.put(id, answer);
            ObjectNode message = mapper.createObjectNode().put("id", id).put("method", method);
            message.set("params", mapper.valueToTree(parameters));
            socket.sendText(message.toString(), true).join();
            try {
                JsonNode told = answer.get(PATIENCE, TimeUnit.SECONDS);
                if (told.has("error")) {
                    throw new IllegalStateException(method + ": " + told.get("error"));
                }
                return told.path("result");
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new IllegalStateException(method + " has no answer", e);
            }
        }

        /** The value of an expression, promises waited for. */
        @CanIgnoreReturnValue
        public JsonNode evaluate(String expression) {
            JsonNode told = call(
                    "Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
            if (told.has("exceptionDetails")) {
                throw new IllegalStateException(expression + ": " + told.get("exceptionDetails"));
            }
            return told.path("result").path("value");
        }

        /** Opens an address and waits for the robot. */
        public void open(String address) throws InterruptedException {
            call("Page.navigate", Map.of("url", address));
            await("document.querySelector('#canvas')?.dataset.ready === 'true'");
        }

        /** Waits until an expression is true. */
        public void await(String expression) throws InterruptedException {
            for (int k = 0; k < 50 * PATIENCE; k++) {
                if (evaluate("Boolean(%s)".formatted(expression)).asBoolean()) {
                    return;
                }
                Thread.sleep(20);
            }
            throw new IllegalStateException("never true: %s; errors %s; notice %s"
                    .formatted(expression, errors, evaluate("document.querySelector('#notice')?.textContent")));
        }

        /** A picture of the page. */
        public byte[] picture() {
            return Base64.getDecoder()
                    .decode(call("Page.captureScreenshot", Map.of("format", "png"))
                            .get("data")
                            .asText());
        }

        @Override
        public void close() {
            socket.abort();
        }
    }
}
