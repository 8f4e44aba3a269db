"""The recipes against the papers: every row of their tables is there, with its figures and its settings."""

from dataclasses import asdict
from functools import cache
from typing import Any, cast

import pytest

from training.base.recipe import RECIPES
from training.data.corpora.registry import CorpusPart
from training.papers.passt.paper_rows import PublishedRow
from training.papers.passt.registry import all_rows, chosen
from training.papers.passt.rows import ReproducedRow, facts_of, in_order, read_rows

FIRST_PAPER = {
    # Table 3: audio tower, text tower, mAP@10, R@1, R@5, R@10
    "passt-n-bert-small": ("passt-n", "bert-small", 32.98, 21.45, 48.71, 62.05),
    "passt-n-bert-base": ("passt-n", "bert-base-uncased", 35.22, 23.07, 51.48, 65.36),
    "passt-n-bert-large": ("passt-n", "bert-large-uncased", 35.78, 23.75, 52.27, 65.57),
    "passt-n-roberta-base": ("passt-n", "roberta-base", 35.12, 23.02, 51.89, 65.26),
    "passt-n-roberta-large": ("passt-n", "roberta-large", 36.65, 24.26, 53.89, 66.87),
    "cnn10-bert-base": ("cnn10", "bert-base-uncased", 23.72, 14.18, 36.59, 49.21),
    "cnn14-bert-base": ("cnn14", "bert-base-uncased", 28.06, 17.86, 40.82, 54.56),
    "passt-l-bert-base": ("passt-l", "bert-base-uncased", 33.47, 21.67, 49.24, 63.16),
    "passt-s-bert-base": ("passt-s", "bert-base-uncased", 32.83, 20.90, 48.82, 62.60),
    "passt-n-roberta-large-finetuned": ("passt-n", "roberta-large", 38.00, 25.51, 55.06, 68.56),
    "passt-n-roberta-large-finetuned-gpt": ("passt-n", "roberta-large", 38.56, 26.07, 55.27, 69.30),
    "dcase2023-baseline": ("cnn14", "all-mpnet-base-v2", 22.20, 13.00, 34.30, 48.00),
    "wavcaps-cnn14-bert-base-finetuned": ("cnn14", "bert-base-uncased", 32.95, 21.41, 47.77, 62.10),
}
AUDIOCAPS = {"audiocaps:train", "audiocaps:val", "audiocaps:test"}
ABLATION = {
    # Table 4: parts, mAP@10
    "ablation-audiocaps": (AUDIOCAPS, 21.01),
    "ablation-wavcaps": ({"wavcaps:all"}, 27.62),
    "ablation-clotho": ({"clotho:development"}, 27.28),
    "ablation-audiocaps-wavcaps": (AUDIOCAPS | {"wavcaps:all"}, 27.13),
    "ablation-wavcaps-clotho": ({"wavcaps:all", "clotho:development"}, 34.42),
    "ablation-audiocaps-clotho": (AUDIOCAPS | {"clotho:development"}, 30.64),
    "passt-n-bert-base": (AUDIOCAPS | {"wavcaps:all", "clotho:development"}, 35.22),
}
AUDIO_TOWERS = {
    # Table 2: patchout over frequency and time, longest input in seconds, million weights
    "cnn10-bert-base": (None, 30.0, 6.3),
    "cnn14-bert-base": (None, 30.0, 81.8),
    "passt-l-bert-base": ((4, 50), 10.0, 41.8),
    "passt-n-bert-base": ((2, 15), 10.0, 86.2),
    "passt-s-bert-base": ((4, 50), 10.0, 86.2),
    "passt-s20-15s": ((3, 80), 15.0, 86.2),  # Table 2 has 4;80 at 20 s; the study cuts shorter and its scripts have 3
}
CONTEXT_STUDY = {
    "passt-s20-2s": (2.0, 11),
    "passt-s20-5s": (5.0, 27),
    "passt-s20-10s": (10.0, 53),
    "passt-s20-15s": (15.0, 80),
}
"""Figure 1: segment in seconds, and the patchout over time of the released scripts."""
SECOND_PAPER = {
    # Table 2: audio tower, batch, mAP@10, R@1, R@5, R@10
    "distill-passt-1": ("passt-n", 64, 35.70, 23.83, 51.79, 64.96),
    "distill-atst-1": ("atst-frame", 64, 32.31, 21.45, 47.01, 59.39),
    "distill-mn40-1": ("mn40", 32, 34.06, 22.49, 49.19, 63.31),
    "distill-passt-2": ("passt-n", 64, 39.77, 27.12, 57.13, 69.86),
    "distill-atst-2": ("atst-frame", 64, 38.96, 26.81, 54.87, 68.82),
    "distill-mn40-2": ("mn40", 32, 37.73, 25.21, 54.66, 68.04),
}
README = {
    "readme-passt-2": (40.11, 27.69, 57.05, 70.50),
    "readme-clotho-1": (28.20, 17.24, 42.31, 56.47),
    "readme-clotho-2": (29.94, 18.48, 45.58, 60.40),
}
DCASE_2025 = {
    # mAP@16, mAP@10, R@1, R@5, R@10
    "dcase2025-clotho": (32.82, 27.83, 16.95, 42.46, 55.80),
    "dcase2025-audiocaps": (35.21, 30.97, 19.56, 46.45, 59.48),
    "dcase2025-wavcaps": (40.59, 35.23, 23.29, 52.17, 64.78),
}
TEACHERS = ("distill-passt-1", "distill-atst-1", "distill-mn40-1")


