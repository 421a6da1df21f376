"""What setting up a board has in common in all games: how it complains."""


class BoardError(ValueError):
    """A board that cannot be set up; `about` is the word in it that is at fault."""

    def __init__(self, sentence: str, about: str = "") -> None:
        super().__init__(sentence)
        self.about = about
