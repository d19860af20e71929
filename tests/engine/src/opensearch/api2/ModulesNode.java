package fulltextquery;

import java.util.List;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.env.Environment;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/** A node of OpenSearch 2 with the modules that stand on the class path. */
final class ModulesNode extends Node {
    ModulesNode(Environment environment) {
        super(
            environment,
            List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class),
            false);
    }
}
