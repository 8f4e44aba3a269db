"""Which test fails without which refusal. `make holes` takes each refusal out and looks."""

_STUDIO = "tests/engine/features/studio/test_syncing.py"
_SERVE = "tests/engine/features/door/test_serve.py"
_SCHEMA = "tests/engine/store/test_schema.py"

TESTS = {
    "engine/audio/peaks.py _head OVERVIEW_NEWER": (
        "tests/engine/audio/test_peaks.py::test_bytes_of_a_later_version_are_refused"
    ),
    "engine/features/bulk/plan.py read_plan PLAN_NEWER": (
        "tests/engine/features/bulk/test_plan.py::test_a_changed_head_is_refused"
    ),
    "engine/features/bulk/results.py Results.manifest SHARD_OF_OTHER_PACK": (
        "tests/engine/features/bulk/test_committing.py::test_a_shard_of_another_pack_among_the_results_is_not_believed"
    ),
    "engine/store/user_database.py UserDatabase._refuse_newer FORMAT_NEWER": (
        "tests/engine/features/dialogue/test_edits.py::test_corrections_of_a_newer_earshot_are_left_alone"
    ),
    "engine/features/journal/export_journal.py ExportJournal._opened EXPORTS_NEWER": (
        "tests/engine/features/journal/test_journal.py::test_a_journal_of_a_later_version_is_left_alone"
    ),
    "engine/features/pick_list/pick_list.py read_picks PICKS_NEWER": (
        "tests/engine/features/pick_list/test_pick_list.py::test_a_newer_list_is_refused"
    ),
    "engine/features/door/doorkeeper.py Doorkeeper.begin NOT_OFFERED": (
        f"{_SERVE}::test_what_is_wrong_is_told_as_a_value_and_the_next_question_is_answered"
    ),
    "engine/index/base_files.py verify OTHER_CHECKSUM": (
        "tests/faults/test_index_damage.py::test_any_changed_byte_is_noticed_before_the_load"
    ),
    "engine/index/cells.py Cells.load OTHER_CHECKSUM": (
        "tests/engine/index/test_cells.py::test_a_changed_id_or_cell_is_found_before_any_answer"
    ),
    "engine/features/metadata_edits/journal.py _take JOURNAL_NEWER": (
        "tests/engine/features/metadata_edits/test_describe.py::test_a_journal_of_a_later_earshot_is_refused"
    ),
    "engine/models/manifest.py from_json PACK_NEWER": (
        "tests/engine/models/test_pack.py::test_a_newer_format_asks_for_an_update"
    ),
    "engine/features/owner/model_file.py read_model LEARNT_LATER": (
        "tests/engine/features/owner/test_model_file.py::test_a_later_earshots_is_told"
    ),
    "engine/search/session.py pack_for OTHER_PACK": (
        "tests/engine/library/test_library.py::test_vectors_of_two_packs_are_never_mixed"
    ),
    "engine/features/spotting/spotting_list.py SpottingStore.read LIST_NEWER": (
        "tests/engine/features/spotting/test_lists.py::test_a_list_of_a_later_earshot_is_refused"
    ),
    "engine/store/library_identity.py refuse_other LIBRARY_REPLACED": (
        "tests/engine/library/test_library_presence.py::test_a_job_for_another_library_than_the_one_there_does_nothing"
    ),
    "engine/store/schema.py check_version NOT_OURS": f"{_SCHEMA}::test_a_database_of_another_program_is_left_alone",
    "engine/store/schema.py check_version LIBRARY_NEWER": (
        f"{_SCHEMA}::test_a_newer_library_is_refused_politely_and_left_alone"
    ),
    "engine/store/outbox.py catching ONLY_READER": f"{_STUDIO}::test_a_reader_is_refused_here_and_keeps_up",
    "engine/store/vectors.py VectorLog._check_header FORMAT_NEWER": (
        "tests/engine/store/test_vectors.py::test_newer_vector_file_is_refused"
    ),
    "engine/features/studio/local_state.py refuse_reader ONLY_READER": (
        f"{_STUDIO}::test_a_reader_is_refused_here_and_keeps_up"
    ),
    "engine/features/studio/server_migrations.py set_up SERVER_SCHEMA_NEWER": (
        "tests/engine/features/studio/test_server.py::test_a_later_and_an_earlier_schema_are_refused_politely"
    ),
    "engine/features/studio/server.py facts_of_joined ANOTHER_LIBRARY": (
        f"{_STUDIO}::test_nothing_goes_to_another_library_at_the_same_address"
    ),
    "engine/features/user_data/stage.py _check_header FORMAT_NEWER": (
        "tests/engine/features/user_data/test_files.py::test_a_foreign_or_newer_file_is_refused_politely"
    ),
}
"""File, function and fault of a refusal; the test."""
