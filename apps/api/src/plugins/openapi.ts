import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fp from 'fastify-plugin';
import { guardedOperation } from '../guarded-operation.ts';
import { limitedOperation } from '../limited-operation.ts';
import { withResponseExamples } from '../response-examples.ts';

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;

/** Of pages alone: nobody renders the JSON of the others. What Swagger UI needs beyond our own files are pictures and styles in its code. */
const PAGE_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
    },
  },
  // Whoever ends TLS knows whether there is any.
  strictTransportSecurity: false,
};

/** The OpenAPI document of the registered routes, at `/openapi.json`, and Swagger UI on it, at `/docs`. */
export const openapi = fp(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Offload',
          version: '0.1.0',
          license: { name: 'MIT', identifier: 'MIT' },
          description:
            'Takes slow work out of the request: submit a task and get `202 Accepted` within milliseconds, let a worker do it in the background, read the result when it is there.',
        },
        servers: [{ url: '/', description: 'This server' }],
        tags: [
          { name: 'Tasks', description: 'Submit, follow and cancel work.' },
          {
            name: 'Dead letters',
            description: 'What failed for good or was not understood, and how to send it again.',
          },
          { name: 'Files', description: 'What tasks are given, and what they make.' },
          { name: 'Keys', description: 'Who may use the API, and for what.' },
          { name: 'System', description: 'What the queue and the workers are doing.' },
          { name: 'Health', description: 'For orchestrators and load balancers.' },
        ],
        components: {
          securitySchemes: {
            apiKey: {
              type: 'http',
              scheme: 'bearer',
              description: 'One of `API_KEYS`, or a key that `POST /keys` has made; the scope that an operation names.',
            },
          },
        },
        // Either of both: the server may be open to everybody.
        security: [{ apiKey: [] }, {}],
      },
      transform: ((operation: Parameters<typeof guardedOperation>[0]) =>
        limitedOperation(guardedOperation(operation))) as Transform,
      transformObject: withResponseExamples as NonNullable<FastifyDynamicSwaggerOptions['transformObject']>,
      refResolver: { buildLocalReference: (json, _baseUri, _fragment, index) => String(json.$id ?? `Schema${index}`) },
    });
    await app.register(async (docs) => {
      await docs.register(helmet, PAGE_HEADERS);
      // A browser cannot send a key for a page; what the page does with the API needs one all the same.
      docs.addHook('onRoute', (route) => {
        route.config = { ...route.config, public: true };
      });
      await docs.register(swaggerUi, {
        routePrefix: '/docs',
        uiConfig: {
          tryItOutEnabled: true,
          displayRequestDuration: true,
          docExpansion: 'list',
          persistAuthorization: true,
        },
        theme: {
          title: 'Offload API',
          // The bar is there to load other documents.
          css: [{ filename: 'offload.css', content: '.swagger-ui .topbar { display: none }' }],
        },
      });
    });
    app.get('/openapi.json', { schema: { hide: true }, config: { public: true } }, () => app.swagger());
  },
  { name: 'openapi' },
);