@cache
def rows() -> dict[str, ReproducedRow]:
    return read_rows()


@cache
def retrieval() -> dict[str, PublishedRow]:
    return {name: row for name, row in all_rows().items() if row.paper not in ("units", "words")}


def names(paper: str, table: str) -> set[str]:
    return {row.name for row in chosen(retrieval(), paper, table)}


def figures(name: str) -> tuple[float | None, ...]:
    paper = rows()[name].paper
    return paper.map10, paper.recall1, paper.recall5, paper.recall10


def settings(name: str, table: str) -> dict[str, object]:
    """One tower's settings by their names."""
    tower = getattr(rows()[name].config.model, table)
    return {key: getattr(tower, key) for key in tower.__dataclass_fields__}


def test_every_row_of_every_table_has_its_recipe_and_nothing_else_is_there() -> None:
    assert names("passt", "3") == {*FIRST_PAPER, "wavcaps-cnn14-bert-base"}  # the last one's first stage
    assert names("passt", "4") == set(ABLATION)
    assert names("passt", "2") == set(AUDIO_TOWERS)
    assert names("passt", "figure 1") == set(CONTEXT_STUDY)
    assert names("distillation", "2") == {*SECOND_PAPER, "distill-ensemble"}
    assert names("distillation", "readme") == set(README)
    finals = {f"final-{tower}-{stage}" for tower in ("passt", "atst", "mn40") for stage in (1, 2)}
    assert names("distillation", "final") == {*finals, "final-ensemble"}
    assert names("dcase2025", "baseline") == set(DCASE_2025)
    tables = ("2", "3", "4", "figure 1", "readme", "final", "baseline")
    assert {row.name for table in tables for row in chosen(retrieval(), table=table)} == set(rows())


@pytest.mark.parametrize("name", FIRST_PAPER)
def test_rows_of_table_3_have_their_towers_and_figures(name: str) -> None:
    audio, text, *published = FIRST_PAPER[name]
    assert (settings(name, "audio")["tower"], settings(name, "text")["name"]) == (audio, text)
    assert figures(name) == tuple(published)


@pytest.mark.parametrize("name", ABLATION)
def test_rows_of_table_4_learn_from_their_corpora(name: str) -> None:
    parts, map10 = ABLATION[name]
    assert set(rows()[name].config.data.train) == parts
    assert rows()[name].paper.map10 == map10
    assert settings(name, "text")["name"] == "bert-base-uncased"


@pytest.mark.parametrize("name", AUDIO_TOWERS)
def test_rows_of_table_2_have_their_patchout_and_input(name: str) -> None:
    patchout, segment_s, millions = AUDIO_TOWERS[name]
    audio = settings(name, "audio")
    assert audio["segment_s"] == segment_s
    assert (audio.get("patchout_frequency"), audio.get("patchout_time")) == (patchout or (None, None))
    assert rows()[name].paper.audio_millions == millions


@pytest.mark.parametrize("name", CONTEXT_STUDY)
def test_figure_1_cuts_shorter_segments_and_leaves_out_fewer_patches(name: str) -> None:
    segment_s, patchout = CONTEXT_STUDY[name]
    audio = settings(name, "audio")
    assert (audio["tower"], audio["segment_s"], audio["patchout_time"]) == ("passt-s20", segment_s, patchout)


@pytest.mark.parametrize("name", [name for name in FIRST_PAPER if not name.startswith(("wavcaps", "dcase"))])
def test_the_first_papers_schedule_is_that_of_section_2_6(name: str) -> None:
    config = rows()[name].config
    run = config.run
    tuned = "finetuned" in name
    assert (run.epochs, run.learning_rate) == ((5, 8e-6) if tuned else (16, 2e-5))
    assert (run.warm_up_epochs, run.least_rate, run.weight_decay) == (1, 1e-7, 0.0)
    assert config.batch.size == 64
    assert (config.model.temperature, config.model.temperature_rule, config.model.dim) == (0.01, "plain", 1024)
    assert settings(name, "text")["dropout"] == 0.2
    assert settings(name, "text")["max_tokens"] == 32


def test_fine_tuning_starts_from_the_pretrained_row_and_swaps_three_of_ten_captions() -> None:
    plain, generated = rows()["passt-n-roberta-large-finetuned"], rows()["passt-n-roberta-large-finetuned-gpt"]
    assert plain.paper.start == generated.paper.start == "passt-n-roberta-large"
    assert (plain.config.captions.swap, generated.config.captions.swap) == (0.0, 0.3)
    assert set(plain.config.data.train) == {"clotho:development"}


