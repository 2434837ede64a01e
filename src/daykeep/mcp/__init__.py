"""The server through which agents reach a workspace by the Model Context Protocol.

`serving` is the way in; `server` puts together what is offered: `tools`, `resources` and `prompts`, by `transports`.
"""
