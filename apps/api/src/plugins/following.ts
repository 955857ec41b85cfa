import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import fp from 'fastify-plugin';
import { EventStreams } from '../streams/event-streams.ts';
import { TaskFeed } from '../streams/task-feed.ts';
import { TaskFollower } from '../task-follower.ts';

declare module 'fastify' {
  interface FastifyInstance {
    follower: TaskFollower;
    /** Aborted when the API closes: whoever waits is answered with what is known. */
    closing: AbortSignal;
    streams: EventStreams;
    feed: TaskFeed;
  }
}

export interface FollowingOptions {
  /** Event streams that a client may have open. 0: any number */
  maxStreamsPerClient: number;
}

/** What the routes need on which a client waits. */
export const following = fp<FollowingOptions>(
  async (app, { maxStreamsPerClient }) => {
    const follower = new TaskFollower(app.dependencies.broker);
    const closing = new AbortController();
    setMaxListeners(0, closing.signal);
    app.decorate('follower', follower);
    app.decorate('closing', closing.signal);
    const { store } = app.dependencies;
    const feed = new TaskFeed({ store, follower, name: randomUUID().slice(0, 8) });
    app.decorate('feed', feed);
    const streams = new EventStreams(maxStreamsPerClient);
    app.decorate('streams', streams);
    app.addHook('preClose', async () => {
      closing.abort();
      streams.close();
    });
    app.addHook('onClose', async () => {
      feed.close();
      await follower.close();
    });
  },
  { name: 'following' },
);
