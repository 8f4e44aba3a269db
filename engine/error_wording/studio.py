"""What is the matter with a shared library or its server, and what to do: `engine.studio`."""

from enum import unique

from engine.wording import Wording


@unique
class StudioFault(Wording):
    """Why a shared library cannot be joined, synced or changed. No password is ever a value of these."""

    NO_POSTGRES_PACKAGES = "the packages for PostgreSQL are not installed"
    SERVER_SILENT = "%1 does not answer: %2"
    CONNECTION_LOST = "the connection to %1 broke: %2"
    SERVER_BUSY = "%1 answers, but cannot serve now: %2"
    NO_PASSWORD = "%1 asks for the password of %2"
    PASSWORD_WRONG = "%1 does not let %2 in: the name or the password is wrong"
    NO_SUCH_DATABASE = "%1 has no database “%2”"
    NO_TLS = "%1 does not encrypt the connection, and an unencrypted one is not allowed"
    CERTIFICATE_REFUSED = "the certificate of %1 cannot be trusted: %2"
    POSTGRES_OLD = "%1 runs PostgreSQL %2; version %3 or later is needed"
    NO_PGVECTOR = "%1 does not have pgvector"
    PGVECTOR_OLD = "%1 has pgvector %2; version %3 or later is needed"
    NO_SHARED_LIBRARY = "there is no shared library in the database “%1”"
    SERVER_SCHEMA_NEWER = "a later Earshot made this shared library (version %1; this one knows %2)"
    SERVER_SCHEMA_OLDER = "an earlier Earshot made this shared library (version %1; this one needs %2)"
    NO_RIGHTS = "%1 may not do that on the server"
    NO_ROLE = "%1 has no role in this shared library"
    ONLY_READER = "you may only read this shared library"
    ANOTHER_LIBRARY = "the server at this address now holds another shared library"
    JOINED_ALREADY = "this library is joined to another shared library"
    NOT_JOINED = "this library is not joined to a shared one"
    SERVER_REFUSED = "the server refused: %1"
    NOT_YOUR_COLLECTION = "“%1” was made private by somebody else, or made by somebody else"
    NO_SUCH_COLLECTION_HERE = "the collection is not in this library"
    NO_SUCH_VOLUME = "there is no volume “%1”"
    VOLUME_NAME_REFUSED = "a volume cannot be called “%1”"
    VOLUME_OVERLAPS = "%1 lies in or around the folder of the volume “%2”"
    NAME_REFUSED = "a user cannot be called “%1”"
    NO_SUCH_USER = "there is no user “%1” in this shared library"
    PACK_NOT_KNOWN_HERE = "the pack that the shared library was heard with is not here"
    FILTER_NOT_ASKED = "the server cannot filter by “%1”"
    NOT_ASKED_THERE = "the server cannot be asked for “%1”"
    NO_WORDS_ASKED = "nothing is described"
    NOT_A_SERVER_ADDRESS = "“%1” is not the address of a server"
    PASSWORD_IN_ADDRESS = "the address holds a password"


@unique
class StudioAdvice(Wording):
    """What to do about it."""

    INSTALL_STUDIO = "In Earshot's folder run: sh installer/start.sh setup-studio"
    CHECK_NETWORK = (
        "Check the address, the network and whether the server runs. What you change is kept here until then."
    )
    SYNC_LATER = "Nothing is lost: the next sync goes on where this one stopped."
    GIVE_PASSWORD = "Type it, or put it into the file that PGPASSFILE names."
    CHECK_PASSWORD = "Check the name and type the password again."
    CHECK_DATABASE = "Check its name, or let an administrator make it: createdb, then earshot server init."
    ALLOW_UNENCRYPTED = "Let the server use TLS; or, in a network that you trust, allow it with --encryption prefer."
    CHECK_CERTIFICATE = "Name the file of the authority that signed it, or ask who runs the server."
    UPDATE_POSTGRES = "Ask who runs the server to install a later one."
    INSTALL_PGVECTOR = "On the server install pgvector 0.8 or later, then run earshot server init again."
    INIT_SERVER = "Make one: earshot server init."
    UPDATE_EARSHOT = "Install a newer Earshot."
    MIGRATE_SERVER = "An administrator brings it up to date: earshot server init."
    ASK_ADMIN = "Ask an administrator of the shared library for the role that it takes."
    LEAVE_FIRST = "Take another library, or leave that one first: earshot server leave."
    JOIN_FIRST = "Join it first: earshot server join."
    SEE_LISTS = "Make a collection of your own; what is in this one can be copied there."
    SEE_VOLUMES = "See the volumes that there are: earshot server volume."
    SEE_USERS = "See who has a role: earshot server user."
    OTHER_VOLUME_NAME = "Use 1 to 100 letters, without / and \\."
    OTHER_FOLDER = "Choose another folder, or forget the other volume's first."
    OTHER_USER_NAME = "Use small letters, digits and _, 40 at most, and begin with a letter."
    USE_PGPASS = "Put the password into the file that PGPASSFILE names, or ~/.pgpass, readable by you alone."
    GET_PACK = "Install it, or let the administrator share sounds that were heard with yours."
    FILTERS_ASKED = "It knows dur, ch, sr, ext, rating, tag and fav. Search the joined library for the others."
    WORDS_AND_FILTERS = "Describe a sound in words; filters may stand beside them."
    WRITE_ADDRESS = "Write postgresql://USER@HOST/DATABASE."
    KEYRING_INSTEAD = "Leave it out: it is asked for, and kept in the keyring."
    TELL_WHO_RUNS_IT = "Tell who runs the server."
