import { type FilePlace, filePlaces, isTaskId, type TaskCatalogue, withFiles } from '@offload/contract';
import { ProblemError } from './problem.ts';
import { describe } from './problem-of-error.ts';
import { type Submission, submissionProblem } from './submission.ts';

/** Files that one form brings. */
export const MAX_FORM_FILES = 10;

const EXAMPLE = { type: 'image.resize', payload: { image: { file: 'photo' }, width: 320 } };

/** The form as the OpenAPI document shows it. */
export const TaskFormSchema = {
  type: 'object',
  description: `A task with its files, of which there are at most ${MAX_FORM_FILES}.`,
  required: ['task'],
  properties: {
    task: {
      type: 'object',
      description:
        'Comes first: what is sent as `application/json` otherwise. A file of its payload may be the name of the part that brings it, as in `{ "file": "photo" }`, beside the id of one that was uploaded before.',
      required: ['type', 'payload'],
      properties: { type: { type: 'string' }, payload: {} },
      // Swagger UI fills in each part by itself.
      examples: [EXAMPLE],
    },
    photo: {
      type: 'string',
      format: 'binary',
      description: 'A file, for example, to which the payload refers as `photo`; it may have any name.',
    },
  },
  additionalProperties: { type: 'string', format: 'binary' },
  examples: [{ task: EXAMPLE, photo: 'The bytes of a picture.' }],
};

/** In the place of a file that has not arrived. */
const ANY_ID = '00000000-0000-0000-0000-000000000000';

/** A submission that comes with files, and may name each by the part of the form that brings it. */
export class TaskForm {
  /** As its client has sent it. */
  readonly submission: Submission;
  /** Where its payload names parts. */
  readonly #places: readonly FilePlace[];

  /** @throws ProblemError as for any submission, or INVALID_PAYLOAD where it names too many files */
  constructor(body: unknown, catalogue: TaskCatalogue) {
    this.#places = takesFiles(body, catalogue) ? filePlaces(body).filter(isNamed) : [];
    this.submission = body as Submission;
    const problem = submissionProblem(
      this.withFiles(() => ANY_ID),
      catalogue,
    );
    if (problem) throw problem;
    if (new Set(this.#places.map(({ file }) => file)).size > MAX_FORM_FILES) {
      throw invalidPayload(['/payload'], `must name at most ${MAX_FORM_FILES} files of the form`);
    }
  }

  names(part: string): boolean {
    return this.#places.some(({ file }) => file === part);
  }

  /** @throws ProblemError INVALID_PAYLOAD where it names a part that is not among those that have come */
  checkComplete(parts: ReadonlyMap<string, unknown>): void {
    const missing = this.#places.filter(({ file }) => !parts.has(file)).map(({ pointer }) => pointer);
    if (missing.length > 0) {
      throw invalidPayload(missing, 'must be the id of a file that there is, or the name of a file in the form');
    }
  }

  /** The submission with a file's id wherever it names a part. */
  withFiles(idAt: (place: FilePlace) => string): Submission {
    if (this.#places.length === 0) return this.submission;
    return withFiles(this.submission, (place) => (isNamed(place) ? idAt(place) : place.file)) as Submission;
  }
}

function takesFiles(body: unknown, catalogue: TaskCatalogue): boolean {
  const { type } = Object(body) as { type?: unknown };
  return typeof type === 'string' && catalogue.get(type)?.takesFiles === true;
}

function isNamed({ pointer, file }: FilePlace): boolean {
  return pointer.startsWith('/payload/') && !isTaskId(file);
}

function invalidPayload(pointers: string[], message: string): ProblemError {
  const errors = pointers.map((pointer) => ({ pointer, message }));
  return new ProblemError('INVALID_PAYLOAD', describe(errors, 'body'), { errors });
}
