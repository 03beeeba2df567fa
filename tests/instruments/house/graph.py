"""Circles, chains and floors of a graph of imports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Graph: TypeAlias = Mapping[str, frozenset[str]]
"""Each module and what it imports."""


def circles(graph: Graph) -> list[list[str]]:
    """Sets of modules that all reach each other, the largest first (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = low[module] = len(order)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in order:
                visit(other)
            if other in stack:
                low[module] = min(low[module], low[other])
        if low[module] == order[module]:
            circle = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            found.append(sorted(circle))

    for module in sorted(graph):
        if module not in order:
            visit(module)
    return sorted((circle for circle in found if len(circle) > 1), key=lambda c: (-len(c), c))


def longest_chain(graph: Graph) -> list[str]:
    """The longest way down the imports; a circle is one step of it, named by its first module."""
    head = {module: circle[0] for circle in circles(graph) for module in circle}
    below: dict[str, set[str]] = {}
    for module, others in graph.items():
        mine = head.get(module, module)
        below.setdefault(mine, set()).update({head.get(other, other) for other in others} - {mine})
    known: dict[str, list[str]] = {}

    def chain(module: str) -> list[str]:
        if module not in known:
            known[module] = [module, *max((chain(other) for other in sorted(below[module])), key=len, default=[])]
        return known[module]

    return max((chain(module) for module in sorted(below)), key=len, default=[])


@dataclass(frozen=True)
class Floors:
    """How the rooms of a folder, its folders and loose files, stand upon each other.

    Attributes:
        rooms: how many there are.
        arrows: pairs of rooms of which one imports the other.
        chain: the longest way down, when what goes up is left out: as many floors as rooms in it.
        up: arrows back up. There is no order of the rooms with fewer, as far as the search finds.
    """

    rooms: int
    arrows: int
    chain: tuple[str, ...]
    up: tuple[tuple[str, str], ...]


def floors(graph: Graph, folder: str) -> Floors:
    """Measure the rooms of a folder that is named with dots."""
    rooms: dict[str, set[str]] = {}
    for module, others in graph.items():
        if module.startswith(f"{folder}."):
            mine = _room(module, folder)
            theirs = {_room(other, folder) for other in others if other.startswith(f"{folder}.")}
            rooms.setdefault(mine, set()).update(theirs - {mine})
    height = {room: number for number, room in enumerate(_lowest_first(rooms))}
    down = {room: frozenset(o for o in others if height[o] < height[room]) for room, others in rooms.items()}
    return Floors(
        rooms=len(rooms),
        arrows=sum(map(len, rooms.values())),
        chain=tuple(longest_chain(down)),
        up=tuple((room, other) for room in sorted(rooms) for other in sorted(rooms[room] - down[room])),
    )


def _room(module: str, folder: str) -> str:
    return module[len(folder) + 1 :].split(".")[0]


def _lowest_first(rooms: Mapping[str, set[str]]) -> list[str]:
    """Order rooms such that few import a later one.

    Greedy (Eades, Lin and Smyth 1993), then each room is moved to where it does best until none moves.
    """
    left, low, high = set(rooms), list[str](), list[str]()
    while left:
        below = {room: len(rooms[room] & left) for room in sorted(left)}
        above = {room: sum(room in rooms[other] for other in left) for room in below}
        if taken := [room for room in below if not below[room]]:
            low += taken
        elif taken := [room for room in below if not above[room]]:
            high = taken + high
        else:
            taken = [max(below, key=lambda room: above[room] - below[room])]
            low += taken
        left -= set(taken)
    order = low + high
    moved = True
    while moved:
        moved = False
        for room in sorted(order):
            others = [other for other in order if other != room]
            costs = [
                sum(other in rooms[room] for other in others[at:]) + sum(room in rooms[other] for other in others[:at])
                for at in range(len(order))
            ]
            if min(costs) < costs[order.index(room)]:
                at = costs.index(min(costs))
                order, moved = [*others[:at], room, *others[at:]], True
    return order
