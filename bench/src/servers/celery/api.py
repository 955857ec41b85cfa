"""POST /tasks as the other peers serve it: one process, one event loop.

Four of them under gunicorn took more at 64 connections and fewer at 256; docs/performance.md has the figures.
"""

from gevent import monkey

monkey.patch_all()

import json  # noqa: E402
import os  # noqa: E402

from gevent.pywsgi import WSGIServer  # noqa: E402
from tasks import bench  # noqa: E402


def work_ms(body):
    """Milliseconds that a valid body asks for, else None."""
    try:
        document = json.loads(body)
    except ValueError:
        return None
    if not isinstance(document, dict) or document.keys() != {"type", "payload"} or document["type"] != "bench":
        return None
    payload = document["payload"]
    if not isinstance(payload, dict) or payload.keys() != {"ms"}:
        return None
    ms = payload["ms"]
    return ms if type(ms) is int and 0 <= ms <= 600_000 else None


def application(environ, start_response):
    if environ["REQUEST_METHOD"] != "POST" or environ["PATH_INFO"] != "/tasks":
        return answer(start_response, "404 Not Found", {"error": "not found"})
    ms = work_ms(environ["wsgi.input"].read())
    if ms is None:
        return answer(start_response, "400 Bad Request", {"error": "invalid body"})
    # Returns once the broker has confirmed the message.
    return answer(start_response, "202 Accepted", {"id": bench.apply_async((ms,)).id})


def answer(start_response, status, document):
    body = json.dumps(document).encode()
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
    return [body]


WSGIServer(("127.0.0.1", int(os.environ["PORT"])), application, backlog=1024, log=None).serve_forever()
