"""Reading a page as its reader does: the text of its seats, without markup."""

from __future__ import annotations

import html
import re

SEAT = re.compile(r'<li class="seat[ "].*?</li>', re.DOTALL)
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|\bstyle\s*=|<style|\son[a-z]+\s*=|javascript:", re.IGNORECASE)
ELSEWHERE = re.compile(r'(?:src|href|action|data)="(?:[a-z]+:)?//', re.IGNORECASE)


def text(markup: str) -> str:
    """Return what is read: tags gone, entities and spaces made plain, direction marks dropped."""
    plain = html.unescape(re.sub(r"<[^>]+>", " ", markup))
    return " ".join(re.sub("[\u2066-\u2069]", "", plain).split())


def seats(page: str) -> list[str]:
    """Return every seat of the cards of a page, as text, in the order in which they stand."""
    return [text(seat) for seat in SEAT.findall(page)]


def main(page: str) -> str:
    """Return the text of a page between its header and its footer."""
    return text(page[page.index("<main") : page.index("</main>")])
