package org.apache.lucene.queryparser.classic;

import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.Query;

/** The parts of a clause in Lucene 10, where it is a record. */
final class Clauses {
    static Query query(BooleanClause clause) {
        return clause.query();
    }

    static BooleanClause.Occur occur(BooleanClause clause) {
        return clause.occur();
    }

    private Clauses() { }
}
