"""What MkDocs does not do by itself for the docs site (mkdocs.yml names this file under `hooks`).

- the API reference: a page for each public module, found by walking the package, so none is listed by hand;
- the texts at the repository's root (CONTRIBUTING.md, …) as pages of the site, and links to files that are no
  pages as links to the repository;
- an anchor for each rule clause: `rules/#A-5.2.3`, and a link wherever its page names a clause;
- no script within a page: what the theme writes inline goes to files, so that the server's content policy
  holds for the docs too.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src"
PROGRAMS: Final = ("rebelote.server", "rebelote.cli")
"""They are used, not imported; docs/api.md and `rebelote --help` say how."""

CLOSED: Final = (
    "rebelote.arena",
    "rebelote.bots",
    "rebelote.language.sentences",
    "rebelote.record",
    "rebelote.referee",
)
"""What these export is all that others need of them; how they do it is told in docs/."""

ROOT_PAGES: Final = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
}
REFERENCE: Final = "reference"
CLAUSE: Final = re.compile(r"(?<![\w#*`/.-])([A-Z][A-Z0-9]?(?:-[\w-]+(?:\.\w+)*(?:-\w+)*)?)(?![\w`*])")
CLAUSE_ITEM: Final = re.compile(r"^- \*\*([A-Z][\w.-]*)\*\*", re.MULTILINE)
CLAUSE_PAGES: Final = ("rules.md", "family-rules.md")
INLINE_SCRIPT: Final = re.compile(r"<script>(.+?)</script>", re.DOTALL)


# The API reference


def public_modules() -> Iterator[griffe.Module]:
    """In the order of their names."""
    yield from _inside(rebelote())


def rebelote() -> griffe.Module:
    """The package, read and not imported."""
    package = griffe.load("rebelote", search_paths=[SOURCE], allow_inspection=False)
    assert isinstance(package, griffe.Module)
    return package


def _inside(package: griffe.Module) -> Iterator[griffe.Module]:
    """Packages and modules that define what their package does not already export."""
    aliases = [member for member in package.members.values() if isinstance(member, griffe.Alias)]
    shown = {member.final_target.path for member in aliases if member.is_public}
    for name, module in sorted(package.modules.items()):
        if name.startswith("_") or module.path in PROGRAMS:
            continue
        defined = {member.path for member in public_names(module).values()}
        if package.parent is None or defined - shown:
            yield from [module] if public_names(module) else []
        if module.path not in CLOSED:
            yield from _inside(module)


def public_names(module: griffe.Module) -> dict[str, griffe.Object | griffe.Alias]:
    """What a module says that it exports; without a word on it, what it defines under a name of its own."""
    if module.exports is not None:
        return {str(name): module[str(name)] for name in module.exports}
    return {
        name: member
        for name, member in module.members.items()
        if not name.startswith("_") and not member.is_alias and not member.is_module
    }


def reference_pages() -> dict[str, str]:
    """Address within the docs → Markdown."""
    return {f"{REFERENCE}/index.md": _front_page()} | {
        f"{REFERENCE}/{module.path.removeprefix('rebelote.')}.md": f"# `{module.path}`\n\n::: {module.path}\n"
        for module in public_modules()
    }


def _front_page() -> str:
    rows = [_row(name, member) for name, member in public_names(rebelote()).items()]
    return "\n".join(
        [
            "# API reference",
            "",
            "`import rebelote` brings the names in this table; everything else is in the modules beside it.",
            "[From Python](../python.md) shows them at work.",
            "",
            "| name | |",
            "|---|---|",
            *rows,
            "",
        ]
    )


def _row(name: str, member: griffe.Object | griffe.Alias) -> str:
    target = member.final_target if isinstance(member, griffe.Alias) else member
    told = (
        target.docstring.value.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
        if target.docstring
        else ""
    )
    where = target.path
    if target.is_module:
        return f"| [`{name}`]({where.removeprefix('rebelote.')}.md) | {told} |"
    return f"| [`{name}`][{where}] | {told} |" if where != f"rebelote.{name}" else f"| `{name}` | {told} |"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The reference goes into the navigation, and so does a page that nobody has put there."""
    nav: list[Any] = config.nav or []
    listed = set(re.findall(r"[\w/-]+\.md", str(nav)))
    docs = Path(config.docs_dir)
    unlisted = [
        name
        for page in sorted(docs.rglob("*.md"))
        if (name := page.relative_to(docs).as_posix()) not in listed
    ]
    if unlisted:
        nav.append({"More": unlisted})
    pages = [name for name in reference_pages() if not name.endswith("index.md")]
    titled = [{_title(name): name} for name in pages]
    nav.append({"API reference": [f"{REFERENCE}/index.md", *titled]})
    config.nav = nav
    return config


