"""The filter panel: buttons with popovers that write a request's filters as text."""
