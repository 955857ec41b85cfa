import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { answerHeaders } from '../answer-headers.ts';
import { ProblemError, ProblemSchema, pathOf, problemBody } from '../problem.ts';
import { problemOfError } from '../problem-of-error.ts';

/** Answers a request that ended in an error: RFC 9457, and a log line with the level that the status deserves. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOfError(error);
  // Without a cause nothing is wrong with us: it is a refusal, and may come by the thousand.
  if (problem.statusCode >= 500 && problem.cause !== undefined)
    request.log.error({ err: problem.cause, code: problem.code }, 'request failed');
  else request.log.info({ code: problem.code, detail: problem.message }, 'request refused');
  reply
    .code(problem.statusCode)
    // Again: a URL that cannot be decoded comes past every hook.
    .headers({ ...problem.headers, ...answerHeaders(request) })
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemBody(problem, request));
}

/** Every error of every route, and every path without one, is a problem document. */
export const problemDetails = fp(
  async (app) => {
    app.addSchema(ProblemSchema);
    app.setErrorHandler(sendProblem);
    app.setNotFoundHandler((request, reply) => {
      sendProblem(
        new ProblemError('NOT_FOUND', `Nothing is served at ${request.method} ${pathOf(request.url)}.`),
        request,
        reply,
      );
    });
  },
  { name: 'problem-details' },
);

/** For requests that Node.js cannot even parse: there is no request object, only a socket to answer on. */
export function answerUnparsable(error: FastifyError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ProblemError('REQUEST_HEADERS_TOO_LARGE', 'The request line and headers are too large.')
      : new ProblemError('INVALID_REQUEST', 'This is not a valid HTTP/1.1 request.');
  const body = JSON.stringify(problemBody(problem, { url: '', id: '' }));
  const head = [
    `HTTP/1.1 ${problem.statusCode} ${problem.statusCode === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'Content-Type: application/problem+json',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
