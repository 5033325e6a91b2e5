"""Speaks to a Docket gateway.

`Client` waits, `AsyncClient` awaits; both have a method for each operation that the gateway describes, resumable uploads, live streams
that are followed again after a cut, and questions before anything is destroyed. `Webhook` verifies what the gateway sends.
"""
from ._async import AsyncClient as AsyncClient
from ._confirmation import AsyncConfirmation as AsyncConfirmation
from ._confirmation import Confirmation as Confirmation
from ._models import *  # noqa: F403
from ._problems import DocketError as DocketError
from ._problems import FileUnreadable as FileUnreadable
from ._problems import GatewayProblem as GatewayProblem
from ._problems import InvalidRequest as InvalidRequest
from ._problems import TimedOut as TimedOut
from ._problems import UnexpectedAnswer as UnexpectedAnswer
from ._problems import Unreachable as Unreachable
from ._streams import Event as Event
from ._sync import Client as Client
from .webhooks import Webhook as Webhook
from .webhooks import WebhookRefused as WebhookRefused
