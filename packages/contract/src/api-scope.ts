/** What an API key may allow. `admin` allows everything, for everybody's tasks; the others are for the tasks of the key's own client. */
export const API_SCOPES = ['submit', 'read', 'cancel', 'admin'] as const;

export type ApiScope = (typeof API_SCOPES)[number];
