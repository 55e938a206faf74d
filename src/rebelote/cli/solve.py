"""`rebelote solve` and `rebelote playout`: open cards played exactly, or at random."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from rebelote.cards import Cards
from rebelote.cli.common import (
    PIPE,
    SYSTEM_LANGUAGE,
    CommandError,
    LangOption,
    is_ascii,
    opened,
    read_text,
    say,
)
from rebelote.language.text import Lang, catalogue, said
from rebelote.match import Match
from rebelote.record import check_log, check_record, read_log
from rebelote.referee.replies import Answer, reply_to_line, to_line
from rebelote.solver import DEFAULT_TABLE_MB, PlaySpec, Position, Solution, Solver, playouts
from rebelote.solver.deal_text import read_deal
from rebelote.solver.questions import (
    DEFAULT_PLAYOUTS,
    Compiler,
    playout_question,
    position_to_move,
    read_position,
    solution_answer,
    solve_question,
)
from rebelote.solver.recorded import recorded_position
from rebelote.table import Side

FileArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="A deal in text, or a record of a match; by default stdin."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="A question a line in, an answer a line out.")]
DealOption = Annotated[int, typer.Option("--deal", min=1, help="Of a record: which deal.")]
AfterOption = Annotated[
    int, typer.Option("--after", min=0, help="Of a record: after how many cards of that deal.")
]
SideOption = Annotated[str | None, typer.Option("--side", help="Whose value; by default as the deal says.")]
ThreadsOption = Annotated[int, typer.Option("--threads", min=1, help="How many threads solve.")]
TableOption = Annotated[float, typer.Option("--table-mb", min=0.01, help="Memory of a thread's table.")]

BATCH = 64
"""Questions that several threads share out at a time."""
MOST_COMPILED = 64


def solve(
    file: FileArgument = None,
    json: JsonOption = False,
    deal: DealOption = 1,
    after: AfterOption = 0,
    side: SideOption = None,
    threads: ThreadsOption = 1,
    table_mb: TableOption = DEFAULT_TABLE_MB,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """What a side still takes with best play by all, after each card too, and a line of play."""
    solver = Solver(table_mb)
    if json:
        _serve(file, lang.lang, lambda lines: _solved(solver, lines, threads))
        return
    position, asked = _position(file, deal, after, side)
    for line in _told(position, solver.solve(position, asked), lang.lang):
        say(line)


def playout(
    file: FileArgument = None,
    json: JsonOption = False,
    deal: DealOption = 1,
    after: AfterOption = 0,
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="How many times.")] = DEFAULT_PLAYOUTS,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The luck of the cards played.")] = 0,
    threads: ThreadsOption = 1,
    lang: LangOption = SYSTEM_LANGUAGE,
) -> None:
    """What each side takes on average when everybody plays legal cards at random."""
    if json:
        compiled = _compiler()
        _serve(
            file,
            lang.lang,
            lambda lines: (
                reply_to_line(line, lambda question: playout_question(question, compiled)) for line in lines
            ),
        )
        return
    position, _ = _position(file, deal, after, None)
    words = catalogue(lang.lang)
    sums = playouts(position, number, seed=seed, threads=threads)
    say(words.solver_command["playouts"].format(n=number))
    for side, mean in sums.mean.items():
        say(
            words.solver_command["mean"].format(
                side=words.sides[side],
                colon=words.meta.colon,
                mean=f"{mean:.1f}".replace(".", words.meta.decimal),
                deviation=f"{sums.deviation[side]:.1f}".replace(".", words.meta.decimal),
                sweeps=sums.sweeps[side],
            )
        )


# Batches


def _serve(file: Path | None, lang: Lang, answers: Callable[[Iterable[bytes]], Iterator[Answer]]) -> None:
    """Answer line by line, in order, flushed, until the end of the input. A bad line never stops it."""
    out = sys.stdout.buffer
    with opened(file) as questions, _progress(catalogue(lang).solver_command["solved"]) as advance:
        for answer in answers(questions):
            out.write(to_line(answer))
            out.flush()
            advance()


@contextmanager
def _progress(label: str) -> Iterator[Callable[[], None]]:
    """On a terminal, how far a batch has come; answers go elsewhere, or it would be drawn among them."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=None)
        yield lambda: progress.advance(task)


