import { createLogger } from '../src/index.ts';

const [level] = process.argv.slice(2);
const logger = createLogger({ name: 'sample', level });

logger.debug({ step: 'debug' }, 'a detail');
logger.info(
  {
    req: { headers: { authorization: 'Bearer secret-1', accept: 'text/html' } },
    headers: { authorization: 'Bearer secret-2' },
    password: 'secret-3',
  },
  'with secrets',
);
logger.warn({ err: new Error('away') }, 'with an error');
