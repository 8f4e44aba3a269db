"""Messages about embedding on many machines."""

from engine.base.messages import MessageCode


class BulkFault(MessageCode):
    """Why shards cannot be planned, embedded or committed."""

    NO_PLAN = "%1 is not an Earshot plan"
    PLAN_NEWER = "%1 was planned by a newer Earshot (format %2)"
    PLAN_DAMAGED = "the plan %1 is damaged: %2"
    PLACE_TAKEN = "%1 already exists and is not a plan"
    NO_RESULTS = "%1 contains no results from Earshot"
    RESULTS_NEWER = "the results in %1 were made by a newer Earshot (format %2)"
    RESULTS_OF_OTHER_PACK = "the results in %1 were made with the pack %2, and not with %3"
    SHARD_DAMAGED = "the result of shard %1 is damaged: %2"
    SHARD_OF_OTHER_PACK = "the result of shard %1 was made with another pack"
    NO_CLUSTER_PACKAGES = "the packages for embedding on many machines are not installed"
    NO_CLUSTER = "the Ray cluster cannot be reached: %1"
    NO_WORKERS = "no machine of the Ray cluster accepted work within %1 seconds"
    MACHINE_DIFFERS = "the machine %1 has %2, and this one %3: their vectors could differ"
    NO_RAY_HERE = "Ray has no package for this system"


class BulkAdvice(MessageCode):
    """What to do about it."""

    PLAN_AGAIN = "Plan again: earshot embed plan FOLDER --out PLAN"
    PLAN_ELSEWHERE = "Choose another place with --out."
    RUN_FIRST = "Run the plan first: earshot embed run PLAN --out RESULTS"
    USE_THAT_VERSION = "Use that version of Earshot, or embed again with this one."
    SAME_PACK = "Name that pack with --pack, or give these results a folder of their own."
    RUN_AGAIN = "Run the plan again. Intact shards are kept and this one is made again."
    INSTALL_CLUSTER = "In Earshot's folder run: sh installer/start.sh setup-cluster"
    CHECK_CLUSTER = "Check the address, and that `ray status` answers with the same token (RAY_AUTH_TOKEN)."
    CHECK_WORKERS = "See with `ray status` whether a machine has a free processor."
    SAME_VERSIONS = "Install the same Earshot on every machine."
    LOCAL_ENGINE = "Use --engine local."
