"""A mutant put into the modules of this process; done in a child that ends after its tests.

Main definitions: `install(mutant, source)`, `forget()`.

A function keeps its identity and gets other code, so that every module that imported it has the mutant, and so do the functions
that it has made. A table is computed again and put where the old one was known by its name. A quantity, or a form of one, is
decorated again: it stays the object that others know and gets other fields. What `install` returns puts back what was there.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import sys
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from .operators import Mutant, mutated, owners


class CannotInstall(Exception):
    """The owner is not a function whose code can be exchanged."""


def install(mutant: Mutant, source: str) -> Callable[[], None]:
    tree, module = mutated(mutant, source), importlib.import_module(mutant.module)
    room = mutant.module.split(".")[1] if "." in mutant.module else "kernel"
    owner = owners(tree)[mutant.owner]
    if isinstance(owner, ast.FunctionDef) and owner.decorator_list and room == "formulas":
        back = _put_quantity(module, owner)
    elif isinstance(owner, ast.FunctionDef):
        back = _put_function(module, mutant.owner, owner, _code_of(compile(tree, str(module.__file__), "exec"), mutant.owner))
    else:
        back = _put_table(module, mutant.owner, owner)
        if room == "formulas":  # what was decorated with it
            again = [
                _put_quantity(module, each) for each in tree.body if isinstance(each, ast.FunctionDef) and each.decorator_list
            ]
            back = _one_after_another([*reversed(again), back])
    forget(room)

    def undo() -> None:
        back()
        forget(room)

    return undo


def _one_after_another(steps: list[Callable[[], None]]) -> Callable[[], None]:
    return lambda: [step() for step in steps] and None


def _put_function(module: Any, name: str, owner: ast.FunctionDef, code: CodeType) -> Callable[[], None]:
    function = function_of(module, name)
    old, defaults, by_keyword = function.__code__, function.__defaults__, function.__kwdefaults__
    made = [(each, each.__code__) for inner in _inside(old) for each in gc.get_referrers(inner) if isinstance(each, FunctionType)]
    function.__code__ = code
    if defaults:
        function.__defaults__ = tuple(_computed(default, module) for default in owner.args.defaults)
    if by_keyword:
        named = zip(owner.args.kwonlyargs, owner.args.kw_defaults, strict=True)
        function.__kwdefaults__ = {name.arg: _computed(value, module) for name, value in named if value is not None}
    for each, before in made:  # what the function made when the module was loaded
        each.__code__ = next(inner for inner in _inside(code) if inner.co_qualname == before.co_qualname)

    def back() -> None:
        function.__code__, function.__defaults__, function.__kwdefaults__ = old, defaults, by_keyword
        for each, before in made:
            each.__code__ = before

    return back


def _put_quantity(module: Any, owner: ast.FunctionDef) -> Callable[[], None]:
    """A function that is decorated to be a quantity or a form of one, with its decorators run again."""
    from dplemma.formulas import every_quantity

    known, old = vars(module), vars(module)[owner.name]
    before = [(quantity, {**vars(quantity), "forms": list(quantity.forms)}) for quantity in every_quantity().values()]
    code = old.__code__ if isinstance(old, FunctionType) else None
    exec(compile(ast.Module([owner], []), str(module.__file__), "exec"), known)  # our own source, one place changed
    new, known[owner.name] = known[owner.name], old
    if code is None:
        vars(old).update(vars(new), forms=[*new.forms, *(form for form in old.forms if form.body is not None)])
    else:
        old.__code__ = new.__code__
        for quantity, fields in before:  # a form that came at the end takes the place of the one of its name
            latest = {form.name: form for form in quantity.forms}
            quantity.forms[:] = [latest[form.name] for form in fields["forms"]]

    def back() -> None:
        if code is not None:
            old.__code__ = code
        for quantity, fields in before:
            vars(quantity).update(fields)

    return back


def _inside(code: CodeType) -> list[CodeType]:
    """The functions that a function defines."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return [part for each in inner if each.co_name.isidentifier() for part in (each, *_inside(each))]


def _computed(expression: ast.expr, module: Any) -> Any:
    """The value of a default: an expression of our own source."""
    return eval(compile(ast.Expression(expression), str(module.__file__), "eval"), vars(module))


def forget(room: str = "kernel") -> None:
    """Empty the caches of the functions of the kernel and of a room; all there are for a room that others read as data."""
    if room == "formulas":
        sys.modules["sympy.core.cache"].clear_cache()
    for name, module in list(sys.modules.items()):
        if name.startswith(("dplemma.kernel", f"dplemma.{room}.")) or (room == "formulas" and name.startswith("dplemma")):
            for value in list(vars(module).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
            vars(module).get("_FACTORED", {}).clear()


def _code_of(code: CodeType, owner: str) -> CodeType:
    """The code of a function within that of its module."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == owner:
                return constant
            if owner.startswith(f"{constant.co_qualname}."):
                return _code_of(constant, owner)
    raise CannotInstall(owner)


def function_of(module: Any, owner: str) -> FunctionType:
    name, _, method = owner.partition(".")
    found: Any = vars(module)[name]
    if method:
        found = vars(found)[method]
    if isinstance(found, property):
        found = found.fget
    found = getattr(found, "__func__", found)
    found = getattr(found, "__wrapped__", found)
    if not isinstance(found, FunctionType):
        raise CannotInstall(owner)
    return found


def _put_table(module: Any, name: str, statement: ast.stmt) -> Callable[[], None]:
    old = vars(module)[name]
    exec(compile(ast.Module([statement], []), str(module.__file__), "exec"), vars(module))  # our own source, one constant changed
    new = vars(module)[name]
    _exchange(name, old, new)

    def back() -> None:
        vars(module)[name] = old
        _exchange(name, new, old)

    return back


def _exchange(name: str, old: Any, new: Any) -> None:
    for other in list(sys.modules.values()):
        known = getattr(other, "__dict__", {})
        if known.get(name) is old:
            known[name] = new
