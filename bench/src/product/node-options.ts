import manifest from '../../../package.json' with { type: 'json' };

/** The options of Node.js that the product is started with: those of `npm run api`. */
export const nodeOptions = manifest.scripts.api.split(' ').filter((word) => word.startsWith('--'));
