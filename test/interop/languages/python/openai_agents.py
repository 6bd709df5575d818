"""Judges the service with the OpenAI Agents SDK for Python: prints one JSON line for each step. Arguments: URL, Authorization."""

import asyncio
import json
import os
import sys

from agents.mcp import MCPServerStreamableHttp


def show(step, value):
    print(json.dumps({"step": step, "value": value}))


async def main(base, authorization, *_):
    params = {"url": f"{base}/mcp", "headers": {"Authorization": authorization}}
    async with MCPServerStreamableHttp(params=params, name="judge") as server:
        show("tools", [tool.name for tool in await server.list_tools()])
        for each in json.loads(os.environ["CALLS"]):
            result = await server.call_tool(each["name"], each["arguments"])
            text = "".join(part.text for part in result.content if part.type == "text")
            structured = result.structuredContent
            show(each["step"], {"isError": bool(result.isError), "structured": structured, "text": text})


asyncio.run(main(*sys.argv[1:]))
