"""The steps, oldest first by number. A step that was released is never changed."""
