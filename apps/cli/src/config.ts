import { loadSettings } from '@offload/process';
import { type Static, Type } from 'typebox';

export const CliConfigSchema = Type.Object({
  OFFLOAD_URL: Type.String({
    default: 'http://127.0.0.1:3000',
    pattern: '^https?://',
    description: 'URL of the API that the command line talks to',
  }),
  OFFLOAD_API_KEY: Type.Optional(
    Type.String({ writeOnly: true, description: 'Key that the command line sends, where the API asks for one' }),
  ),
});

export type CliConfig = Static<typeof CliConfigSchema>;

export function readConfig(): CliConfig {
  return loadSettings(CliConfigSchema, process.env);
}
