"""The table of effectiveness as a picture: differences from the baseline with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fulltext_query.evaluation import Interval

__all__ = ["plot_differences"]


def plot_differences(
    path: Path, differences: Mapping[str, Interval], *, title: str, baseline: str
) -> None:
    """One line a configuration: the mean difference × 100 and its interval, the best on top.

    The format follows the file's name (.png, .svg, .pdf). Raises SystemExit without matplotlib.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise SystemExit("--plot needs matplotlib: pip install matplotlib") from None
    rows = sorted(differences.items(), key=lambda row: row[1].mean)
    figure = Figure(figsize=(8, 1 + 0.32 * len(rows)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for place, (_, found) in enumerate(rows):
        mean, low, high = (100 * value for value in found)
        colour = "#777777" if not found.is_clear else "#2b6cb0" if mean > 0 else "#c05621"
        axes.plot([low, high], [place, place], color=colour, linewidth=2, solid_capstyle="butt")
        axes.plot([mean], [place], "o", color=colour, markersize=5)
        axes.annotate(f"{mean:+.1f}", (mean, place), (0, 5), textcoords="offset points",
                      ha="center", fontsize=7, color=colour)  # fmt: skip
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], fontsize=8)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlabel(f"nDCG@10 × 100, difference from {baseline} (95 % interval)", fontsize=8)
    axes.tick_params(axis="x", labelsize=8)
    axes.set_title(title, fontsize=9)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    figure.savefig(path, dpi=150)