def _title(page: str) -> str:
    return page.removeprefix(f"{REFERENCE}/").removesuffix(".md")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    for address, text in reference_pages().items():
        files.append(File.generated(config, address, content=text))
    files.append(
        File.generated(config, "favicon.svg", abs_src_path=str(ROOT / "web" / "public" / "favicon.svg"))
    )
    for address, name in ROOT_PAGES.items():
        files.append(File.generated(config, address, content=(ROOT / name).read_text("utf-8")))
    return files


# Links and anchors


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
    address = page.file.src_uri
    if address in ROOT_PAGES:
        markdown = markdown.replace("](docs/", "](")
        markdown = re.sub(r"\]\((?!https?:|[\w-]+\.md|#)([^)]+)\)", rf"]({_repository(config)}/\1)", markdown)
    markdown = re.sub(
        r"\]\(\.\./(CONTRIBUTING|CHANGELOG|SECURITY)\.md", lambda m: f"]({m[1].lower()}.md", markdown
    )
    markdown = re.sub(r"\]\(\.\./([^)]+)\)", _outside(page, config), markdown)
    return with_clause_anchors(markdown) if address in CLAUSE_PAGES else markdown


def _repository(config: MkDocsConfig) -> str:
    return f"{config.extra['repository']}/blob/main"


def _outside(page: Page, config: MkDocsConfig) -> Any:
    """A file of the repository that is no page of the site."""

    def link(found: re.Match[str]) -> str:
        inside = page.file.src_uri.startswith(REFERENCE)
        return found[0] if inside else f"]({_repository(config)}/{found[1]})"

    return link


def with_clause_anchors(markdown: str) -> str:
    """Each clause an anchor of its own name; where one names another, a link to it."""
    known = set(CLAUSE_ITEM.findall(markdown))

    def linked(found: re.Match[str]) -> str:
        return f"[{found[1]}](#{found[1]})" if found[1] in known else found[0]

    lines = []
    for line in markdown.splitlines():
        item = CLAUSE_ITEM.match(line)
        start = item.end() if item else 0
        mark = f"{{ #{item[1]} .clause }}" if item else ""
        rest = line[start:] if line.startswith("#") else CLAUSE.sub(linked, line[start:])
        lines.append(line[:start] + mark + rest)
    return "\n".join(lines) + "\n"


# Scripts


_SCRIPTS: dict[str, str] = {}


def on_post_page(output: str, *, page: Page, **_: Any) -> str:
    up = "../" * page.url.count("/")
    return _without_inline_scripts(output, up)


def on_post_template(output_content: str, *, template_name: str, **_: Any) -> str:
    """404.html is shown at any address: its links are absolute, and begin where the server shows the site."""
    if not template_name.endswith(".html"):
        return output_content
    return _without_inline_scripts(re.sub(r'"/(?!/)', '"/docs/', output_content), "/docs/")


def _without_inline_scripts(html: str, up: str) -> str:
    def moved(found: re.Match[str]) -> str:
        name = f"assets/javascripts/inline-{hashlib.sha256(found[1].encode()).hexdigest()[:12]}.js"
        _SCRIPTS[name] = found[1]
        return f'<script src="{up}{name}"></script>'

    return INLINE_SCRIPT.sub(moved, html)


def on_post_build(config: MkDocsConfig) -> None:
    """The scripts that were moved; and no maps of the theme's sources, which are larger than all the rest."""
    for unneeded in Path(config.site_dir).rglob("*.map"):
        unneeded.unlink()
    for name, script in _SCRIPTS.items():
        file = Path(config.site_dir) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script, "utf-8")
