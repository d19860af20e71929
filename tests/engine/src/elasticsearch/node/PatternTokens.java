package fulltextquery;

import java.util.regex.Pattern;
import org.apache.lucene.analysis.pattern.PatternTokenizer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.TokenizerFactory;

/**
 * The tokenizer "pattern", which every distribution of Elasticsearch has in its module
 * analysis-common. That module is not published on its own, so the tests' node brings Lucene's
 * tokenizer in the same way, with the same two settings.
 */
final class PatternTokens {
    static TokenizerFactory of(String name, Settings settings) {
        Pattern pattern = Pattern.compile(settings.get("pattern", "\\W+"));
        int group = settings.getAsInt("group", -1);
        return TokenizerFactory.newFactory(name, () -> new PatternTokenizer(pattern, group));
    }
}
