"""Judges the service with LangChain's adapters for Python: prints one JSON line for each step. Arguments: URL, Authorization."""

import asyncio
import json
import os
import sys

from langchain_core.tools import ToolException
from langchain_mcp_adapters.client import MultiServerMCPClient


def show(step, value):
    print(json.dumps({"step": step, "value": value}))


def text_of(content):
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part["type"] == "text")


async def main(base, authorization, *_):
    server = {"transport": "streamable_http", "url": f"{base}/mcp", "headers": {"Authorization": authorization}}
    tools = await MultiServerMCPClient({"products": server}).get_tools()
    show("tools", [tool.name for tool in tools])
    by_name = {tool.name: tool for tool in tools}
    for each in json.loads(os.environ["CALLS"]):
        asked = {"type": "tool_call", "id": "1", "name": each["name"], "args": each["arguments"]}
        try:
            message = await by_name[each["name"]].ainvoke(asked)
        except ToolException as error:
            show(each["step"], {"isError": True, "structured": None, "text": str(error)})
            continue
        structured = (message.artifact or {}).get("structured_content")
        show(each["step"], {"isError": message.status == "error", "structured": structured, "text": text_of(message.content)})


asyncio.run(main(*sys.argv[1:]))
