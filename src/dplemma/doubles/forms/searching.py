"""How roots and optima are searched in plain code: helpers that are copied with the forms that call them."""

import math


def bisect(is_left, low, high):
    """The point where is_left turns from true to false, by halving until no double lies between."""
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if is_left(middle):
            low = middle
        else:
            high = middle


def doubled(is_left, high):
    """An upper end for `bisect`."""
    while is_left(high):
        high *= 2
    return high


def golden_section(cost, low, high):
    """The least point of a convex function, from its values alone."""
    shrink = (math.sqrt(5) - 1) / 2
    for _ in range(90):
        width = shrink * (high - low)
        if cost(high - width) < cost(low + width):
            high = low + width
        else:
            low = high - width
    return (low + high) / 2
