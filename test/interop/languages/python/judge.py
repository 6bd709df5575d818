"""Judges the service with the official Python client: prints one JSON line for each step. Arguments: URL, Authorization, client id, secret."""

import asyncio
import json
import os
import sys

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client


def show(step, value):
    print(json.dumps({"step": step, "value": value}))


def connect(base, authorization):
    http = httpx2.AsyncClient(headers={"Authorization": authorization})
    return Client(streamable_http_client(f"{base}/mcp", http_client=http), mode="auto")


async def names(client):
    return [tool.name for tool in (await client.list_tools()).tools]


async def call(client, name, arguments):
    result = await client.call_tool(name, arguments)
    text = "".join(part.text for part in result.content if part.type == "text")
    return {"isError": bool(result.is_error), "structured": result.structured_content, "text": text}


async def access_token(base, client_id, secret):
    async with httpx2.AsyncClient(auth=(client_id, secret)) as http:
        granted = await http.post(f"{base}/v1/oauth/token", data={"grant_type": "client_credentials"})
        return granted.json()["access_token"]


async def main(base, authorization, client_id, secret):
    async with connect(base, authorization) as client:
        show("version", client.protocol_version)
        show("tools", await names(client))
        for each in json.loads(os.environ["CALLS"]):
            show(each["step"], await call(client, each["name"], each["arguments"]))
    async with connect(base, f"Bearer {await access_token(base, client_id, secret)}") as client:
        show("with an access token", await names(client))


asyncio.run(main(*sys.argv[1:]))
