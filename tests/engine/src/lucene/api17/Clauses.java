package org.apache.lucene.queryparser.classic;

import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.Query;

/** The parts of a clause in Lucene 9. */
final class Clauses {
    static Query query(BooleanClause clause) {
        return clause.getQuery();
    }

    static BooleanClause.Occur occur(BooleanClause clause) {
        return clause.getOccur();
    }

    private Clauses() { }
}
