"""What the licence gate lets through."""

import pytest

from engine.base.training_messages import ExclusionReason
from training.data.corpora.licences import LicenceStatus, Policy, is_kept, judge


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
    assert judge(licence).standing is LicenceStatus.OPEN


@pytest.mark.parametrize(
    ("licence", "reason"),
    [
        ("http://creativecommons.org/licenses/by-nc/3.0/", ExclusionReason.NON_COMMERCIAL),
        ("CC BY-NC-SA 4.0", ExclusionReason.NON_COMMERCIAL),
        ("Attribution NonCommercial", ExclusionReason.NON_COMMERCIAL),
        ("https://creativecommons.org/licenses/by-nd/4.0/", ExclusionReason.NO_DERIVATIVES),
        ("CC BY-NC-ND 4.0", ExclusionReason.NON_COMMERCIAL),
        ("Creative Commons Attribution-NoDerivatives 4.0", ExclusionReason.NO_DERIVATIVES),
        ("academic use only (WavCaps)", ExclusionReason.LIMITED_USE),
        ("For personal use only", ExclusionReason.LIMITED_USE),
        ("All rights reserved", ExclusionReason.RIGHTS_RESERVED),
        ("\u00a9 2018 BOOM Library GmbH", ExclusionReason.COPYRIGHT),
        ("Copyright 2011 Somebody", ExclusionReason.COPYRIGHT),
        ("Royalty-free, single user license", ExclusionReason.VENDOR_TERMS),
        ("CC BY 4.0. Not to be used for machine learning.", ExclusionReason.TERMS),
        ("AI training is prohibited", ExclusionReason.TERMS),
        ("Text and data mining rights reserved", ExclusionReason.TERMS),
    ],
)
def test_what_forbids_training_is_restricted(licence: str, reason: ExclusionReason) -> None:
    verdict = judge(licence)
    assert (verdict.standing, verdict.reason) == (LicenceStatus.RESTRICTED, reason)


def test_a_sound_of_a_vendor_is_restricted_and_the_vendor_named() -> None:
    verdict = judge("", origins=["Jane", "Sounds/Hollywood_Edge/Cars"])
    assert (verdict.standing, verdict.stated) == (LicenceStatus.RESTRICTED, "Hollywood_Edge")


def test_an_ordinary_folder_is_no_vendor() -> None:
    assert judge("", origins=["Field/Splices of tape", "output stage"]).standing is LicenceStatus.UNKNOWN


def test_the_users_own_copyright_forbids_nothing() -> None:
    assert judge("\u00a9 2021 Jane Doe", owners=["Jane Doe"]).standing is LicenceStatus.OPEN


def test_not_even_the_owner_overrules_words_against_training() -> None:
    assert judge("\u00a9 Jane Doe, no AI training", owners=["Jane Doe"]).standing is LicenceStatus.RESTRICTED


def test_silence_passes_unless_the_gate_is_strict() -> None:
    silent = judge("")
    assert [is_kept(silent, policy) for policy in Policy] == [True, True, False]


def test_what_is_restricted_passes_only_where_it_is_said() -> None:
    restricted = judge("CC BY-NC 4.0")
    assert [is_kept(restricted, policy) for policy in Policy] == [True, False, False]
