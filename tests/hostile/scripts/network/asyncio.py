"""Run an event loop."""
# verdict: runtime_error
# told: Operation not permitted

import asyncio


async def nothing():
    pass


asyncio.run(nothing())
