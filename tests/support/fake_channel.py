"""Channels between nodes of one process: what one publishes the others hear when the test says so."""

from __future__ import annotations

from rebelote.server.channel import Channel


class Wire:
    """All nodes hang on it."""

    def __init__(self) -> None:
        self.channels: list[FakeChannel] = []
        self.under_way: list[tuple[FakeChannel, str, bytes]] = []
        self.is_cut = False

    def channel(self, node: str) -> FakeChannel:
        self.channels.append(FakeChannel(self, node))
        return self.channels[-1]

    def deliver(self) -> list[bytes]:
        """All that is under way; what it was."""
        batch, self.under_way = self.under_way, []
        for sender, topic, message in batch:
            for channel in self.channels:
                if channel is not sender and not self.is_cut:
                    channel.hear(topic, message)
        return [message for _, _, message in batch]


class FakeChannel(Channel):
    """One node's end."""

    def __init__(self, wire: Wire, node: str) -> None:
        super().__init__(node)
        self._wire = wire

    @property
    def is_shared(self) -> bool:
        return True

    def publish(self, topic: str, message: bytes) -> None:
        self._wire.under_way.append((self, topic, message))

    def hear(self, topic: str, message: bytes) -> None:
        self._deliver(topic, message)
