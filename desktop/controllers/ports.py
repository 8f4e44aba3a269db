"""What a feature may ask for in its constructor, by type: parts of the window, its workers and the controllers.

Besides these: `QWidget`, the parent of dialogs; `QApplication`; objects of `desktop.app.app` with a lower order, and
the feature's own. `MainWindow` is for its pages and its end: its parts are ports themselves. GUI thread only.
"""

from desktop.base.settings_file import SettingsFile as SettingsFile
from desktop.base.start_options import WindowStart as WindowStart
from desktop.base.theme import Theme as Theme
from desktop.controllers.edit_permission import EditPermission as EditPermission
from desktop.controllers.indexing import IndexingControl as IndexingControl
from desktop.controllers.navigation import Navigation as Navigation
from desktop.controllers.pack_switch.pack_switch import PackSwitch as PackSwitch
from desktop.controllers.place_restoring import PlaceRestorer as PlaceRestorer
from desktop.controllers.playback import PlaybackControl as PlaybackControl
from desktop.controllers.restart import Restart as Restart
from desktop.controllers.search_control import SearchControl as SearchControl
from desktop.deck.deck import Deck as Deck
from desktop.deck.player import Player as Player
from desktop.results.empty import EmptyPage as EmptyPage
from desktop.results.view import ResultsView as ResultsView
from desktop.search.bar.bar import SearchBar as SearchBar
from desktop.sidebar.folders import FoldersPanel as FoldersPanel
from desktop.sidebar.sidebar import Sidebar as Sidebar
from desktop.window.commands import Commands as Commands
from desktop.window.indexing import IndexingStrip as IndexingStrip
from desktop.window.inspector import Inspector as Inspector
from desktop.window.main_window import MainWindow as MainWindow
from desktop.window.notices import NoteLine as NoteLine
from desktop.window.notices import Notices as Notices
from desktop.window.status import StatusBar as StatusBar
from desktop.work.ingest_process import IngestProcess as IngestProcess
from desktop.work.jobs import Jobs as Jobs
from desktop.work.overviews import OverviewThread as OverviewThread
from desktop.work.search_thread import SearchThread as SearchThread
