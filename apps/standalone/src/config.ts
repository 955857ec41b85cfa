import { apiSettings, guarded } from '@offload/api';
import { loadSettings, StartupError, sharedSettings } from '@offload/process';
import { workerSettings } from '@offload/worker';
import { type Static, Type } from 'typebox';

const { AMQP_URL, DATABASE_URL, ...otherSharedSettings } = sharedSettings;

export const StandaloneConfigSchema = Type.Object({
  ...otherSharedSettings,
  ...apiSettings,
  ...workerSettings,
  AMQP_URL: Type.Optional(AMQP_URL),
  DATABASE_URL: Type.Optional(DATABASE_URL),
  DATA_DIR: Type.String({ default: './data', description: 'Folder of the embedded store' }),
});

export type StandaloneConfig = Static<typeof StandaloneConfigSchema>;

export function readConfig(): StandaloneConfig {
  const config = guarded(loadSettings(StandaloneConfigSchema, process.env));
  if ((config.AMQP_URL === undefined) !== (config.DATABASE_URL === undefined)) {
    const [given, missing] = config.AMQP_URL ? ['AMQP_URL', 'DATABASE_URL'] : ['DATABASE_URL', 'AMQP_URL'];
    throw new StartupError(
      `${given} is set and ${missing} is not: set both to run on RabbitMQ and Postgres, or neither for the embedded mode`,
    );
  }
  return config;
}
