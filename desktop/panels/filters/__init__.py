"""The filter panel: a strip of buttons, each with a small popover, that write the filters of a request as text."""
