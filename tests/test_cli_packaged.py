"""Configs by name, init and docs, as a person meets them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codenames_sim.cli.shipped_files import ROOT, pages, shipped_configs
from codenames_sim.tournament import load_plan
from tests.cli import called

SMALL = "boards: 1\nentrants:\n  one: {spymaster: random, operatives: random}\n"
RUN = ("run", "--workers", "0")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_name_is_a_shipped_config() -> None:
    code, _, err = called("run", "quickstart", "--dry-run")
    assert (code, err) == (
        2,
        "error: no language model plays in this config; there is nothing to rehearse\n",
    )


@pytest.mark.parametrize("command", ["run", "estimate", "doctor", "play"])
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("quikstart", "there is no config 'quikstart'; did you mean 'quickstart'?"),
        ("QuickStart", "there is no config 'QuickStart'; did you mean 'quickstart'?"),
        ("", "there is no config ''; known: cross_play"),
        (".", "there is no config '.'"),
        ("configs/quickstart.yaml", "that comes with codenames-sim is named quickstart"),
        ("quickstart.yaml", "that comes with codenames-sim is named quickstart"),
        ("./quickstart", "that comes with codenames-sim is named quickstart"),
        ("mine.yaml", "mine.yaml: can't be read: No such file"),
    ],
)
def test_a_config_that_is_not_there_is_a_message_that_helps(
    command: str, given: str, said: str
) -> None:
    code, out, err = called(command, given)
    assert (code, out) == (2, "")
    assert said in err


def test_a_file_of_exactly_that_name_wins(folder: Path) -> None:
    (folder / "quickstart").write_text(SMALL)
    code, out, _ = called(*RUN, "quickstart")
    assert code == 0
    assert "1 games in" in out


def test_a_folder_of_that_name_does_not(folder: Path) -> None:
    (folder / "quickstart").mkdir()
    assert "no language model" in called("run", "quickstart", "--dry-run")[2]


def test_a_name_beside_an_own_file_says_which_is_played(folder: Path) -> None:
    (folder / "quickstart.yaml").write_text(SMALL)
    err = called("run", "quickstart", "--dry-run")[2]
    assert err.startswith(
        "note: quickstart comes with codenames-sim; for your own file write quickstart.yaml\n"
    )
    code, out, err = called(*RUN, "quickstart.yaml")
    assert (code, err) == (0, "")
    assert "1 games in" in out


def test_configs_lists_each_with_a_sentence() -> None:
    code, out, _ = called("configs")
    assert code == 0
    for name in shipped_configs():
        assert re.search(rf"^{name} +[A-Z].*[.?]$", out, re.MULTILINE), name


@pytest.mark.parametrize("name", shipped_configs())
def test_init_writes_each_config_with_commands_for_that_file(folder: Path, name: str) -> None:
    code, out, _ = called("init", name)
    assert code == 0
    assert f"Wrote my_{name}.yaml." in out
    text = (folder / f"my_{name}.yaml").read_text("utf-8")
    comments = [line for line in text.splitlines() if line.startswith("#")]
    named = rf"codenames-sim [a-z-]+ {name}\b|results/{name}\b"
    assert not [line for line in comments if re.search(named, line)]
    assert any(f"codenames-sim {verb} my_{name}.yaml" in text for verb in ("run", "play"))
    own, shipped = load_plan(f"my_{name}.yaml"), load_plan(shipped_configs()[name])
    assert own.run_id == shipped.run_id


def test_init_quotes_a_file_with_a_space(folder: Path) -> None:
    assert called("init", "strengths", "--out", "my own ż.yaml")[0] == 0
    text = (folder / "my own ż.yaml").read_text("utf-8")
    assert "#     codenames-sim run 'my own ż.yaml'\n" in text
    assert "#     codenames-sim leaderboard 'results/my own ż'\n" in text


def test_init_overwrites_nothing(folder: Path) -> None:
    (folder / "mine.yaml").write_text("mine")
    code, out, err = called("init", "quickstart", "--out", "mine.yaml")
    assert (code, out) == (2, "")
    assert err.startswith("error: mine.yaml: exists already and is left as it is")
    assert (folder / "mine.yaml").read_text() == "mine"


@pytest.mark.parametrize("out", ["no/such/folder.yaml", "."])
def test_init_says_where_it_can_t_write(out: str) -> None:
    code, _, err = called("init", "quickstart", "--out", out)
    assert code == 2
    assert err.startswith(f"error: {out}: ")


@pytest.mark.parametrize("name", shipped_configs())
def test_shipped_configs_name_no_file(name: str) -> None:
    """A path would be relative to the package's folder."""
    keys = ("cache", "pool", "prompts", "rules", "words")
    text = shipped_configs()[name].read_text("utf-8")
    for value in re.findall(rf"\b(?:{'|'.join(keys)}): *(\S+)", text):
        assert "/" not in value
        assert not value.endswith((".yaml", ".yml", ".txt"))


def test_docs_lists_the_topics() -> None:
    code, out, _ = called("docs")
    assert code == 0
    for topic in pages():
        assert re.search(rf"^{topic} +\S", out, re.MULTILINE)


@pytest.mark.parametrize("topic", pages())
def test_a_printed_page_has_no_link_that_leads_nowhere(topic: str) -> None:
    code, out, _ = called("docs", topic)
    assert code == 0
    assert not re.findall(r"\]\((?!https?:)[^)]*\)", out)
    assert not re.findall(r"^\[[^\]]+\]: (?!https?:)", out, re.MULTILINE)
    for named in re.findall(r"`codenames-sim docs ([a-z_]+)`", out):
        assert named in pages()
    for file in re.findall(r"`([^`]+)` in the repository", out):
        assert (ROOT / file).exists(), file


@pytest.mark.parametrize("given", ["README", "configs.md", "docs/configs.md", "CONFIGS"])
def test_a_topic_may_be_written_as_a_file(given: str) -> None:
    assert called("docs", given)[0] == 0


def test_an_unknown_topic_is_a_message() -> None:
    code, out, err = called("docs", "config")
    assert (code, out) == (2, "")
    assert err.startswith("error: there is no topic 'config'; did you mean 'configs'?")


def test_version() -> None:
    code, out, _ = called("--version")
    assert code == 0
    assert re.fullmatch(r"codenames-sim \d+\.\d+\.\d+\n", out)


def test_paths_set_for_a_shipped_config_are_relative_to_the_current_folder(folder: Path) -> None:
    words = [
        f"{first}{second}" for first in "bcdfg" for second in ("ird", "ook", "ell", "ark", "am")
    ]
    (folder / "mine").write_text("\n".join(words), "utf-8")
    given = ("--set", "words=./mine", "--boards", "1", "--out", "out")
    code, _, err = called(*RUN, "quickstart", *given)
    assert (code, err) == (0, "")
    assert (folder / "out" / "inputs" / "words.txt").read_text("utf-8").split() == words
    code, _, err = called(*RUN, "quickstart", "--set", "words=missing.txt")
    assert code == 2
    assert "missing.txt" in err
