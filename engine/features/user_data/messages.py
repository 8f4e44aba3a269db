"""Messages about user data files."""

from engine.base.messages import MessageCode


class UserDataFault(MessageCode):
    """Why a user data file cannot be read."""

    NO_USER_DATA = "%1 is not an Earshot export of ratings, tags and collections"
    USER_DATA_ODD = "%1 has format %2, which no Earshot ever wrote"


class UserDataAdvice(MessageCode):
    """Which file to use instead."""

    EXPORTED_FILE = "Choose a file that Earshot exported."
    WRITTEN_BY = (
        "Choose a file made with Library, Export my ratings, tags and collections…, or with `earshot export-data`."
    )
    INSTALL_ITS_WRITER = "Install the newer Earshot that wrote it. Nothing was changed."
    EXPORT_ANEW = "Export it again."
