package fulltextquery;

import java.util.List;
import java.util.stream.Stream;
import org.opensearch.Version;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.env.Environment;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/** A node of OpenSearch 3 with the modules that stand on the class path. */
final class ModulesNode extends Node {
    ModulesNode(Environment environment) {
        super(
            environment,
            Stream.of(
                    Netty4ModulePlugin.class,
                    CommonAnalysisModulePlugin.class,
                    PainlessModulePlugin.class)
                .map(module -> describe(module.getName()))
                .toList(),
            false);
    }

    private static PluginInfo describe(String name) {
        return new PluginInfo(
            name, "a module", "1", Version.CURRENT, "21", name, null, List.of(), false);
    }
}
