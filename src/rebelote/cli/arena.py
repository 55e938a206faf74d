"""`rebelote arena`: duplicate deals between bots, and leagues."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from typer.core import TyperGroup

from rebelote.arena import league, plot
from rebelote.arena.cluster import check_ray
from rebelote.arena.players import check_name, listed_references
from rebelote.arena.results import ResultFile, Results, Settings, stamp
from rebelote.arena.run import Engine, run
from rebelote.bots import listed, with_budget
from rebelote.cli.common import (
    SYSTEM_LANGUAGE,
    CommandError,
    LangOption,
    OptionsOption,
    TimeOption,
    WorldsOption,
    check_writable,
    complain,
    load_rules,
    say,
    search_budget,
    write_text,
)
from rebelote.language.text import Lang, catalogue, said
from rebelote.ruleset import GapScoring, LastStep, TrickScoring

RulesOption = Annotated[str, typer.Option("--rules", metavar="RULES", help="A ruleset's id or file.")]
DealsOption = Annotated[
    int, typer.Option("--deals", min=1, help="Deals to play; each is played twice, sides exchanged.")
]
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same deals and results.")]
JobsOption = Annotated[int | None, typer.Option("--jobs", min=1, help="Processes; all cores by default.")]
FixedOption = Annotated[
    str | None,
    typer.Option(
        "--fixed-contract",
        metavar="BIDDER",
        help="Let this bot make every call, the same both ways, and count the raw points of the cards.",
    ),
]
FixedPlayOption = Annotated[
    str | None,
    typer.Option(
        "--fixed-play",
        metavar="PLAYER",
        help="Let this bot play every card, so that the marks tell the calls apart.",
    ),
]


class EngineName(StrEnum):
    LOCAL = "local"
    RAY = "ray"

    @property
    def engine(self) -> Engine:
        """Refuse what can't be had before anything is played."""
        if self is EngineName.LOCAL:
            return "local"
        check_ray()
        return "ray"


EngineOption = Annotated[
    EngineName,
    typer.Option("--engine", help="Play on this machine's cores, or on the Ray cluster of RAY_ADDRESS."),
]
JsonOption = Annotated[Path | None, typer.Option("--json", help="Write the result here as JSON.")]
_WHO = f"A bot, cmd:PROGRAM or py:module:Class. {listed('en')} Only here: {listed_references('en')}"


class _DuelByDefault(TyperGroup):
    """`arena A B` is `arena duel A B`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["duel", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_DuelByDefault,
    no_args_is_help=True,
    help="Play bots against each other on the same deals. `arena A B` is short for `arena duel A B`.",
)


@app.command("duel")
def duel(
    first: Annotated[str, typer.Argument(metavar="A", help=_WHO)],
    second: Annotated[str, typer.Argument(metavar="B")],
    rules: RulesOption = "ffb-contree",
    deals: DealsOption = 100,
    seed: SeedOption = 1,
    options: OptionsOption = None,
    fixed_contract: FixedOption = None,
    fixed_play: FixedPlayOption = None,
    time: TimeOption = None,
    worlds: WorldsOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = EngineName.LOCAL,
    json: JsonOption = None,
    picture: Annotated[
        Path | None, typer.Option("--plot", help="Draw how the result settled, as SVG.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Keep every result in this file, and go on from it.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option("--keep", help="Keep the record of every deal in this directory.")
    ] = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Play A against B, each deal twice with the sides exchanged."""
    for file in (json, picture, resume):
        if file is not None:
            check_writable(file)
    if keep is not None and keep.exists() and not keep.is_dir():
        raise CommandError(keep, said("a_directory"))
    budget = search_budget(time, worlds)
    first, second = with_budget(first, budget), with_budget(second, budget)
    if keep is not None and engine is EngineName.RAY:
        raise CommandError("--keep", said("keep_local"))
    settings = _settings(first, second, rules, options, seed, fixed_contract, fixed_play)
    stored = ResultFile(resume, settings) if resume is not None else None
    results = _play(settings, deals, jobs, keep, stored, engine.engine, lang.lang)
    _tell(settings, results, lang.lang)
    if json is not None:
        write_text(json, _dumps(summary(settings, results)))
    if picture is not None:
        write_text(
            picture, plot.svg(_title(settings, lang.lang), results.running(), _words(lang.lang)["pairs"])
        )
    _end(results)


