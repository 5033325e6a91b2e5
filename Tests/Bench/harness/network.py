"""A line between a browser and a server that can be cut, and counts what passes."""

import asyncio
import contextlib
import threading


class Line:
    """Listens on a port of its own and passes every connection on to another. `sent` and `received` count the browser's bytes."""

    def __init__(self, target: int):
        self.sent = 0
        self.received = 0
        self._target = target
        self._is_cut = False
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            other, further = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, further}
        self._open |= pair
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, further, "sent"), self._pass(other, writer, "received"), return_exceptions=True)
        self._open -= pair
        for one in pair:
            one.close()

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, name: str) -> None:
        try:
            while data := await source.read(65536):
                setattr(self, name, getattr(self, name) + len(data))
                sink.write(data)
                await sink.drain()
        finally:
            sink.close()

    def cut(self) -> None:
        """Ends all connections, and refuses further ones until `mend`."""
        def act():
            self._is_cut = True
            for writer in self._open:
                writer.transport.abort()
        self._loop.call_soon_threadsafe(act)

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
