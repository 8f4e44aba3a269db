"""Every package in the locks may go with the GPL, version 3, and the check that says so can tell when one may not."""

import pytest

from installer.licences import is_compatible, judge, locked_names


def test_every_installed_locked_package_may_go_with_the_gpl() -> None:
    lines, refused = judge(locked_names())
    assert len(lines) > 20
    assert refused == []


@pytest.mark.parametrize(
    "licence",
    [
        "MIT",
        "BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0",
        "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
        "BSD 3-Clause License",
        "3-Clause BSD License",
        "Mozilla Public License 2.0 (MPL 2.0)",
    ],
)
def test_free_licences_pass(licence: str) -> None:
    assert is_compatible(licence)


# GPL-2.0 without "or later" is on the FSF's list of licences that do not go with version 3.
@pytest.mark.parametrize("licence", ["GPL-2.0-only", "MIT AND LicenseRef-Proprietary", "CC-BY-NC-4.0", ""])
def test_others_are_refused(licence: str) -> None:
    assert not is_compatible(licence)
