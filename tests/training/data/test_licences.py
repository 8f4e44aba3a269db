"""What the licence gate lets through."""

import pytest

from training.data.corpora.licences import Policy, Standing, is_kept, judge


@pytest.mark.parametrize(
    "licence",
    [
        "http://creativecommons.org/publicdomain/zero/1.0/",
        "CC0",
        "CC BY 4.0 (Dubtrain)",
        "https://creativecommons.org/licenses/by/3.0/",
        "CC BY-SA 4.0",
        "Creative Commons Attribution-ShareAlike 3.0 Unported",
        "\u00a9 2019 Jane Doe, CC BY 4.0",
        "GPL-2.0-or-later (with the program)",
        "Copyright (c) 2020 X. All rights reserved. BSD-3-Clause",
        "public domain",
    ],
)
def test_an_open_licence_is_open(licence: str) -> None:
    assert judge(licence).standing is Standing.OPEN


@pytest.mark.parametrize(
    ("licence", "reason"),
    [
        ("http://creativecommons.org/licenses/by-nc/3.0/", "(NC)"),
        ("CC BY-NC-SA 4.0", "(NC)"),
        ("Attribution NonCommercial", "(NC)"),
        ("https://creativecommons.org/licenses/by-nd/4.0/", "(ND)"),
        ("CC BY-NC-ND 4.0", "(NC)"),
        ("Creative Commons Attribution-NoDerivatives 4.0", "(ND)"),
        ("academic use only (WavCaps)", "academic"),
        ("For personal use only", "academic"),
        ("All rights reserved", "all rights"),
        ("\u00a9 2018 BOOM Library GmbH", "a copyright"),
        ("Copyright 2011 Somebody", "a copyright"),
        ("Royalty-free, single user license", "vendor's terms"),
        ("CC BY 4.0. Not to be used for machine learning.", "forbid training"),
        ("AI training is prohibited", "forbid training"),
        ("Text and data mining rights reserved", "forbid training"),
    ],
)
def test_what_forbids_training_is_restricted(licence: str, reason: str) -> None:
    verdict = judge(licence)
    assert (verdict.standing, reason in verdict.reason) == (Standing.RESTRICTED, True)


def test_a_sound_of_a_vendor_is_restricted_and_the_vendor_named() -> None:
    verdict = judge("", origins=["Jane", "Sounds/Hollywood_Edge/Cars"])
    assert (verdict.standing, verdict.stated) == (Standing.RESTRICTED, "Hollywood_Edge")


def test_an_ordinary_folder_is_no_vendor() -> None:
    assert judge("", origins=["Field/Splices of tape", "output stage"]).standing is Standing.UNKNOWN


def test_the_users_own_copyright_forbids_nothing() -> None:
    assert judge("\u00a9 2021 Jane Doe", owners=["Jane Doe"]).standing is Standing.OPEN


def test_not_even_the_owner_overrules_words_against_training() -> None:
    assert judge("\u00a9 Jane Doe, no AI training", owners=["Jane Doe"]).standing is Standing.RESTRICTED


def test_silence_passes_unless_the_gate_is_strict() -> None:
    silent = judge("")
    assert [is_kept(silent, policy) for policy in Policy] == [True, True, False]


def test_what_is_restricted_passes_only_where_it_is_said() -> None:
    restricted = judge("CC BY-NC 4.0")
    assert [is_kept(restricted, policy) for policy in Policy] == [True, False, False]
