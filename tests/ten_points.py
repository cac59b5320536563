"""What a user meets, from a built wheel in an empty environment: ten points, each with the commands that show it.

    python tests/ten_points.py              build the wheel, make an environment, go through all points
    python tests/ten_points.py FOLDER       keep wheel and environment in FOLDER and use them again

Needs a registry or a folder of wheels that pip knows of. `tests/test_ten_points.py` runs it among the dear tests.
Main definitions: `POINTS`, `Site`, `install`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_PACKAGES = 14  # of dplemma[pytest]: itself, SymPy with mpmath, python-flint, pytest and Hypothesis with what they need

MINE = """\
from dplemma import Claim, Interval, Region
from dplemma.formulas import gaussian
from dplemma.lang import Rational, amended, oo, pi, sqrt, variables

mu = variables("mu")
WHERE = Region(mu=Interval.open(0, oo))
lemma = Claim(
    id="mine/auc", where="my notes", kind="inequality", states="",
    lhs=gaussian.auc(mu), rel="<=", rhs=Rational(1, 2) + mu / 4, on=WHERE,
    amend=amended("mine/auc", states="", lhs=gaussian.auc(mu), rel="<=", rhs=Rational(1, 2) + mu / (2 * sqrt(pi)), on=WHERE),
)
"""
SIGMA = '''\
import math


def sigma(eps, delta):
    """As many tutorials have it."""
    return math.sqrt(2 * math.log(1.25 / delta)) / eps
'''


class NotInstallable(Exception):
    """There is nothing to install the libraries from."""


@dataclass(frozen=True)
class Site:
    """An environment with the wheel in it, and an empty folder to work in."""

    python: Path
    folder: Path

    def run(self, *arguments: str, code: int = 0) -> str:
        """What a command prints, with its complaints; the exit code must be this one."""
        done = self._run("-m", "dplemma", *arguments)
        assert done.returncode == code, f"dplemma {' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    def says(self, wanted: str, *arguments: str, code: int = 0) -> None:
        printed = self.run(*arguments, code=code)
        assert wanted in printed, f"dplemma {' '.join(arguments)} does not say {wanted!r}:\n{printed}"

    def data(self, *arguments: str, code: int = 0) -> dict:
        done = self._run("-m", "dplemma", *arguments, "--json")
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout)

    def python_says(self, source: str) -> str:
        done = self._run("-c", source)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DPLEMMA_LEDGER")}
        return subprocess.run(
            [self.python, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )


def install(folder: Path, extra: str = "pytest") -> Site:
    """Build the wheel and install it, with one extra, into an environment of its own; what is there is used again."""
    place = folder / "environment"
    python = place / "bin" / "python"
    if not python.exists():
        _call([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT)
        venv.create(place, with_pip=True)
        (wheel,) = folder.glob("dplemma-*.whl")
        try:
            _call(
                [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[{extra}]"], cwd=folder
            )
        except subprocess.CalledProcessError as error:
            python.unlink()
            raise NotInstallable(error.stderr.strip().splitlines()[-1]) from None
    (folder / "work").mkdir(exist_ok=True)
    return Site(python, folder / "work")


def _call(command: list[str], cwd: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True, text=True)


# -- the points -----------------------------------------------------------------------------------------------------------


def every_mechanism_in_every_notion(site: Site) -> None:
    site.says("0.7602499389", "convert", "mu=1")
    site.says("One Laplace mechanism", "convert", "scale=2", "sensitivity=1")
    site.says("0.7602499389", "convert", "mechanism=gaussian", "rho=1/2")
    for given in (["mechanism=randomised_response", "eps0=1", "k=10"], ["tpr=0.1", "fpr=0.01"], ["auc=0.75"], ["tv=0.1"]):
        site.run("convert", *given)
    replaced = site.data("convert", "sigma=2", "--adjacency", "replace-one")
    assert (replaced["adjacency"], replaced["mechanism"]["mu"]) == ("replace-one", "1")  # a sum moves twice as far
    site.says("Not determined by these inputs", "convert", "eps=1", "delta=1e-5")


def audits_know_adjacency(site: Site) -> None:
    site.says("replac", "peers", "--list")


def reports_are_fit_for_a_bug_tracker(site: Site) -> None:
    site.write("noise.py", SIGMA)
    site.says("unsafe", "audit", "noise.py:sigma", "--as", "gaussian.sigma", "--promise", "upper", "--examples", "200",
              "--report", "bug.md", code=1)  # fmt: skip
    report = (site.folder / "bug.md").read_text(encoding="utf-8")
    assert all(word in report for word in ("gaussian.sigma", "mildest", "asked", "dplemma audit noise.py:sigma"))


def statements_are_latex(site: Site) -> None:
    formula = site.run("show", "sensitivity_index/lemma-1", "--latex")
    assert formula.startswith("\\[\n") and formula.endswith("\n\\]\n")
    site.says(r"\end{document}", "show", "sensitivity_index/lemma-1", "--latex", "--standalone")
    site.says("read as: The integral is P(S) - e^eps Q(S)", "show", "sensitivity_index/lemma-1")


def profiles_have_a_gdp_transform(site: Site) -> None:
    site.says("1.0", "gdp", "laplace.delta", "eps0=1")
    site.write("points.csv", "eps,delta\n0.5,0.1\n2,1e-5\n")
    site.run("gdp", "points.csv", "--refine")
    source = "from dplemma import gdpt; print(gdpt.mu_sup('laplace.delta', eps0='1', until='1', digits=3))"
    assert site.python_says(source).startswith("[1.03")


def budgets_are_chosen_on_the_safe_side(site: Site) -> None:
    wanted = {
        ("gaussian.sigma", "eps=1", "delta=1e-5"): "3.730631635",
        ("gaussian.mu", "eps=1", "delta=1e-5"): "0.2680511232",
        ("gaussian.mu_for_tpr", "tpr=0.1", "fpr=0.01"): "1.04479630",
        ("gaussian.mu_for_fbeta", "f=0.8", "beta=1"): "1.6335138",
        ("zcdp.rho", "eps=1", "delta=1e-5"): "0.03055659519",
        ("laplace.epsilon_for_auc", "auc=0.6"): "0.",
    }
    for arguments, digits in wanted.items():
        site.says(digits, "value", *arguments, "--digits", "10", "--round", "safe")
    site.says("0.7097866157", "value", "laplace.fbeta", "beta=1", "eps0=1", "--digits", "10")


def claims_are_checked_and_mended(site: Site) -> None:
    site.write("mine.py", MINE)
    site.says("it holds for mu in [1.235, oo); it fails at mu = 1.234", "check", "mine.py", "--sharpen", "--limit", "120", code=1)
    claim, amendment = site.data("check", "mine.py", code=1)["claims"]
    assert (claim["verdict"], amendment["verdict"]) == ("refuted", "proved")
    site.write("bad.py", MINE.replace("Rational(1, 2) + mu / 4", "max(mu, 1)"))
    site.says("bad.py:9: Python's max compares numbers, not expressions: write Max(a, b)", "check", "bad.py", code=2)
    site.says("Did you mean states=?", "check", _bad(site, "states=", "state="), code=2)
    source = "import dplemma; print(dplemma.sharpen(dplemma.claim('sensitivity_index/lemma-5')).verdict.verdict)"
    assert site.python_says(source) == "proved"


def _bad(site: Site, right: str, wrong: str) -> str:
    site.write("worse.py", MINE.replace(right, wrong, 1))
    return "worse.py"


def things_are_found(site: Site) -> None:
    for query, first in (("DP-SGD", "dpsgd."), ("subsampling", "subsampled."), ("partial order", "gdp_bridge/theorem-2-1/")):
        assert site.data("find", *query.split())["hits"][0]["id"].startswith(first)
    site.says("sensitivity_index/lemma-1", "show", "lemma-1")
    site.says("Did you mean gaussian.epsilon", "value", "epsilon", code=2)
    for text, hint in (("10^-5", "1e-5"), ("70%", "70/100"), ("1,5", "1.5"), ("log(2)", "0.69314718055994530942")):
        site.says(hint, "value", "gaussian.delta", f"eps={text}", "mu=1", code=2)
    site.says("sigma=2", "value", "gaussian.delta", "eps=1", "std=2", code=2)
    site.says("eps0=1/2", "value", "laplace.delta", "eps=1", "scale=2", code=2)
    for shell in ("bash", "zsh", "fish"):
        site.says("gaussian.delta", "completion", shell)


def objects_look_like_mathematics(site: Site) -> None:
    source = (
        "from dplemma import Interval, Region, gdpt; from dplemma.formulas import gaussian; from dplemma.lang import oo\n"
        "from dplemma.ledger.verdict import Counterexample\n"
        "things = [Interval(0, 1), Region(mu=Interval.open(0, oo)), gaussian.delta,\n"
        "          Counterexample(kind='relation', point={'mu': '1'}, lhs='2', rhs='1'),\n"
        "          gdpt.mu_sup('pure.delta', eps0='1', until='1', digits=2)]\n"
        "assert all('$' in thing._repr_latex_() and len(repr(thing)) < 200 for thing in things)\n"
        "print(things[1]._repr_latex_())"
    )
    assert site.python_says(source) == r"$\mu \in (0, \infty)$"


def contributing_touches_one_place(site: Site) -> None:
    counted = site.python_says("from importlib.metadata import distributions as d; print(len({x.name for x in d()} - {'pip'}))")
    assert int(counted) <= MOST_PACKAGES, f"{counted} packages come with dplemma[pytest]"
    assert site.python_says("import _dplemma_pytest, dplemma.testing; print('there')") == "there"
    paper = Path(site.python_says("import dplemma.papers as p; print(p.__path__[0])")) / "glrt" / "figures.py"
    text = paper.read_text(encoding="utf-8")
    try:
        paper.write_text(f"{text}\nbroken = Claim(id='glrt/broken')\n", encoding="utf-8")
        complaint = site.run("verify", "glrt/*", code=2)
    finally:
        paper.write_text(text, encoding="utf-8")
    assert "papers/glrt/figures.py:" in complaint and "Claim(...) needs where, kind, and states as well" in complaint
    assert complaint.count("\n") == 1, complaint


POINTS: tuple[Callable[[Site], None], ...] = (
    every_mechanism_in_every_notion, audits_know_adjacency, reports_are_fit_for_a_bug_tracker, statements_are_latex,
    profiles_have_a_gdp_transform, budgets_are_chosen_on_the_safe_side, claims_are_checked_and_mended, things_are_found,
    objects_look_like_mathematics, contributing_touches_one_place,
)  # fmt: skip


def main() -> int:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            site = install(folder)
        except NotInstallable as error:
            print(f"nothing to install from: {error}", file=sys.stderr)
            return 3
        failed = 0
        for number, point in enumerate(POINTS, 1):
            try:
                point(site)
                said = "shows"
            except AssertionError as error:
                failed, said = 1, f"does not show: {error}"
            print(f"{number:>2}. {point.__name__.replace('_', ' ')}: {said}", flush=True)
        return failed


if __name__ == "__main__":
    raise SystemExit(main())
