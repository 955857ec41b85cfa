import { schemaIssues, type TaskCatalogue, type TaskType, type ValueIssue } from '@offload/contract';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { ProblemError } from './problem.ts';
import { describe } from './problem-of-error.ts';
import { optionIssues, type TaskOptions, TaskOptionsSchema } from './task-options.ts';

/** What a client sends to `POST /tasks`. */
export interface Submission extends TaskOptions {
  type: string;
  payload: unknown;
}

/**
 * The body as the OpenAPI document shows it: one alternative and some examples per task type.
 * @param others properties beside those of a submission
 */
export function submissionSchema(catalogue: TaskCatalogue, others: Record<string, TSchema> = {}): TSchema {
  return Type.Unsafe({
    oneOf: catalogue.all.map((type) => alternative(type, others)),
    discriminator: { propertyName: 'type' },
    'x-examples': Object.fromEntries(catalogue.all.flatMap(examples)),
  });
}

function alternative({ name, title, description, payload }: TaskType, others: Record<string, TSchema>): TSchema {
  const properties = { type: Type.Literal(name), payload, ...TaskOptionsSchema.properties, ...others };
  return Type.Object(properties, { title, description, additionalProperties: false });
}

function examples({ name, examples }: TaskType) {
  return examples.map(({ summary, payload }, index) => [
    `${name}-${index + 1}`,
    { summary: `${name}: ${summary}`, value: { type: name, payload } },
  ]);
}

const envelope = Compile(
  Type.Object(
    { type: Type.String(), payload: Type.Unknown(), ...TaskOptionsSchema.properties },
    { additionalProperties: false },
  ),
);

/**
 * Checks a body in the order in which a client would mend it: the envelope with its options, the task type, the payload.
 *
 * @returns the problem to answer with, or nothing
 */
export function submissionProblem(body: unknown, catalogue: TaskCatalogue): ProblemError | undefined {
  if (!envelope.Check(body)) return invalidBody(schemaIssues(envelope.Errors(body)[1]));
  const { type, payload, ...options } = body as Submission;
  const mistakes = optionIssues(options);
  if (mistakes.length > 0) return invalidBody(mistakes);
  if (!catalogue.get(type)) {
    const errors = [{ pointer: '/type', message: `must be one of: ${catalogue.names.join(', ')}` }];
    return new ProblemError('UNKNOWN_TASK_TYPE', `No task type has this name; known: ${catalogue.names.join(', ')}.`, {
      errors,
    });
  }
  const errors = catalogue.payloadIssues(type, payload).map(inPayload);
  if (errors.length > 0) return new ProblemError('INVALID_PAYLOAD', describe(errors, 'body'), { errors });
  return undefined;
}

/**
 * Fastify looks for a body's schema by its media type, and so checks none where there is no body.
 * @throws ProblemError INVALID_REQUEST
 */
export function present<Body>(body: Body | undefined): Body {
  if (body === undefined) throw invalidBody([{ pointer: '', message: 'must be object' }]);
  return body;
}

export function invalidBody(errors: ValueIssue[]): ProblemError {
  return new ProblemError('INVALID_REQUEST', describe(errors, 'body'), { errors });
}

function inPayload({ pointer, message }: ValueIssue): ValueIssue {
  return { pointer: `/payload${pointer}`, message };
}
