import { BrokerError } from '@offload/broker';
import { PROBLEMS, type ProblemCode, schemaIssues, type ValueIssue } from '@offload/contract';
import { StorageUnavailableError } from '@offload/files';
import { StoreConfigurationError, StoreUnavailableError } from '@offload/store';
import { ProblemError, type ProblemOptions } from './problem.ts';

/** Seconds after which a client may try again while a part of ours is away. */
const RETRY_AFTER_SECONDS = '2';

/** Fastify's own errors that a client can cause. */
const FASTIFY_PROBLEMS: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'URI_TOO_LONG',
  FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER: 'UNAUTHORIZED',
  FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER: 'UNAUTHORIZED',
};

/** Where Fastify's words do not say what to do. */
const DETAILS: Partial<Record<ProblemCode, string>> = {
  BODY_TOO_LARGE: PROBLEMS.BODY_TOO_LARGE.explanation,
  UNSUPPORTED_MEDIA_TYPE: PROBLEMS.UNSUPPORTED_MEDIA_TYPE.explanation,
  UNAUTHORIZED: PROBLEMS.UNAUTHORIZED.explanation,
};

/** The one table from any error to what a client is told of it. A 5xx reveals nothing of its cause. */
export function problemOfError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  // A password or a right that was changed under way is an outage, too, for those who ask.
  if (error instanceof StoreUnavailableError || error instanceof StoreConfigurationError) {
    return unavailable('STORE_UNAVAILABLE', 'The store did not answer in time.', error);
  }
  if (error instanceof BrokerError)
    return unavailable('BROKER_UNAVAILABLE', 'The broker did not answer in time.', error);
  if (error instanceof StorageUnavailableError)
    return unavailable('STORAGE_UNAVAILABLE', 'Files could not be read or written.', error);
  if (!(error instanceof Error)) return internal(error);
  const { code, validation, validationContext, statusCode } = error as FastifyLikeError;
  if (validation) return invalidRequest(schemaIssues(validation), validationContext ?? 'request');
  const known = code && FASTIFY_PROBLEMS[code];
  if (known) return new ProblemError(known, DETAILS[known] ?? error.message, CHALLENGES[code] ?? {});
  if (error instanceof SyntaxError && statusCode === 400) return new ProblemError('MALFORMED_JSON', error.message);
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ProblemError('INVALID_REQUEST', error.message);
  return internal(error);
}

interface FastifyLikeError extends Error {
  code?: string;
  statusCode?: number;
  validation?: Parameters<typeof schemaIssues>[0];
  validationContext?: string;
}

/** RFC 6750 §3.1: without a key there is nothing to say of it. */
const CHALLENGES: Record<string, ProblemOptions> = {
  FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER: { headers: { 'www-authenticate': 'Bearer realm="offload"' } },
  FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER: {
    headers: { 'www-authenticate': 'Bearer realm="offload", error="invalid_token"' },
  },
};

function invalidRequest(errors: ValueIssue[], context: string): ProblemError {
  return new ProblemError('INVALID_REQUEST', describe(errors, context), { errors });
}

/** The mistakes of a request in one sentence. */
export function describe(errors: ValueIssue[], context: string): string {
  return errors.map(({ pointer, message }) => `${context}${pointer} ${message}`).join('; ');
}

function unavailable(code: ProblemCode, detail: string, cause: Error): ProblemError {
  return new ProblemError(code, detail, { cause, headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}

function internal(cause: unknown): ProblemError {
  return new ProblemError('INTERNAL_ERROR', 'Something went wrong on our side.', { cause });
}
