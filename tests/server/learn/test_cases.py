"""Cases over HTTP: found by rule, read step by step in every language, played alone or with bots."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stablehand.cases.casebook import casebook, cases_folder
from stablehand.server.learn import cases
from stablehand.server.learn.trials import LONGEST, Trial
from stablehand.table.refusal import Refusal
from stablehand.text.language import LANGUAGES, PSEUDO
from support.socket_players import problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path


PARTY = "unicorns/rules/party-redraw-not-without-party"
PHOENIX = "unicorns/cards/base_2e/unicorn_phoenix-saved-from-destruction"


def names() -> list[str]:
    folder = cases_folder()
    assert folder is not None
    return list(casebook(folder))


def seen(name: str, lang: str = "en") -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(cases.seen(name, lang, "", has_adult=True))
    return read


def some(wanted: str) -> str:
    return next(name for name in names() if wanted in name)


@pytest.mark.parametrize("lang", [*LANGUAGES, PSEUDO])
def test_a_case_starts_with_its_board_and_ends_with_its_expectations(lang: str) -> None:
    for name in names()[LANGUAGES.index(lang) if lang in LANGUAGES else 9 :: 97]:
        case = seen(name, lang)
        said = [one for step in case["steps"] for one in step["said"]]
        assert all(step["moment"] and step["view"]["zones"] for step in case["steps"])
        assert all(one["text"] for one in said)
        assert "missed" not in {one["kind"] for one in said}
        assert {"expected", "refused"} & {one["kind"] for one in said}


def test_each_sentence_of_a_case_is_a_step_and_all_cards_are_open() -> None:
    name = PHOENIX
    case = seen(name)
    folder = cases_folder()
    assert folder is not None
    spoken = cases.found(name, has_adult=False).script
    assert len(case["steps"]) == 1 + sum(not hasattr(one, "expect") for one in spoken)
    for step in case["steps"]:
        hands = [seat["hand"] for seat in step["view"]["zones"]["seats"]]
        assert all(len(hand["cards"]) == hand["size"] for hand in hands)
    assert case["can_try"]


def test_an_answer_that_is_no_card_is_named_as_on_its_button() -> None:
    for lang, text in (
        ("en", "Bob can choose only: Yes and No"),
        ("it", "Bob può scegliere esattamente fra: Sì e No"),
    ):
        assert text in [one["text"] for step in seen(PHOENIX, lang)["steps"] for one in step["said"]]


def tried(name: str, player: int | None, seed: int, most: int = 60) -> Trial:
    """Play a board with random answers, also for the bots."""
    luck, case = Random(seed), cases.found(name, has_adult=True)  # noqa: S311 - no secrets
    answers: list[tuple[int, int]] = []
    trial = Trial(case, player, [])
    while not trial.is_done and len(answers) < most:
        asked = luck.choice(trial.board.asked)
        answers.append((asked.seat, luck.choice(asked.options)))
        trial = Trial(case, player, answers)
    return trial


def test_any_board_can_be_played_for_a_while_and_shown() -> None:
    for number, name in enumerate(names()[5::150]):
        trial = tried(name, None if number % 2 else 0, number, 12)
        table = trial.seen("it", "").table
        assert len(table.log) == len(trial.board.recorder.events)
        if not trial.is_done and table.decision is not None:
            assert all(option.label for option in table.decision.options)


def test_a_player_of_all_seats_is_asked_for_each_and_sees_every_hand() -> None:
    name = PHOENIX
    trial = Trial(cases.found(name, has_adult=False), None, [])
    table = trial.seen("en", "").table
    assert table.decision is not None
    assert (table.you, [seat.is_bot for seat in table.seats]) == (0, [False, False])
    assert table.view is not None
    assert all(len(seat["hand"]["cards"]) == seat["hand"]["size"] for seat in table.view["zones"]["seats"])


def test_answers_that_do_not_fit_the_board_are_refused() -> None:
    case = cases.found(PHOENIX, has_adult=False)
    for player, answers, reason in (
        (7, [], "no_seat"),
        (0, [(0, 1 << 30)], "not_offered"),
        (0, [(1 << 30, 0)], "not_offered"),
    ):
        with pytest.raises(Refusal) as caught:
            Trial(case, player, answers)
        assert caught.value.reason == reason


def test_cases_are_found_read_and_played_over_http(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as server, server.client() as reader:
            counts = (await reader.get("/api/rules/unicorns/cases")).json()
            listed = (await reader.get("/api/rules/unicorns/cases/RUL-24")).json()
            assert len(listed) == counts["RUL-24"]
            found = next(one for one in listed if one["id"] == PHOENIX)
            case = (await reader.get(f"/api/cases/{found['id']}?lang=pl")).json()
            assert case["title"] == found["title"]
            answers: list[list[int]] = []
            asked = 0
            for _ in range(4):
                body = {"seat": 0, "answers": answers}
                answer = await reader.post(f"/api/cases/{found['id']}?lang=ru", json=body)
                assert answer.status_code == 200, answer.text
                trial = answer.json()
                assert trial["answers"][: len(answers)] == answers
                assert [seat["is_bot"] for seat in trial["table"]["seats"]] == [False, True]
                if trial["is_done"]:
                    break
                asked += 1
                answers = [*trial["answers"], [0, trial["table"]["decision"]["options"][-1]["option"]]]
            assert asked > 1
            assert server.services.registry.tables == 0

    run(scenario)


def test_cases_of_disabled_adult_decks_are_hidden_and_bad_requests_are_refused(
    tmp_path: Path,
) -> None:
    adult, expansion = some("cards/nsfw_2e/"), some("cards/nsfw_expansion/")

    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as reader:
            everything = cases.counted("unicorns", has_adult=True)
            counts = (await reader.get("/api/rules/unicorns/cases")).json()
            assert sum(counts.values()) < sum(everything.values())
            book = (await reader.get("/api/rules/unicorns")).json()
            readable = {rule["id"] for section in book["sections"] for rule in section["rules"]}
            assert counts.keys() <= readable
            for rule in readable:
                listed = (await reader.get(f"/api/rules/unicorns/cases/{rule}")).json()
                assert len(listed) == counts.get(rule, 0)
                assert not [one for one in listed if re.search("nsfw|party", f"{one['id']} {one['deck']}")]
            hidden = everything.keys() - readable
            assert hidden
            for rule in (*hidden, "UU-99"):
                problem(await reader.get(f"/api/rules/unicorns/cases/{rule}"), 404, "no_page")
            for name in names()[::90]:
                case = (await reader.get(f"/api/cases/{name}")).json()
                assert readable.issuperset(case.get("rules", ())) or name.startswith("fairytale")
            for name in (
                adult,
                expansion,
                PARTY,
                "unicorns/none",
                "../pyproject",
                "unicorns/uncased",
                "%00",
                "x" * 300,
            ):
                for answer in (
                    await reader.get(f"/api/cases/{name}"),
                    await reader.post(f"/api/cases/{name}", json={}),
                ):
                    assert answer.status_code in {400, 404}, answer.text
                    assert answer.json()["text"].endswith(".")
            for address in ("cases", "cases/UU-TURN-4"):
                problem(await reader.get(f"/api/rules/chess/{address}"), 404, "no_deck")
            good = PHOENIX
            for body, status in (
                ({"seat": 5}, 404),
                ({"seat": -1}, 400),
                ({"answers": [[0]]}, 400),
                ({"answers": [[0, 1 << 40]]}, 400),
                ({"answers": [[0, 99_999]]}, 409),
                ({"answers": [[0, 1]] * (LONGEST + 1)}, 400),
                ({"more": 1}, 400),
            ):
                answer = await reader.post(f"/api/cases/{good}", json=body)
                assert answer.status_code == status, answer.text
                assert answer.json()["text"].endswith(".")

    run(scenario)
