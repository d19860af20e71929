package fulltextquery;

import java.util.List;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** GET /, which every client asks first, and whose module is not published with the server. */
final class RootHandler extends BaseRestHandler {
    @Override
    public String getName() {
        return "fulltext_query_root";
    }

    @Override
    public List<Route> routes() {
        return List.of(
            new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        Build build = Build.current();
        return channel -> {
            XContentBuilder answer = channel.newBuilder().startObject();
            answer.field("name", "test").field("cluster_name", "fulltext-query-tests");
            answer.startObject("version");
            answer.field("number", build.version());
            answer.field("build_flavor", build.flavor());
            answer.field("build_hash", build.hash());
            answer.field("build_snapshot", build.isSnapshot());
            answer.field("lucene_version", org.apache.lucene.util.Version.LATEST.toString());
            answer.field("minimum_wire_compatibility_version", build.minWireCompatVersion());
            answer.field("minimum_index_compatibility_version", build.minIndexCompatVersion());
            answer.endObject();
            answer.field("tagline", "You Know, for Search").endObject();
            channel.sendResponse(new RestResponse(RestStatus.OK, answer));
        };
    }
}
