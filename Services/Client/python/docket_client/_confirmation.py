"""What destroys a person's data is prepared and not done, until it is confirmed."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, TypeVar

from ._problems import GatewayProblem, UnexpectedAnswer

Result = TypeVar("Result")


class _Question:
    def __init__(self, problem: GatewayProblem) -> None:
        members: Mapping[str, Any] = problem.members
        wanted = ("title", "message", "actionLabel", "token", "expiresAt")
        if not all(isinstance(members.get(name), str) for name in wanted):
            raise UnexpectedAnswer("The gateway asks for a confirmation without saying of what.")
        self.title: str = members["title"]
        self.message: str = members["message"]
        """What the person loses by it."""
        self.action_label: str = members["actionLabel"]
        """On the button that acts."""
        self.token: str = members["token"]
        self.expires_at: str = members["expiresAt"]


class Confirmation(_Question, Generic[Result]):
    """Nothing was done. Ask the person; `confirm()` does it, and whoever drops this has changed nothing."""

    def __init__(self, problem: GatewayProblem, act: Callable[[str], Result]) -> None:
        super().__init__(problem)
        self._act = act

    def confirm(self) -> Result:
        """Does it. Raises `confirmation-invalid` when its time is over or something has changed since."""
        return self._act(self.token)


class AsyncConfirmation(_Question, Generic[Result]):
    """Nothing was done. Ask the person; `await confirm()` does it, and whoever drops this has changed nothing."""

    def __init__(self, problem: GatewayProblem, act: Callable[[str], Awaitable[Result]]) -> None:
        super().__init__(problem)
        self._act = act

    async def confirm(self) -> Result:
        """Does it. Raises `confirmation-invalid` when its time is over or something has changed since."""
        return await self._act(self.token)
