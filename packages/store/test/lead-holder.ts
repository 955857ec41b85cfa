import { openPostgresStore } from '../src/index.ts';

// Takes the lead of the database that it is given, and says so, and when it has lost it.
const [url = ''] = process.argv.slice(2);
const lead = await openPostgresStore({ url }).lead();
if (!lead) throw new Error('another one has the lead');
lead.lost.addEventListener('abort', () => process.stdout.write('lost\n'));
process.stdout.write('taken\n');
