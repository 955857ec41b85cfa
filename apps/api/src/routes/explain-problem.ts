import { PROBLEMS, type ProblemCode, problemName } from '@offload/contract';
import { Type } from 'typebox';
import type { ApiInstance } from '../api-instance.ts';
import { ProblemError } from '../problem.ts';
import { problems } from '../responses.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];
const codeByName = new Map(codes.map((code) => [problemName(code), code]));

export function explainProblemRoute(app: ApiInstance): void {
  app.get(
    '/problems/:name',
    {
      config: { public: true },
      schema: {
        operationId: 'explainProblem',
        tags: ['System'],
        summary: 'Explain an error',
        description: 'The `type` of every error answer leads here.',
        security: [],
        params: Type.Object({
          name: Type.String({
            maxLength: 100,
            description: 'The last part of a `type`.',
            examples: ['invalid-payload'],
          }),
        }),
        response: {
          200: Type.Object(
            {
              code: Type.String({ examples: ['INVALID_PAYLOAD'] }),
              status: Type.Integer({ examples: [422] }),
              title: Type.String({ examples: ['Payload is not valid'] }),
              explanation: Type.String({
                description: 'What it means and what to do.',
                examples: [PROBLEMS.INVALID_PAYLOAD.explanation],
              }),
            },
            { description: 'The explanation.' },
          ),
          ...problems('NOT_FOUND'),
        },
      },
    },
    ({ params: { name } }) => {
      const code = codeByName.get(name);
      if (!code)
        throw new ProblemError('NOT_FOUND', `No problem has this name; known: ${[...codeByName.keys()].join(', ')}.`);
      return { code, ...PROBLEMS[code] };
    },
  );
}
