"""Chat completions of OpenAI's protocol: the body of a request, and the reply in an answer.

Whole answers and streams of server-sent events, with what Ollama, vLLM, routers and gateways make
of them: no usage, text in parts, null where only reasoning or a tool call came, an error under a
status that says success, the wrong content type.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..errors import ModelError, ModelUnavailableError
from .contract import Prompt, Reply
from .failures import Secrets, beginning, of_error_object

__all__ = ["ChatAnswer", "messages_of", "parsed_json", "reply_of", "text_of"]

_DONE = b"[DONE]"


def messages_of(prompt: Prompt) -> list[dict[str, str]]:
    """The messages of a prompt; an empty system message is left out."""
    system = [{"role": "system", "content": prompt.system}] if prompt.system else []
    return [*system, {"role": "user", "content": prompt.user}]


def parsed_json(answer: bytes) -> Any:
    """What JSON says, of any UTF; None for what is none."""
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        return None


class ChatAnswer:
    """Takes an answer as it comes, and gives its reply: a JSON object, or a stream of events.

    Which of the two it is, the answer itself tells: servers mistake its content type.
    """

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets
        self._taken = bytearray()
        self._is_stream: bool | None = None
        self._gathered = _Gathered(secrets)

    def take(self, data: bytes) -> bool:
        """Takes what came; whether the reply is complete, and nothing more need be read."""
        self._taken += data
        if self._is_stream is None:
            head = bytes(self._taken[:64]).removeprefix(b"\xef\xbb\xbf").lstrip()
            if len(head) < len(b"event:"):
                return False
            self._is_stream = head.startswith((b"data:", b"event:", b"id:", b"retry:", b":"))
        if not self._is_stream or b"\n" not in data:
            return False
        *lines, rest = self._taken.split(b"\n")
        self._taken = bytearray(rest)
        return any(self._gathered.line(bytes(line)) for line in lines)

    def reply(self) -> Reply:
        """The reply of all that was taken. Raises ModelError, ModelUnavailableError."""
        if self._is_stream:
            self._gathered.line(bytes(self._taken))
            self._gathered.line(b"")
            return self._gathered.reply()
        answer = bytes(self._taken)
        parsed = parsed_json(answer)
        if parsed is None:
            raise ModelError(f"the model's answer is no JSON: {beginning(answer, self._secrets)}")
        if error := of_error_object(parsed, self._secrets):
            raise error
        reply = reply_of(parsed)
        if reply is None:
            quoted = beginning(answer, self._secrets)
            raise ModelError(f"the model's answer is no chat completion: {quoted}")
        return reply


class _Gathered:
    """The pieces of a stream of events (HTML Standard, 9.2.6), joined."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets
        self._data: list[bytes] = []
        self._texts: list[str] = []
        self._finish = ""
        self._tokens: int | None = None
        self._chunks = 0
        self._done = False
        self._refused = False

    def line(self, line: bytes) -> bool:
        """Takes one line; whether it was the last one that matters."""
        line = line.removeprefix(b"\xef\xbb\xbf").rstrip(b"\r")
        if line.startswith(b"data:"):
            data = line[5:].strip()
            if data == _DONE or parsed_json(b"\n".join(self._data)) is not None:
                self._event()  # complete, though the blank line after it is missing
            self._data.append(data)
            self._done |= data == _DONE
        elif not line:
            self._event()
        elif line.startswith(b"{"):
            # an error in the middle of a stream, sent as it would have been without one
            self._data = [line]
            self._event()
        return self._done

    def _event(self) -> None:
        data, self._data = b"\n".join(self._data).strip(), []
        if self._done or not data:
            return
        parsed = parsed_json(data)
        if not isinstance(parsed, dict):
            quoted = beginning(data, self._secrets)
            raise ModelError(f"an event of the model's stream is no JSON object: {quoted}")
        if error := of_error_object(parsed, self._secrets):
            raise error
        self._chunks += 1
        self._tokens = _tokens(parsed) if _tokens(parsed) is not None else self._tokens
        choice = _first(parsed.get("choices"))
        if choice is None:  # a chunk may carry usage or a filter's verdict alone
            return
        for name in ("delta", "message"):
            if isinstance(choice.get(name), dict):
                text = text_of(choice[name].get("content"))
                self._texts += [text] if text else []
                self._refused |= bool(choice[name].get("refusal"))
        if isinstance(choice.get("text"), str):
            self._texts.append(choice["text"])
        if isinstance(choice.get("finish_reason"), str):
            self._finish = choice["finish_reason"]

    def reply(self) -> Reply:
        if not self._chunks:
            raise ModelError("the model's stream holds no chunk of a reply")
        if not (self._done or self._finish):
            # where the body's end is the connection's, a broken connection looks like its end
            raise ModelUnavailableError("the model's stream broke off before its end")
        text = _whole("".join(self._texts))
        return Reply(text or None, _finish(self._finish, text, self._refused), self._tokens)


def reply_of(parsed: Any) -> Reply | None:
    """The reply in a whole chat completion; None for what is none."""
    if not isinstance(parsed, dict):
        return None
    choice = _first(parsed.get("choices"))
    if choice is None:
        return None
    message = choice.get("message")
    if isinstance(message, dict):
        text = text_of(message.get("content"))
        refused = bool(message.get("refusal"))
    elif isinstance(choice.get("text"), str):
        text, refused = choice["text"], False
    else:
        return None
    reason = choice.get("finish_reason")
    finish = _finish(reason if isinstance(reason, str) else "", text or "", refused)
    return Reply(None if text is None else _whole(text), finish, _tokens(parsed))


def _finish(reason: str, text: str, refused: bool) -> str:
    return "refusal" if refused and not text else reason


def _first(choices: Any) -> Mapping[str, Any] | None:
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return choices[0]
    return None


def text_of(content: Any) -> str | None:
    """The text of a message: a string, or the texts among its parts; never its reasoning."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [
        part if isinstance(part, str) else part.get("text")
        for part in content
        if isinstance(part, str)
        or (isinstance(part, dict) and part.get("type", "text") in ("text", "output_text"))
    ]
    known = [text for text in texts if isinstance(text, str)]
    return "".join(known) if known else None


def _whole(text: str) -> str:
    """The text without halves of letters: JSON can say them, and no other encoding can."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _tokens(parsed: Mapping[str, Any]) -> int | None:
    usage = parsed.get("usage")
    count = usage.get("completion_tokens") if isinstance(usage, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) and count >= 0 else None
