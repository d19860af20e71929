package fulltextquery;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;

/**
 * One OpenSearch node on 127.0.0.1: arguments HOME DATA [setting=value ...].
 *
 * Prints "READY port" on standard output once it answers, logs to standard error, and ends when
 * standard input ends. So it never outlives the process that started it, however that one dies.
 */
public final class TestNode {
    public static void main(String[] arguments) throws Exception {
        PrintStream protocol = System.out;
        System.setOut(System.err);
        Path home = Path.of(arguments[0]);
        Path data = Path.of(arguments[1]);
        LogConfigurator.configureWithoutConfig(Settings.EMPTY);

        Settings.Builder settings = Settings.builder()
            .put("path.home", home)
            .put("path.data", data.resolve("data"))
            .put("path.logs", data.resolve("logs"))
            .put("cluster.name", "fulltext-query-tests")
            .put("node.name", "test")
            .put("network.host", "127.0.0.1")
            .put("http.port", "0")
            .put("transport.port", "0")
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("discovery.type", "single-node")
            .put("node.store.allow_mmap", false)
            .put("action.auto_create_index", false)
            // a nearly full disk is no reason for a small test index to become read-only
            .put("cluster.routing.allocation.disk.threshold_enabled", false);
        for (int i = 2; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=", 2);
            settings.put(pair[0], pair[1]);
        }

        Node node = new ModulesNode(
            InternalSettingsPreparer.prepareEnvironment(
                settings.build(), Map.of(), data.resolve("config"), () -> "test"));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
        node.start();
        int port = node.injector().getInstance(HttpServerTransport.class)
            .boundAddress().publishAddress().getPort();
        protocol.println("READY " + port);
        protocol.flush();

        while (System.in.read() >= 0) { }
        System.exit(0);
    }

    private static void close(Node node) {
        try {
            node.close();
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
