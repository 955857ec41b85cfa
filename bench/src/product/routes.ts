interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

/** Features of the API that it may or may not have yet, as its OpenAPI document tells them. */
export interface Routes {
  /** Makes the body of `POST /tasks/batch`; undefined when there is no such route. */
  readonly batchBody: ((submissions: readonly unknown[]) => unknown) | undefined;
  /** Whether `POST /tasks` knows `Prefer: wait=N`. */
  readonly hasWait: boolean;
}

/** Asks an API what it can do. @param submitUrl URL of `POST /tasks` */
export async function routesOf(submitUrl: string): Promise<Routes> {
  const response = await fetch(new URL('/openapi.json', submitUrl));
  if (!response.ok) throw new Error(`/openapi.json was answered ${response.status}`);
  const { paths = {} }: { paths?: Record<string, Record<string, Operation>> } = JSON.parse(await response.text());
  const parameters = paths['/tasks']?.post?.parameters ?? [];
  return {
    batchBody: batchBody(paths['/tasks/batch']?.post),
    hasWait: parameters.some(({ name, in: place }) => place === 'header' && name.toLowerCase() === 'prefer'),
  };
}

/** The submissions are the body, or its only list. */
function batchBody(operation: Operation | undefined): Routes['batchBody'] {
  if (operation === undefined) return undefined;
  const properties = operation.requestBody?.content?.['application/json']?.schema?.properties ?? {};
  const list = Object.keys(properties).find((name) => properties[name]?.type === 'array');
  return list === undefined ? (submissions) => submissions : (submissions) => ({ [list]: submissions });
}
