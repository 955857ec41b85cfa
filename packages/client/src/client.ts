import createOpenApiClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/openapi.ts';

export type Task = components['schemas']['Task'];
export type TaskSummary = components['schemas']['TaskSummary'];
export type ApiKey = components['schemas']['ApiKey'];
export type Problem = components['schemas']['Problem'];

export interface ClientOptions {
  /** Where the API is, e.g. `http://127.0.0.1:3000`. */
  url: string;
  /** Sent as `Authorization: Bearer`. */
  apiKey?: string | undefined;
}

/** A client of the API, typed by its OpenAPI document: `client.GET('/tasks/{id}', { params: { path: { id } } })`. */
export function createClient({ url, apiKey }: ClientOptions): Client<paths> {
  return createOpenApiClient<paths>({
    baseUrl: url.replace(/\/$/, ''),
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
  });
}
