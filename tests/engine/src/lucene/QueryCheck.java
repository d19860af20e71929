package org.apache.lucene.queryparser.classic; // where handleBareFuzzy can be overridden

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.search.PrefixQuery;

/**
 * Lucene's classic parser, with what Elasticsearch's query_string adds to it, behind a pipe.
 *
 * A line of input is a default field and a query string, each in base64 of UTF-16BE, with a blank
 * between. A line of output is a JSON array in ASCII: [accepted, leaves, parse, error], where a
 * leaf is [kind, field, text, occur]. Answers come in the order of the questions.
 */
public final class QueryCheck {
    private static final Pattern AUTO = Pattern.compile("AUTO(:\\d+,\\d+)?");

    private static final class Parser extends QueryParser {
        Parser(String field) {
            super(field, new WhitespaceAnalyzer());
            setAllowLeadingWildcard(true);
            setSplitOnWhitespace(false);
        }

        /** After a field, Elasticsearch takes an unquoted <a, <=a, >a or >=a for a range. */
        @Override
        protected Query getFieldQuery(String field, String text, boolean quoted)
                throws ParseException {
            // the very string that the parser was made with, and not an equal one that was typed
            boolean named = field != getField();
            Query range = named && !quoted ? oneSided(field, text) : null;
            return range != null ? range : super.getFieldQuery(field, text, quoted);
        }

        /** Lucene forgives any ~x after a word; Elasticsearch takes 0, 1, 2, AUTO and AUTO:l,h. */
        @Override
        Query handleBareFuzzy(String field, Token slop, String image) throws ParseException {
            String asked = slop.image.substring(1).toUpperCase(Locale.ROOT);
            int edits = 2;
            if (!asked.isEmpty() && !AUTO.matcher(asked).matches()) {
                float number;
                try {
                    number = Float.parseFloat(asked);
                } catch (NumberFormatException e) {
                    throw new ParseException("fuzziness cannot be [" + asked + "]");
                }
                edits = (int) number;
                if (number != edits || edits < 0 || edits > 2) {
                    throw new ParseException(
                        "fuzziness needs to be one of 0.0, 1.0 or 2.0 but was " + number);
                }
            }
            return new FuzzyQuery(new Term(field, image), edits);
        }
    }

    /** A query on a field that the query string itself names, as in f:a. */
    private static Query oneSided(String field, String text) {
        char sign = text.isEmpty() ? 0 : text.charAt(0);
        if (text.length() < 2 || sign != '<' && sign != '>') {
            return null;
        }
        boolean included = text.length() > 2 && text.charAt(1) == '=';
        String bound = text.substring(included ? 2 : 1);
        return sign == '>'
            ? TermRangeQuery.newStringRange(field, bound, null, included, true)
            : TermRangeQuery.newStringRange(field, null, bound, true, included);
    }

    public static void main(String[] arguments) throws Exception {
        // the server's limit counts fields too and depends on its heap: not a matter of syntax
        IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
        BufferedReader in = new BufferedReader(
            new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 16);
        Writer out = new BufferedWriter(new OutputStreamWriter(
            new FileOutputStream(FileDescriptor.out), StandardCharsets.US_ASCII), 1 << 16);
        String field = null;
        Parser parser = null;
        for (String line; (line = in.readLine()) != null; ) {
            int blank = line.indexOf(' ');
            String asked = decode(line.substring(0, blank));
            if (!asked.equals(field)) {
                field = asked;
                parser = new Parser(field);
            }
            out.write(answer(parser, decode(line.substring(blank + 1))));
            out.write('\n');
            if (!in.ready()) {
                out.flush();
            }
        }
        out.flush();
    }

    private static String answer(Parser parser, String text) {
        try {
            // a blank string never reaches the parser in Elasticsearch: it matches nothing
            Query query = text.trim().isEmpty() ? new MatchNoDocsQuery() : parser.parse(text);
            StringBuilder json = new StringBuilder("[true,[");
            int start = json.length();
            leaves(query, BooleanClause.Occur.SHOULD, json, start);
            json.append("],");
            quote(query.toString(), json);
            return json.append(",\"\"]").toString();
        } catch (ParseException | RuntimeException | StackOverflowError e) {
            StringBuilder json = new StringBuilder("[false,[],\"\",");
            quote(e.getClass().getSimpleName() + ": " + e.getMessage(), json);
            return json.append(']').toString();
        }
    }

    private static void leaves(
            Query query, BooleanClause.Occur occur, StringBuilder json, int start) {
        if (query instanceof BooleanQuery group) {
            for (BooleanClause clause : group) {
                leaves(Clauses.query(clause), strictest(occur, Clauses.occur(clause)), json, start);
            }
        } else if (query instanceof BoostQuery boosted) {
            leaves(boosted.getQuery(), occur, json, start);
        } else if (!(query instanceof MatchNoDocsQuery)) {
            String[] where = where(query);
            json.append(json.length() > start ? ",[" : "[");
            quote(query.getClass().getSimpleName(), json);
            json.append(',');
            quote(where[0], json);
            json.append(',');
            quote(where[1], json);
            json.append(",\"").append(occur.name()).append("\"]");
        }
    }

    /** Of the operators on the way to a leaf, the one that decides most: - before + before none. */
    private static BooleanClause.Occur strictest(BooleanClause.Occur a, BooleanClause.Occur b) {
        if (a == BooleanClause.Occur.MUST_NOT || b == BooleanClause.Occur.MUST_NOT) {
            return BooleanClause.Occur.MUST_NOT;
        }
        return a == BooleanClause.Occur.SHOULD && b == BooleanClause.Occur.SHOULD
            ? BooleanClause.Occur.SHOULD : BooleanClause.Occur.MUST;
    }

    /** The field and the text of a leaf; a phrase's words are joined by blanks. */
    private static String[] where(Query query) {
        if (query instanceof TermQuery leaf) {
            return of(leaf.getTerm());
        } else if (query instanceof PhraseQuery leaf) {
            StringJoiner words = new StringJoiner(" ");
            for (Term term : leaf.getTerms()) {
                words.add(term.text());
            }
            return new String[] {leaf.getField(), words.toString()};
        } else if (query instanceof FuzzyQuery leaf) {
            return of(leaf.getTerm());
        } else if (query instanceof PrefixQuery leaf) {
            return of(leaf.getPrefix());
        } else if (query instanceof WildcardQuery leaf) {
            return of(leaf.getTerm());
        } else if (query instanceof RegexpQuery leaf) {
            return of(leaf.getRegexp());
        } else if (query instanceof TermRangeQuery leaf) {
            return new String[] {leaf.getField(), leaf.toString(leaf.getField())};
        } else if (query instanceof MultiTermQuery leaf) {
            return new String[] {leaf.getField(), leaf.toString(leaf.getField())};
        }
        return new String[] {"", query.toString()};
    }

    private static String[] of(Term term) {
        return new String[] {term.field(), term.text()};
    }

    /** Every UTF-16 unit as it is, lone surrogates too, which a charset would replace. */
    private static String decode(String base64) {
        byte[] bytes = Base64.getDecoder().decode(base64);
        char[] units = new char[bytes.length / 2];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) ((bytes[2 * i] & 0xff) << 8 | bytes[2 * i + 1] & 0xff);
        }
        return new String(units);
    }

    private static void quote(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                json.append(c);
            } else {
                json.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    json.append(Character.forDigit(c >> shift & 15, 16));
                }
            }
        }
        json.append('"');
    }

    private QueryCheck() { }
}
