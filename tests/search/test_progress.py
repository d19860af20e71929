"""The bar on standard error."""

from __future__ import annotations

import pytest

from fulltext_query.search.progress import progress_bar


@pytest.mark.parametrize(("total", "at"), [(3000, None), (None, None), (70, lambda: 35)])
def test_what_is_done_is_shown_on_standard_error(
    capsys: pytest.CaptureFixture[str], total: int | None, at: object
) -> None:
    with progress_bar("indexing", "documents", total=total, at=at) as advance:  # type: ignore[arg-type]
        advance(1000)
        advance(500)
    out, err = capsys.readouterr()
    assert out == ""
    assert "indexing" in err
    assert "1,500 documents" in err
