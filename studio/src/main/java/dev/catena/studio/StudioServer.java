package dev.catena.studio;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hands the studio out to browsers on this machine, and nothing else to nobody else: it listens on the loopback address
 * only, answers only below a secret that is made anew each time, to requests that name this machine as their host, and
 * knows its files by name rather than by path.
 */
public final class StudioServer implements AutoCloseable {
    private static final int SECRET_BYTES = 16;
    private static final int MOST_POSTED = 1 << 20;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(runnable -> {
        Thread thread = new Thread(runnable, "catena-studio");
        thread.setDaemon(true);
        return thread;
    });
    private final String secret;
    private final Map<String, Answer> answers = new HashMap<>();
    private final String policy;
    private final PlanJobs plans;
    private final StudioRobot robot;

    /** What is at an address. */
    private record Answer(String type, Supplier<byte[]> bytes, Map<String, String> headers) {}

    /**
     * Starts.
     *
     * @param motion what the timeline shows at first, or null
     * @param yaml the robot as a file, for whoever wants it from the page
     * @param port where to listen; 0 for any that is free
     * @throws IOException if the port is taken
     */
    public StudioServer(StudioRobot robot, @Nullable StudioMotion motion, String yaml, int port) throws IOException {
        this.robot = robot;
        // answers would otherwise wait for acknowledgments, 40 ms each
        System.setProperty("sun.net.httpserver.nodelay", "true");
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (BindException e) {
            throw new IOException("port %s is taken; choose another one, or none".formatted(port), e);
        }
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        secret = HexFormat.of().formatHex(random);
        String map = importMap();
        policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'sha256-%s'; img-src 'self' data: blob:;"
                        .formatted(hash(map))
                + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
        plans = new PlanJobs(robot);
        fill(map, motion == null ? null : robot.whole(motion), yaml);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    private void fill(String map, @Nullable StudioMotion motion, String yaml) {
        String head = """
            <script type="importmap">%s</script>
            <link rel="stylesheet" href="%s">
            <link rel="stylesheet" href="style.css">
            <link rel="icon" href="data:,">
            %s
            <script type="module" src="served.js"></script>\
            """.formatted(map, WebFiles.PLOT_STYLE, preloads());
        put("", "text/html", () -> bytes(WebFiles.text("index.html").replace("<!--head-->", head)));
        for (String file : WebFiles.served()) {
            put(file, file.endsWith(".css") ? "text/css" : "text/javascript", () -> bytes(WebFiles.text(file)));
        }
        put("worker.js", "text/javascript", () -> bytes(WebFiles.worker()));
        put("robot.json", "application/json", () -> bytes(robot.json()));
        put("robot.wasm", "application/wasm", robot::code);
        put("robot.yaml", "text/yaml", () -> bytes(yaml));
        put("page.html", "text/html", () -> bytes(StudioPage.ofTree(robot, motion, yaml)));
        robot.meshes()
                .forEach((name, mesh) -> put("mesh/" + name, "application/octet-stream", () -> MeshFiles.read(mesh)));
        if (motion != null) {
            String title = java.net.URLEncoder.encode(motion.title(), StandardCharsets.UTF_8)
                    .replace("+", "%20");
            answers.put(
                    "motion.bin",
                    new Answer(
                            "application/octet-stream",
                            motion::bytes,
                            Map.of(
                                    "x-samples",
                                    String.valueOf(motion.times().length),
                                    "x-title",
                                    title,
                                    "x-layout",
                                    motion.layout())));
        } else {
            answers.put("motion.bin", new Answer("", () -> new byte[0], Map.of()));
        }
    }

    private void put(String address, String type, Supplier<byte[]> content) {
        String full = type.startsWith("text/") ? type + "; charset=utf-8" : type;
        answers.put(address, new Answer(full, content, Map.of()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String importMap() {
        String ours = WebFiles.MODULES.stream()
                .map(module -> "\"studio/%s\":\"./%s\"".formatted(module, module))
                .collect(Collectors.joining(","));
        String others = WebFiles.LIBRARIES.entrySet().stream()
                .map(library -> "\"%s\":\"./%s\"".formatted(library.getKey(), library.getValue()))
                .collect(Collectors.joining(","));
        return "{\"imports\":{%s,%s}}".formatted(ours, others);
    }

    /** All modules at once, rather than those of one module after the other. */
    private static String preloads() {
        Stream<String> libraries = WebFiles.LIBRARIES.entrySet().stream()
                .filter(library -> !WebFiles.RARE.contains(library.getKey()))
                .map(Map.Entry::getValue);
        return Stream.concat(libraries, WebFiles.MODULES.stream())
                .map("<link rel=\"modulepreload\" href=\"./%s\">"::formatted)
                .collect(Collectors.joining("\n"));
    }

    private static String hash(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes(text)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Where the studio is, the secret included. */
    public URI address() {
        return URI.create("http://127.0.0.1:%s/%s/".formatted(port(), secret));
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Security-Policy", policy);
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
            if (!isForThisMachine(exchange)) {
                send(exchange, 403, "text/plain", bytes("this is a server for this machine alone"));
                return;
            }
            String path = exchange.getRequestURI().getPath();
            String below = "/" + secret + "/";
            if (!MessageDigest.isEqual(
                    bytes(path.substring(0, Math.min(path.length(), below.length()))), bytes(below))) {
                send(exchange, 403, "text/plain", bytes("the address lacks the secret that catena studio printed"));
                return;
            }
            answer(exchange, path.substring(below.length()));
        } catch (IOException closed) {
            // the browser went away, which is its right
            return;
        } catch (RuntimeException e) {
            send(exchange, 500, "text/plain", bytes(String.valueOf(e.getMessage())));
        }
    }

    /** Pages of other hosts that a name server led here are refused, and so are those that post from elsewhere. */
    private boolean isForThisMachine(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        List<String> names = List.of("127.0.0.1:" + port(), "localhost:" + port());
        return host != null
                && names.contains(host)
                && (origin == null || names.stream().anyMatch(name -> origin.equals("http://" + name)));
    }

    private void answer(HttpExchange exchange, String name) throws IOException {
        String method = exchange.getRequestMethod();
        if (name.equals("plan") || name.startsWith("plan/")) {
            plan(exchange, method, name);
            return;
        }
        Answer answer = answers.get(name);
        if (answer == null) {
            send(exchange, 404, "text/plain", bytes("there is no " + name));
        } else if (!method.equals("GET")) {
            send(exchange, 405, "text/plain", bytes(name + " can only be read"));
        } else if (answer.type().isEmpty()) {
            exchange.sendResponseHeaders(204, -1);
        } else {
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            send(exchange, 200, answer.type(), answer.bytes().get());
        }
    }

    private void plan(HttpExchange exchange, String method, String name) throws IOException {
        if (method.equals("POST") && name.equals("plan")) {
            byte[] body = exchange.getRequestBody().readNBytes(MOST_POSTED);
            try {
                send(exchange, 200, "application/json", bytes("{\"id\":%s}".formatted(plans.start(body))));
            } catch (IllegalArgumentException e) {
                send(exchange, 400, "text/plain", bytes(String.valueOf(e.getMessage())));
            }
        } else if (method.equals("POST") && name.equals("plan/cancel")) {
            plans.cancel();
            exchange.sendResponseHeaders(204, -1);
        } else if (method.equals("GET") && name.matches("plan/\\d{1,9}")) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            plans.follow(Integer.parseInt(name.substring(5)), exchange.getResponseBody());
        } else if (method.equals("GET") && name.matches("plan/\\d{1,9}/motion")) {
            byte[] motion = plans.motion(Integer.parseInt(name.split("/", -1)[1]));
            send(exchange, motion.length == 0 ? 404 : 200, "application/octet-stream", motion);
        } else {
            send(exchange, 404, "text/plain", bytes("there is no " + name));
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        exchange.getResponseHeaders()
                .set("Content-Type", type.equals("text/plain") ? "text/plain; charset=utf-8" : type);
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        if (content.length > 0) {
            exchange.getResponseBody().write(content);
        }
    }

    @Override
    public void close() {
        plans.cancel();
        server.stop(0);
        threads.shutdownNow();
    }
}