def _solved(solver: Solver, lines: Iterable[bytes], threads: int) -> Iterator[Answer]:
    compiled = _compiler()
    if threads == 1:
        yield from (
            reply_to_line(line, lambda question: solve_question(solver, question, compiled)) for line in lines
        )
        return
    stream = iter(lines)
    while batch := list(islice(stream, BATCH)):
        yield from _solved_together(solver, batch, threads, compiled)


def _compiler() -> Compiler:
    """The rules of one stream of questions, compiled once each."""
    return lru_cache(maxsize=MOST_COMPILED)(PlaySpec)


def _solved_together(solver: Solver, batch: list[bytes], threads: int, compiled: Compiler) -> list[Answer]:
    read: list[tuple[Position, Side]] = []

    def ask(question: dict[str, object]) -> Answer:
        read.append(read_position(question, compiled))
        return {}

    answers = [reply_to_line(line, ask) for line in batch]
    solutions = iter(solver.solve_many((p for p, _ in read), (s for _, s in read), threads=threads))
    return [
        answer if "error" in answer else {**solution_answer(next(solutions)), **answer} for answer in answers
    ]


# For people


def _position(file: Path | None, deal: int, after: int, side: str | None) -> tuple[Position, Side]:
    text = read_text(PIPE if file is None else file)
    if text.lstrip()[:1] in ("[", "{"):
        position = recorded_position(_match(text), deal, after)
        asked = position.spec.table.side(position.turn)
    else:
        question = read_deal(text)
        question.setdefault("side", side or _mover(question))
        position, asked = read_position(question)
    if side is not None and side not in position.spec.table.sides:
        raise CommandError(
            "--side",
            said(
                "expected_not",
                what=said("one_of", values=" ".join(position.spec.table.sides)),
                found=side,
                guess="",
            ),
        )
    return position, asked if side is None else Side(side)


def _match(text: str) -> Match:
    return check_log(read_log(text)) if text.lstrip().startswith("{") else check_record(text)


def _mover(question: dict[str, object]) -> str:
    """The side of the one who is to play."""
    position = position_to_move(question)
    return position.spec.table.side(position.turn)


def _told(position: Position, solution: Solution, lang: Lang) -> Iterator[str]:
    words, spec, plain = catalogue(lang), position.spec, is_ascii(sys.stdout)
    labels = words.solver_command
    noun = "point" if spec.counting == "points" else "trick"
    suit = words.suits[spec.trump.value]
    rules = spec.rules.catalogue(lang).ruleset(spec.rules.id).name
    yield labels["position"].format(rules=rules, trump=suit, seat=words.seats[position.turn])
    for seat in spec.table.seats:
        hand = position.hands[seat].show(spec.trump, lang, ascii=plain)
        yield f"  {words.seats[seat]}{words.meta.colon}{hand}"
    side = words.sides[solution.side]
    value = words.count("point" if noun == "point" else "trick", solution.value)
    yield labels["value"].format(side=side, value=value)
    yield labels["cards"] + words.meta.colon.rstrip()
    ours = spec.table.side(position.turn) == solution.side
    for value_after in sorted(set(solution.cards.values()), reverse=ours):
        cards = Cards(card for card, each in solution.cards.items() if each == value_after)
        yield f"  {value_after:>3}  {cards.show(spec.trump, lang, ascii=plain)}"
    yield labels["line"] + words.meta.colon.rstrip()
    yield from _line(position, solution, lang, plain)


def _line(position: Position, solution: Solution, lang: Lang, plain: bool) -> Iterator[str]:
    words, spec = catalogue(lang), position.spec
    board, laid = position.board.copy(), [*position.trick]
    for seat, card in solution.line:
        taken = [board.taken(n) for n in range(spec.table.size)]
        board.play(card.index)
        laid.append((seat, card))
        if len(laid) < spec.table.size:
            continue
        gained = sum(board.taken(n) for n in range(spec.table.size)) - sum(taken)
        shown = ", ".join(f"{words.seats[who]} {each.show(lang, ascii=plain)}" for who, each in laid)
        yield f"  {shown} → {words.seats[spec.table.order[board.leader]]} +{gained}"
        laid = []