@app.command("league")
def play_league(
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="Two bots or more.")],
    rules: RulesOption = "ffb-contree",
    deals: DealsOption = 100,
    seed: SeedOption = 1,
    options: OptionsOption = None,
    fixed_contract: FixedOption = None,
    fixed_play: FixedPlayOption = None,
    time: TimeOption = None,
    worlds: WorldsOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = EngineName.LOCAL,
    json: JsonOption = None,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """Play every bot against every other; ratings by openskill, a pair of deals being a game."""
    budget = search_budget(time, worlds)
    bots = [with_budget(name, budget) for name in bots]
    if len(set(bots)) < len(bots) or len(bots) < 2:
        raise CommandError(" ".join(bots), said("two_bots"))
    if json is not None:
        check_writable(json)
    played = {}
    for first, second in league.contests(bots):
        settings = _settings(first, second, rules, options, seed, fixed_contract, fixed_play)
        played[first, second] = _play(settings, deals, jobs, None, None, engine.engine, lang.lang)
    table = league.standings(bots, played)
    words = _words(lang.lang)
    head = f"{'':12}{words['rating']:>16}{words['advantage']:>20}"
    say(head + "".join(f"{words[key]:>9}" for key in ("won", "drawn", "lost")))
    for each in table:
        rating = _with_decimals(f"{each.rating:.1f} ± {each.rating_half_width:.1f}", lang.lang)
        advantage = _signed(each.advantage, each.advantage_half_width, lang.lang)
        say(f"{each.bot:12}{rating:>16}{advantage:>20}{each.won:>9}{each.drawn:>9}{each.lost:>9}")
    if json is not None:
        made_with = stamp(settings.rules)
        told = {"rules": rules, "seed": seed, "pairs": deals, "standings": table, "stamp": made_with}
        write_text(json, _dumps(told))
    _end(*played.values())


def _settings(
    first: str,
    second: str,
    rules: str,
    options: list[str] | None,
    seed: int,
    bidder: str | None,
    card_player: str | None,
) -> Settings:
    if bidder is not None and card_player is not None:
        raise CommandError("--fixed-play", said("both_fixed"))
    for name in (first, second, bidder, card_player):
        if name is not None:
            check_name(name)
    return Settings(
        rules=load_rules(rules, options),
        first=first,
        second=second,
        seed=seed,
        bidder=bidder,
        card_player=card_player,
    )


def _play(
    settings: Settings,
    deals: int,
    jobs: int | None,
    keep: Path | None,
    file: ResultFile | None,
    engine: Engine,
    lang: Lang,
) -> Results:
    results = Results()
    with _progress(_title(settings, lang), deals, lang) as show:
        for results in run(settings, deals, jobs=jobs, keep=keep, file=file, engine=engine):
            show(results)
    return results


@contextmanager
def _progress(title: str, deals: int, lang: Lang) -> Iterator[Any]:
    """A bar with the running result, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[result]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=deals, result="")

        def show(results: Results) -> None:
            if len(results) % 10 == 0:
                bar.update(task, completed=len(results), result=_result(results, lang))

        yield show


# What is told


def summary(settings: Settings, results: Results) -> dict[str, object]:
    half = results.half_width
    return {
        "first": settings.first,
        "second": settings.second,
        "rules": settings.rules.id,
        "options": dict(settings.rules.chosen),
        "seed": settings.seed,
        "fixed_contract": settings.bidder,
        "fixed_play": settings.card_player,
        "pairs": len(results),
        "unit": _unit(settings),
        "mean": results.mean,
        "half_width_95": half,
        "interval_95": None if half is None else [results.mean - half, results.mean + half],
        "faults": results.faults,
        "errors": results.errors,
        "stamp": stamp(settings.rules),
    }


def _tell(settings: Settings, results: Results, lang: Lang) -> None:
    words = _words(lang)
    say(_title(settings, lang))
    unit = words[_unit(settings)]
    say(words["result"].format(pairs=len(results), result=_result(results, lang), unit=unit))
    for bot, kinds in results.faults.items():
        told = catalogue(lang).listed([words[kind].format(n=count) for kind, count in kinds.items()])
        say(words["fault"].format(bot=bot, faults=told))


def _end(*played: Results) -> None:
    """A bot that failed makes the command fail; what it wrote or raised goes to the standard error."""
    for results in played:
        for bot, text in results.errors.items():
            complain(f"{bot}:\n{text.rstrip()}")
    if any(results.faults for results in played):
        raise typer.Exit(1)


def _title(settings: Settings, lang: Lang) -> str:
    words = _words(lang)
    title = words["title"].format(
        first=settings.first, second=settings.second, rules=settings.rules.id, seed=settings.seed
    )
    if settings.bidder is not None:
        return f"{title}, {words['fixed'].format(bidder=settings.bidder)}"
    if settings.card_player is not None:
        return f"{title}, {words['fixed_play'].format(player=settings.card_player)}"
    return title


def _words(lang: Lang) -> dict[str, str]:
    return catalogue(lang).arena_command


def _result(results: Results, lang: Lang) -> str:
    return _signed(results.mean, results.half_width, lang)


def _signed(mean: float, half: float | None, lang: Lang) -> str:
    told = f"{mean:+.2f}" if half is None else f"{mean:+.2f} ± {half:.2f}"
    return _with_decimals(told, lang)


def _with_decimals(figures: str, lang: Lang) -> str:
    return figures.replace(".", catalogue(lang).meta.decimal)


def _unit(settings: Settings) -> str:
    """What is counted: a key of the catalogue."""
    if settings.bidder is None or isinstance(settings.rules.scoring, GapScoring):
        return "marked_match" if isinstance(settings.rules.match_end, LastStep) else "marked_deal"
    return "tricks" if isinstance(settings.rules.scoring, TrickScoring) else "raw"


def _dumps(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value)).decode("utf-8") + "\n"