def test_what_is_tuned_starts_from_the_best_weights_as_the_released_code_loads_them() -> None:
    """The code of 2023 has load_last = "best"; that of 2024 names the best first stage. Final runs have no val."""
    starts = {name: row.paper.start_weights for name, row in rows().items() if row.paper.start}
    finals = {f"final-{tower}-2": "last" for tower in ("passt", "atst", "mn40")}
    assert starts == {name: "best" for name in starts} | finals
    assert {"passt-n-roberta-large-finetuned", "passt-n-roberta-large-finetuned-gpt", "distill-passt-2"} <= set(starts)


@pytest.mark.parametrize("name", SECOND_PAPER)
def test_the_second_papers_rows_have_their_tower_batch_and_figures(name: str) -> None:
    audio, batch, *published = SECOND_PAPER[name]
    config = rows()[name].config
    assert (settings(name, "audio")["tower"], config.batch.size) == (audio, batch)
    assert figures(name) == tuple(published)
    assert settings(name, "text")["name"] == "roberta-large"
    assert (config.model.temperature, config.model.temperature_rule) == (0.05, "fixed")
    assert (config.run.epochs, config.run.flat_from_epoch, config.run.learning_rate) == (20, 15, 2e-5)


@pytest.mark.parametrize("name", ["distill-passt-2", "distill-atst-2", "distill-mn40-2"])
def test_students_start_from_their_first_stage_and_learn_from_all_three(name: str) -> None:
    row = rows()[name]
    assert row.paper.start == name.replace("-2", "-1")
    objective = row.config.objective
    assert set(objective.teachers) == set(TEACHERS)
    assert (objective.supervised_weight, objective.distill_weight, objective.distill_temperature) == (1.0, 1.0, 0.05)
    assert set(row.config.data.train) == {"clotho:development"}


def test_the_released_readme_learns_from_the_teachers_alone() -> None:
    assert rows()["readme-passt-2"].config.objective.supervised_weight == 0.0
    assert rows()["readme-clotho-2"].config.objective.teachers == ("readme-clotho-1",)


@pytest.mark.parametrize("name", README)
def test_the_readmes_figures_are_there(name: str) -> None:
    assert figures(name) == README[name]


@pytest.mark.parametrize("name", DCASE_2025)
def test_the_baseline_of_dcase_2025_has_both_precisions(name: str) -> None:
    assert (rows()[name].paper.map16, *figures(name)) == DCASE_2025[name]


def test_the_ensemble_is_of_the_three_students() -> None:
    ensemble = rows()["distill-ensemble"]
    assert set(ensemble.paper.members) == {"distill-passt-2", "distill-atst-2", "distill-mn40-2"}
    assert figures("distill-ensemble") == (41.90, 29.33, 59.31, 71.92)


@pytest.mark.parametrize("tower", ["passt", "atst", "mn40"])
def test_final_runs_learn_from_all_of_clotho_and_keep_nothing_to_measure(tower: str) -> None:
    whole = {"clotho:development", "clotho:validation", "clotho:evaluation"}
    first, second = rows()[f"final-{tower}-1"].config.data, rows()[f"final-{tower}-2"].config.data
    assert whole | AUDIOCAPS | {"wavcaps:no_overlap"} == set(first.train)
    assert set(second.train) == whole
    assert (first.test, second.test) == ((), ())


def test_the_second_papers_runs_leave_out_what_wavcaps_shares_with_clotho() -> None:
    second = [rows()[name] for name in retrieval() if retrieval()[name].paper == "distillation"]
    parts = {part for row in second if row.trains for part in row.config.data.train}
    assert "wavcaps:all" not in parts
    assert "wavcaps:no_overlap" in parts


def test_what_is_told_without_torch_is_what_the_recipes_set() -> None:
    for row in (row for row in rows().values() if row.trains):
        assert row.facts == facts_of(asdict(cast(Any, row.config))), row.name
        assert row.paper == row.config.paper


def test_all_parts_that_recipes_name_can_be_read() -> None:
    data = [row.facts for row in rows().values() if row.trains]
    assert {str(CorpusPart.of(part)) for one in data for part in one.train + one.val + one.test} == {
        *AUDIOCAPS,
        "clotho:development",
        "clotho:validation",
        "clotho:evaluation",
        "wavcaps:all",
        "wavcaps:no_overlap",
    }


def test_what_is_built_on_runs_first() -> None:
    order = [row.name for row in in_order(rows(), [rows()["distill-ensemble"]])]
    places = {name: order.index(name) for name in order}
    assert max(places[name] for name in TEACHERS) < min(
        places[f"distill-{tower}-2"] for tower in ("passt", "atst", "mn40")
    )
    assert order[-1] == "distill-ensemble"
    assert len(order) == 7


def test_the_page_lists_every_recipe_with_its_figures() -> None:
    page = (RECIPES.parents[1] / "docs/reproducing.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| `") and " " not in line.split("`")[1]]
    assert sorted(line.split("`")[1] for line in lines) == sorted(rows())
    wrong = [
        line
        for line in lines
        for value in figures(line.split("`")[1])
        if value is not None and f" {value:.2f} " not in line
    ]
    assert wrong == []
