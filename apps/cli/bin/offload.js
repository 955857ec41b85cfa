#!/usr/bin/env node
// Through the same door as `npm start`: what is not compiled yet, or not any more, is compiled first.
process.argv.splice(2, 0, 'cli');
await import('../../../scripts/start.mjs');
