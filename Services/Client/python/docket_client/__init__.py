"""Speaks to a Docket gateway.

`Client` waits, `AsyncClient` awaits; both have a method for each operation that the gateway describes, resumable uploads, live streams
that are followed again after a cut, and questions before anything is destroyed. `Webhook` verifies what the gateway sends.
"""
from ._async import AsyncClient
from ._confirmation import AsyncConfirmation, Confirmation
from ._models import *  # noqa: F403
from ._problems import DocketError, FileUnreadable, GatewayProblem, InvalidRequest, TimedOut, UnexpectedAnswer, Unreachable
from ._streams import Event
from ._sync import Client
from .webhooks import Webhook, WebhookRefused
