"""Messages about questions from other programs."""

from engine.base.messages import MessageCode


class DoorFault(MessageCode):
    """Why another program's question was not answered, or none can be asked."""

    NO_SUCH_TOOL = "there is no tool “%1”"
    NOT_OFFERED = "“%1” is not allowed: Earshot was started to read only"
    ARGUMENT_MISSING = "“%1” is missing"
    ARGUMENT_UNKNOWN = "“%1” is not known here"
    ARGUMENT_NO_TEXT = "“%1” is not text"
    ARGUMENT_NO_NUMBER = "“%1” is not a number"
    ARGUMENT_NOT_WHOLE = "“%1” is not a whole number"
    ARGUMENT_NO_FLAG = "“%1” is neither true nor false"
    ARGUMENT_NO_LIST = "“%1” is not a list"
    ARGUMENT_NO_OBJECT = "“%1” is not an object"
    ARGUMENT_OUTSIDE = "“%1” is not from %2 to %3"
    ARGUMENT_TOO_LONG = "“%1” is longer than %2"
    NOT_IN_LIBRARY = "%1 is not in the library"
    NO_SUCH_COLLECTION = "there is no collection “%1”"
    NOTHING_TO_CHANGE = "no change was given"
    LINE_NO_REQUEST = "this line is not a request"
    LINE_TOO_LONG = "this line is longer than %1 bytes"
    TOKEN_LATE = "the token did not come within %1"
    NOTHING_ASKED = "nothing was asked within %1"
    LINE_UNFINISHED = "a line was begun, and not ended within %1"
    DOOR_FULL = "%1 clients are connected already"
    TOKEN_WRONG = "the first line does not have the token"
    SERVED_ALREADY = "another Earshot answers at %1"
    DOOR_ADDRESS_REFUSED = "%1 cannot be used to accept connections: %2"
    OTHER_MCP = "version %1 of the package “mcp” is installed, and Earshot speaks versions 1 and 2 of it"
    NO_MCP = "the packages for the Model Context Protocol are not installed"
    NO_DOOR = "no Earshot answers for this library"
    DOOR_CLOSED = "Earshot ended before it answered"
    ARGUMENTS_UNREAD = "the arguments are not a JSON object"
    TOOL_BROKE = "“%1” failed: %2"


class DoorAdvice(MessageCode):
    """How to ask instead."""

    SEE_TOOLS = "See the list of tools and what each of them takes."
    ALLOW_CHANGES = "Start it with --allow-changes, or with --out FOLDER for exports alone."
    GIVE_SOUND = "Give the path or the file: address of a sound, as search gives it."
    SEE_COLLECTIONS = "List the collections without a name to see them all."
    GIVE_A_CHANGE = "Set a rating, tags, a note or the favourite mark."
    WRITE_REQUEST = 'Write one JSON object a line: {"id": 1, "tool": "search", "arguments": {"query": "rain"}}'
    SEND_TOKEN = 'Send {"token": …} as the first line, with the token that was printed at the start.'
    OTHER_DOOR = "Choose another one, or quit the other program."
    ASK_AT_ONCE = "Connect when there is something to ask, and send whole lines."
    INSTALL_MCP = "In Earshot's folder run: sh installer/start.sh setup-mcp"
    SERVE_FIRST = "Start it in a terminal: earshot serve --out FOLDER"
    WRITE_ARGUMENTS = 'Write them like this: {"query": "rain"}'
    TELL_MAKERS = "This is an error in Earshot. The program that started it shows where."
