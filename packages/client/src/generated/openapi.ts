/* Generated from openapi.yaml by `npm run openapi`; not to be edited. */
export interface paths {
    "/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks
         * @description Newest first, without payloads and results. Follow `Link: rel="next"` until there is none.
         */
        get: operations["listTasks"];
        put?: never;
        /**
         * Submit a task
         * @description Stores the task, sends its message, and answers before any work is done. What was answered `202` is not lost. A task with a `runAt` ahead is sent when its time has come. With `Prefer: wait=N` the answer is the finished task, if it finishes within N seconds.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit many tasks
         * @description Up to 1000 tasks, each as in `POST /tasks`, in one body of at most `BODY_LIMIT` bytes: as JSON, or as NDJSON (`application/x-ndjson`), one task per line. Each is accepted or refused by itself; what was accepted is not lost.
         */
        post: operations["createTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count tasks by state
         * @description All tasks, finished ones too; a client that sees its own only counts those.
         */
        get: operations["countTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a task
         * @description Its state, progress and attempts, and once it is done its result or its error. With `Prefer: wait=N` the answer comes when the task has finished, or as it is after N seconds, 60 at most.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a task's result
         * @description What its handler returned, and nothing else. A task that has not finished is `409`, with `Retry-After`; one that has finished without a result is `424`, and its `task` says why.
         */
        get: operations["getTaskResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a task
         * @description Server-Sent Events: `state` whenever the task has another state, the present one first, `progress`, and `log` for what its handler logs. The stream ends after the final state; an `EventSource` that connects again then is answered `204`, which ends it, too. One that was cut off is told what it has missed. A reader that is too slow is cut off.
         */
        get: operations["streamTaskEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a task's log
         * @description What its handler has logged in all attempts, oldest first; `debug` is not kept. The newest 200 lines and 64 KiB of a task are kept, as long as the task is.
         */
        get: operations["listTaskLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a task's callback
         * @description Where the task tells of its end, and the log of the deliveries.
         */
        get: operations["getCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/callback/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a task's callback again
         * @description Now, whatever became of it so far, under the same `webhook-id`; it may fail as often as a new one. A URL that has answered `410` is in use again. A delivery that is under way is left to it.
         */
        post: operations["redeliverCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow all tasks
         * @description Server-Sent Events: `task` whenever a task has changed, with its state and everything else but payload and result; `reset` where the stream does not follow on what the reader knows, at its beginning for example: list the tasks then. Several changes within a quarter of a second may be one event. A reader that is too slow is cut off.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a task
         * @description A task that has not been started never will be. The worker of a running one is told to stop: at once where it hears of it, with its next heartbeat, within 5 seconds, at the latest. One that ends by itself before that keeps its outcome.
         */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a finished task over
         * @description Whatever it came to: the task is sent again under its own id, and may fail as often as a new one. The attempts made so far stay on record; its result or error does not, nor its `expiresAt`.
         */
        post: operations["retryTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Newest first: those that were uploaded, and those that tasks have made.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a file
         * @description As the body, or as the one file of a form. It is kept while a task has it, and otherwise for `RETENTION_DAYS` after it was last used. A payload names it as `{ "file": "<id>" }`.
         */
        post: operations["createFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description All of it, or the one range of bytes that `Range` asks for (RFC 9110 §14). `HEAD` tells what there is.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description At once for everybody; its bytes go within a minute. A file that an unfinished task has stays.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters
         * @description Failed tasks, newest first, as `GET /tasks?state=failed` gives them, and the oldest messages that no worker understood. Looking at messages leaves them where they are.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dead-letters/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send dead letters again
         * @description A failed task is due again under its own id, without an `expiresAt`, and may fail as often as a new one; the attempts made so far stay on record. A message that is understood by now becomes a task and leaves the dead queue; the others stay in it.
         */
        post: operations["redriveDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List task types
         * @description Every kind of work that can be submitted, with the schemas of its payload and its result.
         */
        get: operations["listTaskTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List queues
         * @description The figures of `rabbitmqctl list_queues name messages_ready messages_unacknowledged consumers`. Without `AMQP_MANAGEMENT_URL` the broker does not tell the unacknowledged ones: the running tasks are counted instead.
         */
        get: operations["listQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queues/{name}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a queue
         * @description Workers take no tasks from it until it is resumed, or `until` has passed; those that run are finished. Tasks are accepted all the same, and wait. Workers hear of it at once, or with their next heartbeat, within 5 seconds. To pause a queue that is paused replaces the reason, who and until when.
         */
        post: operations["pauseQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queues/{name}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a queue
         * @description Workers take its tasks again; one that is not paused stays as it is.
         */
        post: operations["resumeQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workers
         * @description Workers that run, and those that fell silent within the last hour.
         */
        get: operations["listWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What waits, runs and serves
         * @description Per queue, as the database sees it: what an autoscaler needs (docs/observability.md). Measured at most once a second, and answered to all who ask meanwhile.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics for Prometheus
         * @description In the text format of Prometheus. What is said of queues comes from the database and is the same from every replica; the rest is this process’s own (docs/observability.md).
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description All that were made and not revoked, the oldest first, without the keys themselves. Those in `API_KEYS` are not among them.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make an API key
         * @description The answer is the only one that shows the key. It is good at once, on other replicas within a second.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It opens nothing any more: at once on the replica that answers, within five seconds on the others. Tasks that were submitted with it go on.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description Answers while the process can answer at all. Restart it when it does not.
         */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can it accept tasks?
         * @description It can while the store answers. Without the broker tasks are accepted all the same, and sent when it is back; `broker` says so.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain an error
         * @description The `type` of every error answer leads here.
         */
        get: operations["explainProblem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description RFC 9457 problem details. */
        Problem: {
            /**
             * @description Path of the explanation.
             * @example /problems/invalid-payload
             */
            type: string;
            /** @example Payload is not valid */
            title: string;
            /** @example 422 */
            status: number;
            /**
             * @description What is wrong with this very request.
             * @example body/payload/message must be string
             */
            detail: string;
            /**
             * @description Path of the request.
             * @example /tasks
             */
            instance: string;
            /**
             * @description Stable, for programs.
             * @example INVALID_PAYLOAD
             */
            code: string;
            /**
             * @description Also in the log and in `X-Request-Id`.
             * @example 2a659f03-bba0-4d56-b155-7c230305705d
             */
            requestId: string;
            /** @description What became of the task that was asked for. */
            task?: {
                /**
                 * Format: uuid
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
                /**
                 * @description Where the task is in its life.
                 * @example succeeded
                 * @enum {unknown}
                 */
                state: "scheduled" | "queued" | "running" | "retrying" | "succeeded" | "failed" | "cancelled" | "expired";
                error: {
                    /**
                     * @description Stable, for programs.
                     * @example HANDLER_ERROR
                     */
                    code: string;
                    /** @description For people. */
                    message: string;
                    /** @description Whether another attempt could have ended otherwise. */
                    retryable: boolean;
                } | null;
            };
            errors?: {
                /**
                 * @description JSON pointer (RFC 6901) into the body, the query or the path parameters.
                 * @example /payload/message
                 */
                pointer: string;
                /** @example must be string */
                message: string;
            }[];
        };
        Task: {
            /**
             * Format: uuid
             * @description UUIDv7: sorts by creation time.
             * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
             */
            id: string;
            /**
             * @description The registered name of a kind of work.
             * @example sleep
             */
            type: string;
            /**
             * @description Where the task is in its life.
             * @example succeeded
             * @enum {unknown}
             */
            state: "scheduled" | "queued" | "running" | "retrying" | "succeeded" | "failed" | "cancelled" | "expired";
            /**
             * @description The queue its message travels on.
             * @example task_queue
             */
            queue: string;
            /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
            priority: number;
            /**
             * @description What the handler is given; its schema depends on `type`.
             * @example {
             *       "message": "Hello..."
             *     }
             */
            payload: unknown;
            /**
             * @description What the handler returned; `null` before that.
             * @example {
             *       "sleptSeconds": 3
             *     }
             */
            result: unknown;
            error: {
                /**
                 * @description Stable, for programs.
                 * @example HANDLER_ERROR
                 */
                code: string;
                /** @description For people. */
                message: string;
                /** @description Whether another attempt could have ended otherwise. */
                retryable: boolean;
            } | null;
            progress: {
                percent: number;
                message: string | null;
                /** @description Estimated seconds to the end. */
                etaSeconds: number | null;
            } | null;
            /**
             * @description Executions started so far; only ever grows.
             * @example 1
             */
            attempt: number;
            /**
             * @description Executions that may fail before the task does, since it was last started over.
             * @example 3
             */
            maxAttempts: number;
            attempts: {
                /** @example 1 */
                number: number;
                /**
                 * @description The worker that ran it.
                 * @example host-4242-9f3a
                 */
                worker: string;
                /**
                 * Format: date-time
                 * @description When the handler was started. RFC 3339, UTC, milliseconds.
                 * @example 2027-01-01T08:00:00.012Z
                 */
                startedAt: string;
                /**
                 * Format: date-time
                 * @description When its outcome was stored. RFC 3339, UTC, milliseconds.
                 * @example 2027-01-01T08:00:03.020Z
                 */
                finishedAt: string | null;
                /**
                 * @description `null` while it runs; `interrupted` does not count against `maxAttempts`.
                 * @example succeeded
                 * @enum {string|null}
                 */
                outcome: "succeeded" | "failed" | "cancelled" | "interrupted" | "worker_lost" | null;
                error: {
                    /**
                     * @description Stable, for programs.
                     * @example HANDLER_ERROR
                     */
                    code: string;
                    /** @description For people. */
                    message: string;
                    /** @description Whether another attempt could have ended otherwise. */
                    retryable: boolean;
                } | null;
            }[];
            /** @description Up to 10 words to find the task by. */
            tags: string[];
            /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was accepted. RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Not to be started before this time; `null` once it is on its way. RFC 3339, UTC, milliseconds.
             */
            runAt: string | null;
            /**
             * Format: date-time
             * @description When it was last put on its queue. RFC 3339, UTC, milliseconds.
             * @example 2027-01-01T08:00:00.000Z
             */
            queuedAt: string | null;
            /**
             * Format: date-time
             * @description When its latest attempt started. RFC 3339, UTC, milliseconds.
             * @example 2027-01-01T08:00:00.012Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When it reached a final state. RFC 3339, UTC, milliseconds.
             * @example 2027-01-01T08:00:03.020Z
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description Not to be started after this time. RFC 3339, UTC, milliseconds.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When a client asked to cancel it. RFC 3339, UTC, milliseconds.
             */
            cancelRequestedAt: string | null;
        };
        TaskSummary: {
            /**
             * Format: uuid
             * @description UUIDv7: sorts by creation time.
             * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
             */
            id: string;
            /**
             * @description The registered name of a kind of work.
             * @example sleep
             */
            type: string;
            /**
             * @description Where the task is in its life.
             * @example succeeded
             * @enum {unknown}
             */
            state: "scheduled" | "queued" | "running" | "retrying" | "succeeded" | "failed" | "cancelled" | "expired";
            /**
             * @description The queue its message travels on.
             * @example task_queue
             */
            queue: string;
            /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
            priority: number;
            error: {
                /**
                 * @description Stable, for programs.
                 * @example HANDLER_ERROR
                 */
                code: string;
                /** @description For people. */
                message: string;
                /** @description Whether another attempt could have ended otherwise. */
                retryable: boolean;
            } | null;
            progress: {
                percent: number;
                message: string | null;
                /** @description Estimated seconds to the end. */
                etaSeconds: number | null;
            } | null;
            /**
             * @description Executions started so far; only ever grows.
             * @example 1
             */
            attempt: number;
            /**
             * @description Executions that may fail before the task does, since it was last started over.
             * @example 3
             */
            maxAttempts: number;
            attempts: {
                /** @example 1 */
                number: number;
                /**
                 * @description The worker that ran it.
                 * @example host-4242-9f3a
                 */
                worker: string;
                /**
                 * Format: date-time
                 * @description When the handler was started. RFC 3339, UTC, milliseconds.
                 * @example 2027-01-01T08:00:00.012Z
                 */
                startedAt: string;
                /**
                 * Format: date-time
                 * @description When its outcome was stored. RFC 3339, UTC, milliseconds.
                 * @example 2027-01-01T08:00:03.020Z
                 */
                finishedAt: string | null;
                /**
                 * @description `null` while it runs; `interrupted` does not count against `maxAttempts`.
                 * @example succeeded
                 * @enum {string|null}
                 */
                outcome: "succeeded" | "failed" | "cancelled" | "interrupted" | "worker_lost" | null;
                error: {
                    /**
                     * @description Stable, for programs.
                     * @example HANDLER_ERROR
                     */
                    code: string;
                    /** @description For people. */
                    message: string;
                    /** @description Whether another attempt could have ended otherwise. */
                    retryable: boolean;
                } | null;
            }[];
            /** @description Up to 10 words to find the task by. */
            tags: string[];
            /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was accepted. RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Not to be started before this time; `null` once it is on its way. RFC 3339, UTC, milliseconds.
             */
            runAt: string | null;
            /**
             * Format: date-time
             * @description When it was last put on its queue. RFC 3339, UTC, milliseconds.
             * @example 2027-01-01T08:00:00.000Z
             */
            queuedAt: string | null;
            /**
             * Format: date-time
             * @description When its latest attempt started. RFC 3339, UTC, milliseconds.
             * @example 2027-01-01T08:00:00.012Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When it reached a final state. RFC 3339, UTC, milliseconds.
             * @example 2027-01-01T08:00:03.020Z
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description Not to be started after this time. RFC 3339, UTC, milliseconds.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When a client asked to cancel it. RFC 3339, UTC, milliseconds.
             */
            cancelRequestedAt: string | null;
        };
        Callback: {
            /**
             * @description Where the event is posted to.
             * @example https://app.example/offload
             */
            url: string;
            /**
             * Format: date-time
             * @description When the URL answered `410`: nothing is sent to it until somebody asks for a redelivery. RFC 3339, UTC, milliseconds.
             */
            urlDisabledAt: string | null;
            /**
             * Format: uuid
             * @description `webhook-id` of the event, and the id of the task that delivers it; `null` while the task has not finished.
             * @example 0193f1c2-87ea-7c40-8f0e-2f1d4b6a9c35
             */
            deliveryId: string | null;
            /**
             * @description Of the delivery: `retrying` while it waits for its next attempt, `failed` when there is none any more.
             * @example succeeded
             * @enum {string|null}
             */
            state: "scheduled" | "queued" | "running" | "retrying" | "succeeded" | "failed" | "cancelled" | "expired" | null;
            /**
             * Format: date-time
             * @description When it is tried again. RFC 3339, UTC, milliseconds.
             */
            nextAttemptAt: string | null;
            /** @description Deliveries made so far, with what became of each. */
            attempts: {
                /** @example 1 */
                number: number;
                /**
                 * @description The worker that ran it.
                 * @example host-4242-9f3a
                 */
                worker: string;
                /**
                 * Format: date-time
                 * @description When the handler was started. RFC 3339, UTC, milliseconds.
                 * @example 2027-01-01T08:00:00.012Z
                 */
                startedAt: string;
                /**
                 * Format: date-time
                 * @description When its outcome was stored. RFC 3339, UTC, milliseconds.
                 * @example 2027-01-01T08:00:03.020Z
                 */
                finishedAt: string | null;
                /**
                 * @description `null` while it runs; `interrupted` does not count against `maxAttempts`.
                 * @example succeeded
                 * @enum {string|null}
                 */
                outcome: "succeeded" | "failed" | "cancelled" | "interrupted" | "worker_lost" | null;
                error: {
                    /**
                     * @description Stable, for programs.
                     * @example HANDLER_ERROR
                     */
                    code: string;
                    /** @description For people. */
                    message: string;
                    /** @description Whether another attempt could have ended otherwise. */
                    retryable: boolean;
                } | null;
            }[];
        };
        File: {
            /**
             * Format: uuid
             * @description As `POST /files` gives it.
             * @example 0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26
             */
            id: string;
            /**
             * @description As its client calls it.
             * @example photo.jpg
             */
            name: string | null;
            /**
             * @description What its bytes are, whatever its client said.
             * @example image/jpeg
             */
            mediaType: string;
            /** @example 48211 */
            bytes: number;
            /**
             * @description Of its bytes, in hexadecimal.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            sha256: string;
            /**
             * Format: date-time
             * @description When its upload began. RFC 3339, UTC, milliseconds.
             */
            createdAt: string;
        };
        DeadMessage: {
            /** @description The property `message_id`. */
            messageId: string | null;
            /** @description The property `type`. */
            type: string | null;
            /** @description Why nobody understands it, or why the broker put it here. */
            reason: string | null;
            /** @description As UTF-8 text; at most 10000 characters. */
            body: string;
            /** @description The property `content_type`. */
            contentType: string | null;
            /** @description The property `app_id`. */
            appId: string | null;
        };
        TaskType: {
            /** @example sleep */
            name: string;
            /** @example Sleep */
            title: string;
            /** @example Sleeps one second for every dot in `message`. */
            description: string;
            /**
             * @description JSON Schema of the payload.
             * @example {
             *       "type": "object"
             *     }
             */
            payload: unknown;
            /**
             * @description JSON Schema of the result.
             * @example {
             *       "type": "object"
             *     }
             */
            result: unknown;
            /**
             * @description Milliseconds that one attempt may take.
             * @example 14400000
             */
            timeoutMs: number;
            /**
             * @description Attempts that may fail before the task does.
             * @example 3
             */
            maxAttempts: number;
            examples: {
                /** @example Three seconds */
                summary: string;
                /**
                 * @example {
                 *       "message": "Hello..."
                 *     }
                 */
                payload: unknown;
            }[];
        };
        Queue: {
            /** @example task_queue */
            name: string;
            /** @description Messages that wait for a worker. */
            messagesReady: number;
            /** @description Messages that workers have taken and not acknowledged yet. */
            messagesUnacknowledged: number;
            /** @description Workers that the broker hands messages to. */
            consumers: number;
            /**
             * @description Set while workers take no tasks from the queue.
             * @example null
             */
            paused: {
                /** @description Who paused it: the name of an API key, if it has one. */
                by: string;
                /**
                 * @description Why, for whoever wonders.
                 * @example The reports database is being moved
                 */
                reason: string;
                /** Format: date-time */
                since: string;
                /** @description When it ends by itself; `null`: it does not. */
                until: string | null;
            } | null;
        };
        Worker: {
            /** @example host-4242-9f3a */
            name: string;
            /**
             * @description The first that it serves.
             * @example task_queue
             */
            queue: string;
            /**
             * @description All that it serves.
             * @example [
             *       "task_queue"
             *     ]
             */
            queues: string[];
            /** @description Tasks that it runs at once, over all its queues. */
            concurrency: number;
            /** @description Tasks that it ran at its last heartbeat. */
            running: number;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description Renewed every 5 seconds.
             */
            heartbeatAt: string;
            /** @description Whether its last heartbeat is at most 15 seconds old. */
            isAlive: boolean;
        };
        QueueStats: {
            /** @example task_queue */
            queue: string;
            /** @description Tasks whose message waits for a worker. */
            queued: number;
            /** @description Tasks whose time has come, and whose message is about to be sent. */
            due: number;
            /** @description Tasks whose time has not come, retries among them. */
            scheduled: number;
            /** @description Tasks that workers run. */
            running: number;
            /** @description How long the oldest task that could be started has waited; `null` when none waits. */
            oldestWaitMs: number | null;
            /** @description Tasks that workers started per second, over the last minute in which this server was asked; `null` when it is asked for the first time. */
            startedPerSecond: number | null;
            /** @description Workers whose heartbeat is at most 15 seconds old. */
            workers: number;
            /** @description Tasks that these workers run at once. */
            slots: number;
            /** @description Workers that it should have: a slot for each running task, and as many more as it takes to start what waits in time. 0 only when nothing waits and nothing runs. */
            suggestedWorkers: number;
        };
        NewApiKey: {
            /**
             * Format: uuid
             * @description Names the key without being it.
             * @example 5f0c1d9e-3b7a-4c21-9e64-8d2f1a7b6c05
             */
            id: string;
            /**
             * @description The client that the key is for. Keys of one name see the same tasks, so that one can replace another.
             * @example ci
             */
            name: string;
            /**
             * @description What it allows: `submit` and retry tasks, `read` and `cancel` those of its own client; `admin`: everything, for everybody’s tasks.
             * @example [
             *       "submit",
             *       "read"
             *     ]
             */
            scopes: ("submit" | "read" | "cancel" | "admin")[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to within a minute or so.
             */
            lastUsedAt: string | null;
            /**
             * @description The key itself. It is not kept, so it cannot be shown again.
             * @example ofl_…
             */
            key: string;
        };
        ApiKey: {
            /**
             * Format: uuid
             * @description Names the key without being it.
             * @example 5f0c1d9e-3b7a-4c21-9e64-8d2f1a7b6c05
             */
            id: string;
            /**
             * @description The client that the key is for. Keys of one name see the same tasks, so that one can replace another.
             * @example ci
             */
            name: string;
            /**
             * @description What it allows: `submit` and retry tasks, `read` and `cancel` those of its own client; `admin`: everything, for everybody’s tasks.
             * @example [
             *       "submit",
             *       "read"
             *     ]
             */
            scopes: ("submit" | "read" | "cancel" | "admin")[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to within a minute or so.
             */
            lastUsedAt: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTasks: {
        parameters: {
            query?: {
                /** @description Only tasks in this state, or in one of these: `state=failed&state=expired`. */
                state?: ("scheduled" | "queued" | "running" | "retrying" | "succeeded" | "failed" | "cancelled" | "expired")[];
                /** @description Only tasks of this type. */
                type?: string;
                /** @description Only tasks of this queue. */
                queue?: string;
                /** @description Only tasks with this tag. */
                tag?: string;
                /** @description RFC 3339. Only tasks that were accepted at that time or later. */
                createdFrom?: string;
                /** @description RFC 3339. Only tasks that were accepted before. */
                createdBefore?: string;
                /** @description RFC 3339. Only tasks that have finished at that time or later. */
                finishedFrom?: string;
                /** @description RFC 3339. Only tasks that have finished before. */
                finishedBefore?: string;
                /** @description Of them on a page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tasks. */
            200: {
                headers: {
                    /** @description `rel="next"`: where the next page is. Absent on the last one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *           "type": "sleep",
                     *           "state": "succeeded",
                     *           "queue": "task_queue",
                     *           "priority": 0,
                     *           "error": null,
                     *           "progress": null,
                     *           "attempt": 1,
                     *           "maxAttempts": 3,
                     *           "attempts": [
                     *             {
                     *               "number": 1,
                     *               "worker": "host-4242-9f3a",
                     *               "startedAt": "2027-01-01T08:00:00.012Z",
                     *               "finishedAt": "2027-01-01T08:00:03.020Z",
                     *               "outcome": "succeeded",
                     *               "error": null
                     *             }
                     *           ],
                     *           "tags": [
                     *             "customer:42"
                     *           ],
                     *           "metadata": {},
                     *           "createdAt": "2027-01-01T08:00:00.000Z",
                     *           "runAt": null,
                     *           "queuedAt": "2027-01-01T08:00:00.000Z",
                     *           "startedAt": "2027-01-01T08:00:00.012Z",
                     *           "finishedAt": "2027-01-01T08:00:03.020Z",
                     *           "expiresAt": null,
                     *           "cancelRequestedAt": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["TaskSummary"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST`: Request is not valid. `INVALID_CURSOR`: Cursor is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this task, chosen by the client, in double quotes, e.g. `"order-4711"` (a structured-field string of up to 255 characters). A request that is sent again with its key and the same body within 24 hours, be it at the same time, makes no second task: it gets the answer of the first, as it was, with `Idempotent-Replayed: true`. Each API key has keys of its own. */
                "Idempotency-Key"?: string;
                /** @description RFC 7240. `wait=10`: answer when the task has finished, or after ten seconds; at most 60. `respond-async` alone: do not wait, which is what happens without this header, too. Anything else is ignored. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "sleep";
                    payload: {
                        /**
                         * @description Each dot is one second of work.
                         * @example Hello...
                         */
                        message: string;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                } | {
                    /** @enum {string} */
                    type: "primes";
                    payload: {
                        /**
                         * @description The largest number to look at; a thousand million takes some seconds.
                         * @example 1000000
                         */
                        upTo: number;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                } | {
                    /** @enum {string} */
                    type: "image.resize";
                    payload: {
                        image: {
                            /**
                             * Format: uuid
                             * @description Id of a file, as `POST /files` gives it.
                             */
                            file: string;
                        };
                        /**
                         * @description Pixels.
                         * @example 320
                         */
                        width?: number;
                        /**
                         * @description Pixels.
                         * @example 320
                         */
                        height?: number;
                        /**
                         * @description What becomes of other proportions: `inside` keeps all of it and may be smaller on one side, `cover` cuts, `contain` adds borders, `fill` stretches, `outside` may be larger on one side.
                         * @default inside
                         * @enum {unknown}
                         */
                        fit?: "inside" | "cover" | "contain" | "fill" | "outside";
                        /**
                         * @description Without it, that of the image; of TIFF, `png`.
                         * @enum {unknown}
                         */
                        format?: "jpeg" | "png" | "webp" | "avif" | "gif";
                        /**
                         * @description Of `jpeg`, `webp` and `avif`.
                         * @default 80
                         */
                        quality?: number;
                    } | unknown | unknown;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                } | {
                    /** @enum {string} */
                    type: "pdf.text";
                    payload: {
                        document: {
                            /**
                             * Format: uuid
                             * @description Id of a file, as `POST /files` gives it.
                             */
                            file: string;
                        };
                        /** @description Counted from 1. Without it, all. */
                        pages?: {
                            /**
                             * @default 1
                             * @example 1
                             */
                            first?: number;
                            /**
                             * @description Without it, or past the end, the last one there is.
                             * @example 10
                             */
                            last?: number;
                        };
                        /**
                         * @description Of an encrypted document. It is kept in the payload of the task, and is logged nowhere.
                         * @example correct horse
                         */
                        password?: string;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                } | {
                    /** @enum {string} */
                    type: "pdf.render";
                    payload: {
                        document: {
                            /**
                             * Format: uuid
                             * @description Id of a file, as `POST /files` gives it.
                             */
                            file: string;
                        };
                        /** @description Counted from 1. Without it, all. */
                        pages?: {
                            /**
                             * @default 1
                             * @example 1
                             */
                            first?: number;
                            /**
                             * @description Without it, or past the end, the last one there is.
                             * @example 10
                             */
                            last?: number;
                        };
                        /**
                         * @description Of an encrypted document. It is kept in the payload of the task, and is logged nowhere.
                         * @example correct horse
                         */
                        password?: string;
                        /**
                         * @description Pixels per inch.
                         * @default 150
                         */
                        dpi?: number;
                        /**
                         * @description Pixels, of every page.
                         * @example 800
                         */
                        width?: number;
                        /**
                         * @default png
                         * @enum {unknown}
                         */
                        format?: "png" | "jpeg";
                        /**
                         * @description Of `jpeg`.
                         * @default 80
                         */
                        quality?: number;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                } | {
                    /** @enum {string} */
                    type: "http.request";
                    payload: {
                        /**
                         * Format: uri
                         * @example https://service.example/thumbnails
                         */
                        url: string;
                        /**
                         * @default POST
                         * @enum {unknown}
                         */
                        method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
                        /** @description Beside those that a request needs. They are kept with the task, and shown with it. */
                        headers?: {
                            [key: string]: string;
                        };
                        /** @description Sent as JSON. */
                        body?: unknown;
                        /** @description Statuses that are a success. */
                        expect?: number[];
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                };
                /**
                 * @example {
                 *       "task": {
                 *         "type": "image.resize",
                 *         "payload": {
                 *           "image": {
                 *             "file": "photo"
                 *           },
                 *           "width": 320
                 *         }
                 *       },
                 *       "photo": "The bytes of a picture."
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * @description Comes first: what is sent as `application/json` otherwise. A file of its payload may be the name of the part that brings it, as in `{ "file": "photo" }`, beside the id of one that was uploaded before.
                     * @example {
                     *       "type": "image.resize",
                     *       "payload": {
                     *         "image": {
                     *           "file": "photo"
                     *         },
                     *         "width": 320
                     *       }
                     *     }
                     */
                    task: {
                        type: string;
                        payload: unknown;
                    };
                    /**
                     * Format: binary
                     * @description A file, for example, to which the payload refers as `photo`; it may have any name.
                     */
                    photo?: string;
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description The task, finished while the client waited as it preferred. */
            200: {
                headers: {
                    /** @description Where the task is. */
                    Location?: string;
                    /** @description What of `Prefer` was followed, with the seconds that the wait was limited to. */
                    "Preference-Applied"?: string;
                    /** @description The task was accepted before, under the same `Idempotency-Key`; this is the answer of then. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *       "type": "sleep",
                     *       "state": "succeeded",
                     *       "queue": "task_queue",
                     *       "priority": 0,
                     *       "payload": {
                     *         "message": "Hello..."
                     *       },
                     *       "result": {
                     *         "sleptSeconds": 3
                     *       },
                     *       "error": null,
                     *       "progress": null,
                     *       "attempt": 1,
                     *       "maxAttempts": 3,
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "worker": "host-4242-9f3a",
                     *           "startedAt": "2027-01-01T08:00:00.012Z",
                     *           "finishedAt": "2027-01-01T08:00:03.020Z",
                     *           "outcome": "succeeded",
                     *           "error": null
                     *         }
                     *       ],
                     *       "tags": [
                     *         "customer:42"
                     *       ],
                     *       "metadata": {},
                     *       "createdAt": "2027-01-01T08:00:00.000Z",
                     *       "runAt": null,
                     *       "queuedAt": "2027-01-01T08:00:00.000Z",
                     *       "startedAt": "2027-01-01T08:00:00.012Z",
                     *       "finishedAt": "2027-01-01T08:00:03.020Z",
                     *       "expiresAt": null,
                     *       "cancelRequestedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description Where to follow the task. */
                    Location?: string;
                    /** @description Seconds to wait before the first look. */
                    "Retry-After"?: number;
                    /** @description The task was accepted before, under the same `Idempotency-Key`; this is the answer of then. */
                    "Idempotent-Replayed"?: "true";
                    /** @description What of `Prefer` was followed, with the seconds that the wait was limited to. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *       "type": "sleep",
                     *       "state": "queued",
                     *       "queue": "task_queue",
                     *       "priority": 0,
                     *       "payload": {
                     *         "message": "Hello..."
                     *       },
                     *       "result": null,
                     *       "error": null,
                     *       "progress": null,
                     *       "attempt": 0,
                     *       "maxAttempts": 3,
                     *       "attempts": [],
                     *       "tags": [
                     *         "customer:42"
                     *       ],
                     *       "metadata": {},
                     *       "createdAt": "2027-01-01T08:00:00.000Z",
                     *       "runAt": null,
                     *       "queuedAt": "2027-01-01T08:00:00.000Z",
                     *       "startedAt": null,
                     *       "finishedAt": null,
                     *       "expiresAt": null,
                     *       "cancelRequestedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. `INVALID_IDEMPOTENCY_KEY`: Idempotency key is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. `FILE_TOO_LARGE`: File is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `IDEMPOTENCY_KEY_REUSED`: Idempotency key was used for something else. `UNKNOWN_TASK_TYPE`: Unknown task type. `INVALID_PAYLOAD`: Payload is not valid. `UNKNOWN_QUEUE`: Unknown queue. `CALLBACKS_DISABLED`: Callbacks are disabled. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. `STORAGE_UNAVAILABLE`: Storage of files is unavailable. `QUEUE_FULL`: Too many tasks wait. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tasks": [
                 *         {
                 *           "type": "sleep",
                 *           "payload": {
                 *             "message": "Hello..."
                 *           }
                 *         },
                 *         {
                 *           "type": "sleep",
                 *           "payload": {
                 *             "message": "No dots, no work"
                 *           }
                 *         },
                 *         {
                 *           "type": "primes",
                 *           "payload": {
                 *             "upTo": 1000000
                 *           }
                 *         },
                 *         {
                 *           "type": "primes",
                 *           "payload": {
                 *             "upTo": 1000000000
                 *           }
                 *         },
                 *         {
                 *           "type": "image.resize",
                 *           "payload": {
                 *             "image": {
                 *               "file": "0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26"
                 *             },
                 *             "width": 320,
                 *             "format": "webp"
                 *           }
                 *         },
                 *         {
                 *           "type": "pdf.text",
                 *           "payload": {
                 *             "document": {
                 *               "file": "0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26"
                 *             }
                 *           }
                 *         },
                 *         {
                 *           "type": "pdf.text",
                 *           "payload": {
                 *             "document": {
                 *               "file": "0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26"
                 *             },
                 *             "pages": {
                 *               "first": 2,
                 *               "last": 5
                 *             },
                 *             "password": "correct horse"
                 *           }
                 *         },
                 *         {
                 *           "type": "pdf.render",
                 *           "payload": {
                 *             "document": {
                 *               "file": "0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26"
                 *             },
                 *             "pages": {
                 *               "first": 1,
                 *               "last": 1
                 *             },
                 *             "width": 800,
                 *             "format": "jpeg"
                 *           }
                 *         },
                 *         {
                 *           "type": "http.request",
                 *           "payload": {
                 *             "url": "https://service.example/thumbnails",
                 *             "body": {
                 *               "photo": 4711,
                 *               "width": 320
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    tasks: ({
                        /** @enum {string} */
                        type: "sleep";
                        payload: {
                            /**
                             * @description Each dot is one second of work.
                             * @example Hello...
                             */
                            message: string;
                        };
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                         */
                        runAt?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                         */
                        expiresAt?: string;
                        /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                        delayMs?: number;
                        /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                        ttlMs?: number;
                        /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                        queue?: string;
                        /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                        priority?: number;
                        /** @description Up to 10 words to find the task by. */
                        tags?: string[];
                        /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                        resultTtlMs?: number;
                        /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                        timeoutMs?: number;
                        /** @description What is left out is as the type of the task says. */
                        retry?: {
                            /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                            maxAttempts?: number;
                            /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                            backoff?: {
                                /**
                                 * @description Longest delay before the second attempt, in milliseconds.
                                 * @default 1000
                                 */
                                initialMs?: number;
                                /**
                                 * @description By what each further delay grows.
                                 * @default 2
                                 */
                                factor?: number;
                                /**
                                 * @description No delay is longer, in milliseconds.
                                 * @default 300000
                                 */
                                maxMs?: number;
                            };
                        };
                        /** @description Whom to tell when the task has finished, whatever it came to. */
                        callback?: {
                            /**
                             * Format: uri
                             * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                             */
                            url: string;
                        };
                        /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                        idempotencyKey?: string;
                    } | {
                        /** @enum {string} */
                        type: "primes";
                        payload: {
                            /**
                             * @description The largest number to look at; a thousand million takes some seconds.
                             * @example 1000000
                             */
                            upTo: number;
                        };
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                         */
                        runAt?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                         */
                        expiresAt?: string;
                        /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                        delayMs?: number;
                        /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                        ttlMs?: number;
                        /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                        queue?: string;
                        /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                        priority?: number;
                        /** @description Up to 10 words to find the task by. */
                        tags?: string[];
                        /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                        resultTtlMs?: number;
                        /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                        timeoutMs?: number;
                        /** @description What is left out is as the type of the task says. */
                        retry?: {
                            /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                            maxAttempts?: number;
                            /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                            backoff?: {
                                /**
                                 * @description Longest delay before the second attempt, in milliseconds.
                                 * @default 1000
                                 */
                                initialMs?: number;
                                /**
                                 * @description By what each further delay grows.
                                 * @default 2
                                 */
                                factor?: number;
                                /**
                                 * @description No delay is longer, in milliseconds.
                                 * @default 300000
                                 */
                                maxMs?: number;
                            };
                        };
                        /** @description Whom to tell when the task has finished, whatever it came to. */
                        callback?: {
                            /**
                             * Format: uri
                             * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                             */
                            url: string;
                        };
                        /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                        idempotencyKey?: string;
                    } | {
                        /** @enum {string} */
                        type: "image.resize";
                        payload: {
                            image: {
                                /**
                                 * Format: uuid
                                 * @description Id of a file, as `POST /files` gives it.
                                 */
                                file: string;
                            };
                            /**
                             * @description Pixels.
                             * @example 320
                             */
                            width?: number;
                            /**
                             * @description Pixels.
                             * @example 320
                             */
                            height?: number;
                            /**
                             * @description What becomes of other proportions: `inside` keeps all of it and may be smaller on one side, `cover` cuts, `contain` adds borders, `fill` stretches, `outside` may be larger on one side.
                             * @default inside
                             * @enum {unknown}
                             */
                            fit?: "inside" | "cover" | "contain" | "fill" | "outside";
                            /**
                             * @description Without it, that of the image; of TIFF, `png`.
                             * @enum {unknown}
                             */
                            format?: "jpeg" | "png" | "webp" | "avif" | "gif";
                            /**
                             * @description Of `jpeg`, `webp` and `avif`.
                             * @default 80
                             */
                            quality?: number;
                        } | unknown | unknown;
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                         */
                        runAt?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                         */
                        expiresAt?: string;
                        /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                        delayMs?: number;
                        /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                        ttlMs?: number;
                        /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                        queue?: string;
                        /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                        priority?: number;
                        /** @description Up to 10 words to find the task by. */
                        tags?: string[];
                        /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                        resultTtlMs?: number;
                        /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                        timeoutMs?: number;
                        /** @description What is left out is as the type of the task says. */
                        retry?: {
                            /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                            maxAttempts?: number;
                            /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                            backoff?: {
                                /**
                                 * @description Longest delay before the second attempt, in milliseconds.
                                 * @default 1000
                                 */
                                initialMs?: number;
                                /**
                                 * @description By what each further delay grows.
                                 * @default 2
                                 */
                                factor?: number;
                                /**
                                 * @description No delay is longer, in milliseconds.
                                 * @default 300000
                                 */
                                maxMs?: number;
                            };
                        };
                        /** @description Whom to tell when the task has finished, whatever it came to. */
                        callback?: {
                            /**
                             * Format: uri
                             * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                             */
                            url: string;
                        };
                        /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                        idempotencyKey?: string;
                    } | {
                        /** @enum {string} */
                        type: "pdf.text";
                        payload: {
                            document: {
                                /**
                                 * Format: uuid
                                 * @description Id of a file, as `POST /files` gives it.
                                 */
                                file: string;
                            };
                            /** @description Counted from 1. Without it, all. */
                            pages?: {
                                /**
                                 * @default 1
                                 * @example 1
                                 */
                                first?: number;
                                /**
                                 * @description Without it, or past the end, the last one there is.
                                 * @example 10
                                 */
                                last?: number;
                            };
                            /**
                             * @description Of an encrypted document. It is kept in the payload of the task, and is logged nowhere.
                             * @example correct horse
                             */
                            password?: string;
                        };
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                         */
                        runAt?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                         */
                        expiresAt?: string;
                        /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                        delayMs?: number;
                        /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                        ttlMs?: number;
                        /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                        queue?: string;
                        /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                        priority?: number;
                        /** @description Up to 10 words to find the task by. */
                        tags?: string[];
                        /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                        resultTtlMs?: number;
                        /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                        timeoutMs?: number;
                        /** @description What is left out is as the type of the task says. */
                        retry?: {
                            /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                            maxAttempts?: number;
                            /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                            backoff?: {
                                /**
                                 * @description Longest delay before the second attempt, in milliseconds.
                                 * @default 1000
                                 */
                                initialMs?: number;
                                /**
                                 * @description By what each further delay grows.
                                 * @default 2
                                 */
                                factor?: number;
                                /**
                                 * @description No delay is longer, in milliseconds.
                                 * @default 300000
                                 */
                                maxMs?: number;
                            };
                        };
                        /** @description Whom to tell when the task has finished, whatever it came to. */
                        callback?: {
                            /**
                             * Format: uri
                             * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                             */
                            url: string;
                        };
                        /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                        idempotencyKey?: string;
                    } | {
                        /** @enum {string} */
                        type: "pdf.render";
                        payload: {
                            document: {
                                /**
                                 * Format: uuid
                                 * @description Id of a file, as `POST /files` gives it.
                                 */
                                file: string;
                            };
                            /** @description Counted from 1. Without it, all. */
                            pages?: {
                                /**
                                 * @default 1
                                 * @example 1
                                 */
                                first?: number;
                                /**
                                 * @description Without it, or past the end, the last one there is.
                                 * @example 10
                                 */
                                last?: number;
                            };
                            /**
                             * @description Of an encrypted document. It is kept in the payload of the task, and is logged nowhere.
                             * @example correct horse
                             */
                            password?: string;
                            /**
                             * @description Pixels per inch.
                             * @default 150
                             */
                            dpi?: number;
                            /**
                             * @description Pixels, of every page.
                             * @example 800
                             */
                            width?: number;
                            /**
                             * @default png
                             * @enum {unknown}
                             */
                            format?: "png" | "jpeg";
                            /**
                             * @description Of `jpeg`.
                             * @default 80
                             */
                            quality?: number;
                        };
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                         */
                        runAt?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                         */
                        expiresAt?: string;
                        /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                        delayMs?: number;
                        /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                        ttlMs?: number;
                        /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                        queue?: string;
                        /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                        priority?: number;
                        /** @description Up to 10 words to find the task by. */
                        tags?: string[];
                        /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                        resultTtlMs?: number;
                        /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                        timeoutMs?: number;
                        /** @description What is left out is as the type of the task says. */
                        retry?: {
                            /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                            maxAttempts?: number;
                            /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                            backoff?: {
                                /**
                                 * @description Longest delay before the second attempt, in milliseconds.
                                 * @default 1000
                                 */
                                initialMs?: number;
                                /**
                                 * @description By what each further delay grows.
                                 * @default 2
                                 */
                                factor?: number;
                                /**
                                 * @description No delay is longer, in milliseconds.
                                 * @default 300000
                                 */
                                maxMs?: number;
                            };
                        };
                        /** @description Whom to tell when the task has finished, whatever it came to. */
                        callback?: {
                            /**
                             * Format: uri
                             * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                             */
                            url: string;
                        };
                        /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                        idempotencyKey?: string;
                    } | {
                        /** @enum {string} */
                        type: "http.request";
                        payload: {
                            /**
                             * Format: uri
                             * @example https://service.example/thumbnails
                             */
                            url: string;
                            /**
                             * @default POST
                             * @enum {unknown}
                             */
                            method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
                            /** @description Beside those that a request needs. They are kept with the task, and shown with it. */
                            headers?: {
                                [key: string]: string;
                            };
                            /** @description Sent as JSON. */
                            body?: unknown;
                            /** @description Statuses that are a success. */
                            expect?: number[];
                        };
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                         */
                        runAt?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                         */
                        expiresAt?: string;
                        /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                        delayMs?: number;
                        /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                        ttlMs?: number;
                        /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                        queue?: string;
                        /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                        priority?: number;
                        /** @description Up to 10 words to find the task by. */
                        tags?: string[];
                        /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                        resultTtlMs?: number;
                        /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                        timeoutMs?: number;
                        /** @description What is left out is as the type of the task says. */
                        retry?: {
                            /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                            maxAttempts?: number;
                            /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                            backoff?: {
                                /**
                                 * @description Longest delay before the second attempt, in milliseconds.
                                 * @default 1000
                                 */
                                initialMs?: number;
                                /**
                                 * @description By what each further delay grows.
                                 * @default 2
                                 */
                                factor?: number;
                                /**
                                 * @description No delay is longer, in milliseconds.
                                 * @default 300000
                                 */
                                maxMs?: number;
                            };
                        };
                        /** @description Whom to tell when the task has finished, whatever it came to. */
                        callback?: {
                            /**
                             * Format: uri
                             * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                             */
                            url: string;
                        };
                        /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                        idempotencyKey?: string;
                    })[];
                };
                "application/x-ndjson": {
                    /** @enum {string} */
                    type: "sleep";
                    payload: {
                        /**
                         * @description Each dot is one second of work.
                         * @example Hello...
                         */
                        message: string;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                    /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                    idempotencyKey?: string;
                } | {
                    /** @enum {string} */
                    type: "primes";
                    payload: {
                        /**
                         * @description The largest number to look at; a thousand million takes some seconds.
                         * @example 1000000
                         */
                        upTo: number;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                    /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                    idempotencyKey?: string;
                } | {
                    /** @enum {string} */
                    type: "image.resize";
                    payload: {
                        image: {
                            /**
                             * Format: uuid
                             * @description Id of a file, as `POST /files` gives it.
                             */
                            file: string;
                        };
                        /**
                         * @description Pixels.
                         * @example 320
                         */
                        width?: number;
                        /**
                         * @description Pixels.
                         * @example 320
                         */
                        height?: number;
                        /**
                         * @description What becomes of other proportions: `inside` keeps all of it and may be smaller on one side, `cover` cuts, `contain` adds borders, `fill` stretches, `outside` may be larger on one side.
                         * @default inside
                         * @enum {unknown}
                         */
                        fit?: "inside" | "cover" | "contain" | "fill" | "outside";
                        /**
                         * @description Without it, that of the image; of TIFF, `png`.
                         * @enum {unknown}
                         */
                        format?: "jpeg" | "png" | "webp" | "avif" | "gif";
                        /**
                         * @description Of `jpeg`, `webp` and `avif`.
                         * @default 80
                         */
                        quality?: number;
                    } | unknown | unknown;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                    /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                    idempotencyKey?: string;
                } | {
                    /** @enum {string} */
                    type: "pdf.text";
                    payload: {
                        document: {
                            /**
                             * Format: uuid
                             * @description Id of a file, as `POST /files` gives it.
                             */
                            file: string;
                        };
                        /** @description Counted from 1. Without it, all. */
                        pages?: {
                            /**
                             * @default 1
                             * @example 1
                             */
                            first?: number;
                            /**
                             * @description Without it, or past the end, the last one there is.
                             * @example 10
                             */
                            last?: number;
                        };
                        /**
                         * @description Of an encrypted document. It is kept in the payload of the task, and is logged nowhere.
                         * @example correct horse
                         */
                        password?: string;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                    /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                    idempotencyKey?: string;
                } | {
                    /** @enum {string} */
                    type: "pdf.render";
                    payload: {
                        document: {
                            /**
                             * Format: uuid
                             * @description Id of a file, as `POST /files` gives it.
                             */
                            file: string;
                        };
                        /** @description Counted from 1. Without it, all. */
                        pages?: {
                            /**
                             * @default 1
                             * @example 1
                             */
                            first?: number;
                            /**
                             * @description Without it, or past the end, the last one there is.
                             * @example 10
                             */
                            last?: number;
                        };
                        /**
                         * @description Of an encrypted document. It is kept in the payload of the task, and is logged nowhere.
                         * @example correct horse
                         */
                        password?: string;
                        /**
                         * @description Pixels per inch.
                         * @default 150
                         */
                        dpi?: number;
                        /**
                         * @description Pixels, of every page.
                         * @example 800
                         */
                        width?: number;
                        /**
                         * @default png
                         * @enum {unknown}
                         */
                        format?: "png" | "jpeg";
                        /**
                         * @description Of `jpeg`.
                         * @default 80
                         */
                        quality?: number;
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                    /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                    idempotencyKey?: string;
                } | {
                    /** @enum {string} */
                    type: "http.request";
                    payload: {
                        /**
                         * Format: uri
                         * @example https://service.example/thumbnails
                         */
                        url: string;
                        /**
                         * @default POST
                         * @enum {unknown}
                         */
                        method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
                        /** @description Beside those that a request needs. They are kept with the task, and shown with it. */
                        headers?: {
                            [key: string]: string;
                        };
                        /** @description Sent as JSON. */
                        body?: unknown;
                        /** @description Statuses that are a success. */
                        expect?: number[];
                    };
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started before this time; at most a year ahead. One that has passed means now.
                     */
                    runAt?: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339. Not to be started after this time; in the future, after `runAt` or `delayMs`, at most two years ahead.
                     */
                    expiresAt?: string;
                    /** @description Instead of `runAt`: milliseconds from when the task is accepted; at most a year. */
                    delayMs?: number;
                    /** @description Instead of `expiresAt`: milliseconds in which the task has to be started, from when it may be; at most a year. */
                    ttlMs?: number;
                    /** @description Name of a queue, as in the server's `QUEUES`; `default`, as without it: the main queue. */
                    queue?: string;
                    /** @description The higher, the earlier, as far as the broker has levels (docs/priorities.md). */
                    priority?: number;
                    /** @description Up to 10 words to find the task by. */
                    tags?: string[];
                    /** @description Whatever the client wants to be told again with the task, up to 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Milliseconds for which the finished task is kept, to within a minute or so; at most as long as others (`RETENTION_DAYS`). */
                    resultTtlMs?: number;
                    /** @description Milliseconds that one attempt may take; without it, as its type says (`GET /task-types`). */
                    timeoutMs?: number;
                    /** @description What is left out is as the type of the task says. */
                    retry?: {
                        /** @description Executions that may fail before the task does; without it, as its type says (`GET /task-types`). */
                        maxAttempts?: number;
                        /** @description Exponential with full jitter: a random share of `min(maxMs, initialMs · factor^(n−1))` after failure n. */
                        backoff?: {
                            /**
                             * @description Longest delay before the second attempt, in milliseconds.
                             * @default 1000
                             */
                            initialMs?: number;
                            /**
                             * @description By what each further delay grows.
                             * @default 2
                             */
                            factor?: number;
                            /**
                             * @description No delay is longer, in milliseconds.
                             * @default 300000
                             */
                            maxMs?: number;
                        };
                    };
                    /** @description Whom to tell when the task has finished, whatever it came to. */
                    callback?: {
                        /**
                         * Format: uri
                         * @description Where the event of the finished task is posted to, by Standard Webhooks 1.0 (docs/callbacks.md).
                         */
                        url: string;
                    };
                    /** @description As `Idempotency-Key` of `POST /tasks`, without the quotes. */
                    idempotencyKey?: string;
                };
            };
        };
        responses: {
            /** @description All were accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 1,
                     *       "items": [
                     *         {
                     *           "status": 202,
                     *           "task": {
                     *             "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *             "type": "sleep",
                     *             "state": "queued",
                     *             "queue": "task_queue",
                     *             "priority": 0,
                     *             "error": null,
                     *             "progress": null,
                     *             "attempt": 0,
                     *             "maxAttempts": 3,
                     *             "attempts": [],
                     *             "tags": [
                     *               "customer:42"
                     *             ],
                     *             "metadata": {},
                     *             "createdAt": "2027-01-01T08:00:00.000Z",
                     *             "runAt": null,
                     *             "queuedAt": "2027-01-01T08:00:00.000Z",
                     *             "startedAt": null,
                     *             "finishedAt": null,
                     *             "expiresAt": null,
                     *             "cancelRequestedAt": null
                     *           },
                     *           "problem": null,
                     *           "isReplayed": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description How many of `items` have a task. */
                        accepted: number;
                        /** @description One for each task that was sent, in the same order. */
                        items: {
                            /** @description What `POST /tasks` would have answered: 202, or the status of `problem`. */
                            status: number;
                            task: components["schemas"]["TaskSummary"] | null;
                            problem: components["schemas"]["Problem"] | null;
                            /** @description The task was accepted before, under the same key; it is shown as of then. */
                            isReplayed: boolean;
                        }[];
                    };
                };
            };
            /** @description Some were refused, or all. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": 1,
                     *       "items": [
                     *         {
                     *           "status": 202,
                     *           "task": {
                     *             "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *             "type": "sleep",
                     *             "state": "queued",
                     *             "queue": "task_queue",
                     *             "priority": 0,
                     *             "error": null,
                     *             "progress": null,
                     *             "attempt": 0,
                     *             "maxAttempts": 3,
                     *             "attempts": [],
                     *             "tags": [
                     *               "customer:42"
                     *             ],
                     *             "metadata": {},
                     *             "createdAt": "2027-01-01T08:00:00.000Z",
                     *             "runAt": null,
                     *             "queuedAt": "2027-01-01T08:00:00.000Z",
                     *             "startedAt": null,
                     *             "finishedAt": null,
                     *             "expiresAt": null,
                     *             "cancelRequestedAt": null
                     *           },
                     *           "problem": null,
                     *           "isReplayed": false
                     *         },
                     *         {
                     *           "status": 422,
                     *           "task": null,
                     *           "problem": {
                     *             "type": "/problems/invalid-payload",
                     *             "title": "Payload is not valid",
                     *             "status": 422,
                     *             "detail": "body/payload/message must be string",
                     *             "instance": "/tasks",
                     *             "code": "INVALID_PAYLOAD",
                     *             "requestId": "2a659f03-bba0-4d56-b155-7c230305705d",
                     *             "errors": [
                     *               {
                     *                 "pointer": "/payload/message",
                     *                 "message": "must be string"
                     *               }
                     *             ]
                     *           },
                     *           "isReplayed": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description How many of `items` have a task. */
                        accepted: number;
                        /** @description One for each task that was sent, in the same order. */
                        items: {
                            /** @description What `POST /tasks` would have answered: 202, or the status of `problem`. */
                            status: number;
                            task: components["schemas"]["TaskSummary"] | null;
                            problem: components["schemas"]["Problem"] | null;
                            /** @description The task was accepted before, under the same key; it is shown as of then. */
                            isReplayed: boolean;
                        }[];
                    };
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. `QUEUE_FULL`: Too many tasks wait. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    countTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many tasks are in each state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "counts": {
                     *         "scheduled": 0,
                     *         "queued": 0,
                     *         "running": 0,
                     *         "retrying": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "cancelled": 0,
                     *         "expired": 0
                     *       },
                     *       "limit": 100000
                     *     }
                     */
                    "application/json": {
                        /** @description By state. Counting stops at 100000 for each state, and for a client that sees its own tasks only at its newest 100000. */
                        counts: {
                            scheduled: number;
                            queued: number;
                            running: number;
                            retrying: number;
                            succeeded: number;
                            failed: number;
                            cancelled: number;
                            expired: number;
                        };
                        /**
                         * @description A count that equals it may be more.
                         * @example 100000
                         */
                        limit: number;
                    };
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description RFC 7240. `wait=10`: answer when the task has finished, or after ten seconds; at most 60. `respond-async` alone: do not wait, which is what happens without this header, too. Anything else is ignored. */
                Prefer?: string;
                /** @description `ETag` of an earlier answer. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    /** @description Changes with the answer; send it as `If-None-Match` the next time. */
                    ETag?: string;
                    /** @description Seconds to wait before the next look; absent once the task has finished. */
                    "Retry-After"?: number;
                    /** @description Seconds for which the task has been in its queue, while it is. */
                    "Queue-Age"?: number;
                    /** @description What of `Prefer` was followed, with the seconds that the wait was limited to. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *       "type": "sleep",
                     *       "state": "succeeded",
                     *       "queue": "task_queue",
                     *       "priority": 0,
                     *       "payload": {
                     *         "message": "Hello..."
                     *       },
                     *       "result": {
                     *         "sleptSeconds": 3
                     *       },
                     *       "error": null,
                     *       "progress": null,
                     *       "attempt": 1,
                     *       "maxAttempts": 3,
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "worker": "host-4242-9f3a",
                     *           "startedAt": "2027-01-01T08:00:00.012Z",
                     *           "finishedAt": "2027-01-01T08:00:03.020Z",
                     *           "outcome": "succeeded",
                     *           "error": null
                     *         }
                     *       ],
                     *       "tags": [
                     *         "customer:42"
                     *       ],
                     *       "metadata": {},
                     *       "createdAt": "2027-01-01T08:00:00.000Z",
                     *       "runAt": null,
                     *       "queuedAt": "2027-01-01T08:00:00.000Z",
                     *       "startedAt": "2027-01-01T08:00:00.012Z",
                     *       "finishedAt": "2027-01-01T08:00:03.020Z",
                     *       "expiresAt": null,
                     *       "cancelRequestedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The task is as the client has it. */
            304: {
                headers: {
                    /** @description Changes with the answer; send it as `If-None-Match` the next time. */
                    ETag?: string;
                    /** @description Seconds to wait before the next look; absent once the task has finished. */
                    "Retry-After"?: number;
                    /** @description Seconds for which the task has been in its queue, while it is. */
                    "Queue-Age"?: number;
                    /** @description What of `Prefer` was followed, with the seconds that the wait was limited to. */
                    "Preference-Applied"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FOUND`: No such task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_GONE`: Task is no longer kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTaskResult: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of an earlier answer. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result; its schema depends on the type of the task. */
            200: {
                headers: {
                    /** @description Changes with the answer; send it as `If-None-Match` the next time. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sleptSeconds": 3
                     *     }
                     */
                    "application/json": unknown;
                };
            };
            /** @description The result is as the client has it. */
            304: {
                headers: {
                    /** @description Changes with the answer; send it as `If-None-Match` the next time. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FOUND`: No such task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FINISHED`: Task has not finished. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_GONE`: Task is no longer kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_SUCCEEDED`: Task has no result. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamTaskEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description `id` of the last event that was received: the stream goes on after it. An `EventSource` sends it by itself. */
                "Last-Event-ID"?: string;
            };
            path: {
                /**
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events until the task has finished. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: state
                     *     id: 1.0.0
                     *     data: {"taskId":"0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11","state":"running","attempt":1,"at":"2026-01-01T00:00:00.000Z","runAt":null,"error":null,"result":null}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The task has finished, and its last event is the one that was received last. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FOUND`: No such task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_GONE`: Task is no longer kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. `TOO_MANY_STREAMS`: Too many streams. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTaskLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "number": 1,
                     *           "attempt": 1,
                     *           "at": "2027-01-01T08:00:00.000Z",
                     *           "level": "info",
                     *           "message": "page 3 of 12",
                     *           "fields": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: {
                            /** @description Through all attempts; where it leaves a gap, older lines were dropped. */
                            number: number;
                            attempt: number;
                            /**
                             * Format: date-time
                             * @description RFC 3339, UTC, milliseconds, by the worker's clock.
                             */
                            at: string;
                            /** @enum {unknown} */
                            level: "info" | "warn" | "error";
                            /** @example page 3 of 12 */
                            message: string;
                            /** @description What was logged with it. */
                            fields: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FOUND`: No such task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_GONE`: Task is no longer kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://app.example/offload",
                     *       "urlDisabledAt": null,
                     *       "deliveryId": "0193f1c2-87ea-7c40-8f0e-2f1d4b6a9c35",
                     *       "state": "succeeded",
                     *       "nextAttemptAt": null,
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "worker": "host-4242-9f3a",
                     *           "startedAt": "2027-01-01T08:00:00.012Z",
                     *           "finishedAt": "2027-01-01T08:00:03.020Z",
                     *           "outcome": "succeeded",
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Callback"];
                };
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FOUND`: No such task. `CALLBACK_NOT_FOUND`: Task has no callback. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_GONE`: Task is no longer kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback, due again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://app.example/offload",
                     *       "urlDisabledAt": null,
                     *       "deliveryId": "0193f1c2-87ea-7c40-8f0e-2f1d4b6a9c35",
                     *       "state": "scheduled",
                     *       "nextAttemptAt": "2027-01-01T08:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "worker": "host-4242-9f3a",
                     *           "startedAt": "2027-01-01T08:00:00.012Z",
                     *           "finishedAt": "2027-01-01T08:00:03.020Z",
                     *           "outcome": "succeeded",
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Callback"];
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FOUND`: No such task. `CALLBACK_NOT_FOUND`: Task has no callback. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FINISHED`: Task has not finished. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_GONE`: Task is no longer kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Where the task is in its life. */
                state?: "scheduled" | "queued" | "running" | "retrying" | "succeeded" | "failed" | "cancelled" | "expired";
                /** @description Only tasks of this type. */
                type?: string;
                /** @description Only tasks of this queue. */
                queue?: string;
                /** @description Only tasks with this tag. */
                tag?: string;
            };
            header?: {
                /** @description `id` of the last event that was received. The stream goes on after it where this API still has what came then, and begins with `reset` otherwise. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events without end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: reset
                     *     id: 3f2a91c0-1
                     *     data: {}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. `TOO_MANY_STREAMS`: Too many streams. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task, cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *       "type": "sleep",
                     *       "state": "cancelled",
                     *       "queue": "task_queue",
                     *       "priority": 0,
                     *       "payload": {
                     *         "message": "Hello..."
                     *       },
                     *       "result": null,
                     *       "error": null,
                     *       "progress": null,
                     *       "attempt": 0,
                     *       "maxAttempts": 3,
                     *       "attempts": [],
                     *       "tags": [
                     *         "customer:42"
                     *       ],
                     *       "metadata": {},
                     *       "createdAt": "2027-01-01T08:00:00.000Z",
                     *       "runAt": null,
                     *       "queuedAt": "2027-01-01T08:00:00.000Z",
                     *       "startedAt": null,
                     *       "finishedAt": "2027-01-01T08:00:03.020Z",
                     *       "expiresAt": null,
                     *       "cancelRequestedAt": "2027-01-01T08:00:03.020Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The task, still running, with `cancelRequestedAt`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *       "type": "sleep",
                     *       "state": "running",
                     *       "queue": "task_queue",
                     *       "priority": 0,
                     *       "payload": {
                     *         "message": "Hello..."
                     *       },
                     *       "result": null,
                     *       "error": null,
                     *       "progress": null,
                     *       "attempt": 1,
                     *       "maxAttempts": 3,
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "worker": "host-4242-9f3a",
                     *           "startedAt": "2027-01-01T08:00:00.012Z",
                     *           "finishedAt": null,
                     *           "outcome": null,
                     *           "error": null
                     *         }
                     *       ],
                     *       "tags": [
                     *         "customer:42"
                     *       ],
                     *       "metadata": {},
                     *       "createdAt": "2027-01-01T08:00:00.000Z",
                     *       "runAt": null,
                     *       "queuedAt": "2027-01-01T08:00:00.000Z",
                     *       "startedAt": "2027-01-01T08:00:00.012Z",
                     *       "finishedAt": null,
                     *       "expiresAt": null,
                     *       "cancelRequestedAt": "2027-01-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FOUND`: No such task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_CANCELLABLE`: Task cannot be cancelled. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_GONE`: Task is no longer kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUIDv7: sorts by creation time.
                 * @example 0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task, due again. */
            202: {
                headers: {
                    /** @description Where to follow the task. */
                    Location?: string;
                    /** @description Seconds to wait before the first look. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *       "type": "sleep",
                     *       "state": "scheduled",
                     *       "queue": "task_queue",
                     *       "priority": 0,
                     *       "payload": {
                     *         "message": "Hello..."
                     *       },
                     *       "result": null,
                     *       "error": null,
                     *       "progress": null,
                     *       "attempt": 1,
                     *       "maxAttempts": 3,
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "worker": "host-4242-9f3a",
                     *           "startedAt": "2027-01-01T08:00:00.012Z",
                     *           "finishedAt": "2027-01-01T08:00:03.020Z",
                     *           "outcome": "succeeded",
                     *           "error": null
                     *         }
                     *       ],
                     *       "tags": [
                     *         "customer:42"
                     *       ],
                     *       "metadata": {},
                     *       "createdAt": "2027-01-01T08:00:00.000Z",
                     *       "runAt": "2027-01-01T08:00:03.020Z",
                     *       "queuedAt": "2027-01-01T08:00:00.000Z",
                     *       "startedAt": "2027-01-01T08:00:00.012Z",
                     *       "finishedAt": null,
                     *       "expiresAt": null,
                     *       "cancelRequestedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FOUND`: No such task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_NOT_FINISHED`: Task has not finished. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TASK_GONE`: Task is no longer kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Of them on a page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of files. */
            200: {
                headers: {
                    /** @description `rel="next"`: where the next page is. Absent on the last one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26",
                     *           "name": "photo.jpg",
                     *           "mediaType": "image/jpeg",
                     *           "bytes": 48211,
                     *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "createdAt": "2027-01-01T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["File"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST`: Request is not valid. `INVALID_CURSOR`: Cursor is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createFile: {
        parameters: {
            query?: {
                /**
                 * @description What the file is called; a form says so itself.
                 * @example photo.jpg
                 */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example Any bytes, under any media type. */
                "application/octet-stream": string;
                /**
                 * @example {
                 *       "file": "Any bytes."
                 *     }
                 */
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description It is kept. */
            201: {
                headers: {
                    /** @description Where the file is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26",
                     *       "name": "photo.jpg",
                     *       "mediaType": "image/jpeg",
                     *       "bytes": 48211,
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "createdAt": "2027-01-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["File"];
                };
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FILE_TOO_LARGE`: File is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. `STORAGE_UNAVAILABLE`: Storage of files is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description E.g. `bytes=0-1023`. */
                Range?: string;
                /** @description `ETag` of an earlier answer. */
                "If-None-Match"?: string;
                /** @description The same: a range of another file is no use. */
                "If-Range"?: string;
            };
            path: {
                /**
                 * @description As `POST /files` gives it.
                 * @example 0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Of the bytes, which never change. */
                    ETag?: string;
                    /** @description What the file is called. */
                    "Content-Disposition"?: string;
                    /** @description SHA-256 of the whole file (RFC 9530). */
                    "Repr-Digest"?: string;
                    /** @description Nothing of it is run. */
                    "Content-Security-Policy"?: string;
                    /** @description `bytes`. */
                    "Accept-Ranges"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example The bytes. */
                    "*/*": string;
                };
            };
            /** @description The range. */
            206: {
                headers: {
                    /** @description Of the bytes, which never change. */
                    ETag?: string;
                    /** @description What the file is called. */
                    "Content-Disposition"?: string;
                    /** @description SHA-256 of the whole file (RFC 9530). */
                    "Repr-Digest"?: string;
                    /** @description Nothing of it is run. */
                    "Content-Security-Policy"?: string;
                    /** @description `bytes`. */
                    "Accept-Ranges"?: string;
                    /** @description Which one it is. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example The bytes. */
                    "*/*": string;
                };
            };
            /** @description The client has it. */
            304: {
                headers: {
                    /** @description Of the bytes, which never change. */
                    ETag?: string;
                    /** @description What the file is called. */
                    "Content-Disposition"?: string;
                    /** @description SHA-256 of the whole file (RFC 9530). */
                    "Repr-Digest"?: string;
                    /** @description Nothing of it is run. */
                    "Content-Security-Policy"?: string;
                    /** @description `bytes`. */
                    "Accept-Ranges"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FILE_NOT_FOUND`: No such file. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RANGE_NOT_SATISFIABLE`: File has no such range. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. `STORAGE_UNAVAILABLE`: Storage of files is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description As `POST /files` gives it.
                 * @example 0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FILE_NOT_FOUND`: No such file. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FILE_IN_USE`: File is in use. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description Of them on a page. */
                limit?: number;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dead letters. */
            200: {
                headers: {
                    /** @description `rel="next"`: where the next page is. Absent on the last one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tasks": {
                     *         "items": [
                     *           {
                     *             "id": "0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11",
                     *             "type": "sleep",
                     *             "state": "failed",
                     *             "queue": "task_queue",
                     *             "priority": 0,
                     *             "error": {
                     *               "code": "HANDLER_ERROR",
                     *               "message": "The other side did not answer.",
                     *               "retryable": true
                     *             },
                     *             "progress": null,
                     *             "attempt": 1,
                     *             "maxAttempts": 1,
                     *             "attempts": [
                     *               {
                     *                 "number": 1,
                     *                 "worker": "host-4242-9f3a",
                     *                 "startedAt": "2027-01-01T08:00:00.012Z",
                     *                 "finishedAt": "2027-01-01T08:00:03.020Z",
                     *                 "outcome": "failed",
                     *                 "error": {
                     *                   "code": "HANDLER_ERROR",
                     *                   "message": "The other side did not answer.",
                     *                   "retryable": true
                     *                 }
                     *               }
                     *             ],
                     *             "tags": [
                     *               "customer:42"
                     *             ],
                     *             "metadata": {},
                     *             "createdAt": "2027-01-01T08:00:00.000Z",
                     *             "runAt": null,
                     *             "queuedAt": "2027-01-01T08:00:00.000Z",
                     *             "startedAt": "2027-01-01T08:00:00.012Z",
                     *             "finishedAt": "2027-01-01T08:00:03.020Z",
                     *             "expiresAt": null,
                     *             "cancelRequestedAt": null
                     *           }
                     *         ],
                     *         "nextCursor": null
                     *       },
                     *       "messages": {
                     *         "count": 0,
                     *         "items": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        tasks: {
                            items: components["schemas"]["TaskSummary"][];
                            /** @description `null` on the last page. */
                            nextCursor: string | null;
                        };
                        /** @description `null` while the broker cannot be asked. */
                        messages: {
                            /** @description Messages in the dead queue. */
                            count: number;
                            /** @description The oldest `limit` of them. */
                            items: components["schemas"]["DeadMessage"][];
                        } | null;
                    };
                };
            };
            /** @description `INVALID_REQUEST`: Request is not valid. `INVALID_CURSOR`: Cursor is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redriveDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "tasks",
                 *       "limit": 100,
                 *       "ratePerSecond": 10,
                 *       "dryRun": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `tasks`: failed ones. `messages`: those in the dead queue that are understood by now.
                     * @enum {unknown}
                     */
                    source: "tasks" | "messages";
                    /** @description Only tasks that match all of it; for `tasks` alone. */
                    filter?: {
                        /** @description Those that have not failed are left out. */
                        ids?: string[];
                        /** @description Name of a task type. */
                        type?: string;
                        /** @description `code` of the task's error. */
                        errorCode?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339; that time included.
                         */
                        finishedFrom?: string;
                        /**
                         * Format: date-time
                         * @description RFC 3339; that time not included.
                         */
                        finishedBefore?: string;
                    };
                    /**
                     * @description Tasks to send, the longest failed first, or messages to look at, the oldest first.
                     * @default 1000
                     */
                    limit?: number;
                    /** @description Tasks that become due per second; without it all are due at once. */
                    ratePerSecond?: number;
                    /**
                     * @description Only count.
                     * @default false
                     */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description How many there were. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matched": 1,
                     *       "redriven": 1,
                     *       "dryRun": true
                     *     }
                     */
                    "application/json": {
                        /** @description At most `limit`. */
                        matched: number;
                        /** @description Tasks that are due again, or new; 0 when only counted. */
                        redriven: number;
                        dryRun: boolean;
                    };
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. `BROKER_UNAVAILABLE`: Broker is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTaskTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All task types. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "sleep",
                     *           "title": "Sleep",
                     *           "description": "Sleeps one second for every dot in `message`.",
                     *           "payload": {
                     *             "type": "object"
                     *           },
                     *           "result": {
                     *             "type": "object"
                     *           },
                     *           "timeoutMs": 14400000,
                     *           "maxAttempts": 3,
                     *           "examples": [
                     *             {
                     *               "summary": "Three seconds",
                     *               "payload": {
                     *                 "message": "Hello..."
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["TaskType"][];
                    };
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listQueues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queues and their figures, the main one first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "task_queue",
                     *           "messagesReady": 1,
                     *           "messagesUnacknowledged": 1,
                     *           "consumers": 1,
                     *           "paused": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Queue"][];
                    };
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. `BROKER_UNAVAILABLE`: Broker is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description In full, or as in `queue` of a new task.
                 * @example default
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The reports database is being moved"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why, for whoever wonders.
                     * @example The reports database is being moved
                     */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339, in the future: when the queue is resumed by itself. Without it, it has to be resumed.
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description The queue is paused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "task_queue",
                     *       "paused": {
                     *         "by": "anonymous",
                     *         "reason": "The reports database is being moved",
                     *         "since": "2026-01-01T00:00:00.000Z",
                     *         "until": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @example task_queue */
                        name: string;
                        /**
                         * @description Set while workers take no tasks from the queue.
                         * @example {
                         *       "by": "anonymous",
                         *       "reason": "The reports database is being moved",
                         *       "since": "2026-01-01T00:00:00.000Z",
                         *       "until": null
                         *     }
                         */
                        paused: {
                            /** @description Who paused it: the name of an API key, if it has one. */
                            by: string;
                            /**
                             * @description Why, for whoever wonders.
                             * @example The reports database is being moved
                             */
                            reason: string;
                            /** Format: date-time */
                            since: string;
                            /** @description When it ends by itself; `null`: it does not. */
                            until: string | null;
                        } | null;
                    };
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `QUEUE_NOT_FOUND`: Queue not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description In full, or as in `queue` of a new task.
                 * @example default
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queue is not paused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "task_queue",
                     *       "paused": null
                     *     }
                     */
                    "application/json": {
                        /** @example task_queue */
                        name: string;
                        /**
                         * @description Set while workers take no tasks from the queue.
                         * @example null
                         */
                        paused: {
                            /** @description Who paused it: the name of an API key, if it has one. */
                            by: string;
                            /**
                             * @description Why, for whoever wonders.
                             * @example The reports database is being moved
                             */
                            reason: string;
                            /** Format: date-time */
                            since: string;
                            /** @description When it ends by itself; `null`: it does not. */
                            until: string | null;
                        } | null;
                    };
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `QUEUE_NOT_FOUND`: Queue not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "host-4242-9f3a",
                     *           "queue": "task_queue",
                     *           "queues": [
                     *             "task_queue"
                     *           ],
                     *           "concurrency": 1,
                     *           "running": 1,
                     *           "startedAt": "2027-01-01T08:00:00.000Z",
                     *           "heartbeatAt": "2027-01-01T08:00:00.000Z",
                     *           "isAlive": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Worker"][];
                    };
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: {
                /** @description Seconds in which what waits is to be started, for `suggestedWorkers`. */
                drainWithinSeconds?: number;
                /** @description `WORKER_CONCURRENCY` of a worker, for `suggestedWorkers`; by default what the live ones have on average, or 1. */
                slotsPerWorker?: number;
                /** @description The most that `suggestedWorkers` says. */
                maxWorkers?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queues. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "measuredAt": "2027-01-01T08:00:00.000Z",
                     *       "items": [
                     *         {
                     *           "queue": "task_queue",
                     *           "queued": 0,
                     *           "due": 0,
                     *           "scheduled": 0,
                     *           "running": 0,
                     *           "oldestWaitMs": null,
                     *           "startedPerSecond": null,
                     *           "workers": 0,
                     *           "slots": 0,
                     *           "suggestedWorkers": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        measuredAt: string;
                        items: components["schemas"]["QueueStats"][];
                    };
                };
            };
            /** @description `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP offload_workers Workers with a heartbeat within 15 seconds.
                     *     # TYPE offload_workers gauge
                     *     offload_workers{queue="task_queue"} 2
                     */
                    "text/plain": string;
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "5f0c1d9e-3b7a-4c21-9e64-8d2f1a7b6c05",
                     *           "name": "ci",
                     *           "scopes": [
                     *             "submit",
                     *             "read"
                     *           ],
                     *           "createdAt": "2027-01-01T08:00:00.000Z",
                     *           "expiresAt": null,
                     *           "lastUsedAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                    };
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scopes": [
                 *         "submit",
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The client that the key is for. Keys of one name see the same tasks, so that one can replace another.
                     * @example ci
                     */
                    name: string;
                    /**
                     * @description What it allows: `submit` and retry tasks, `read` and `cancel` those of its own client; `admin`: everything, for everybody’s tasks.
                     * @example [
                     *       "submit",
                     *       "read"
                     *     ]
                     */
                    scopes: ("submit" | "read" | "cancel" | "admin")[];
                    /**
                     * Format: date-time
                     * @description RFC 3339, in the future. Without it the key does not expire.
                     */
                    expiresAt?: string;
                };
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5f0c1d9e-3b7a-4c21-9e64-8d2f1a7b6c05",
                     *       "name": "ci",
                     *       "scopes": [
                     *         "submit",
                     *         "read"
                     *       ],
                     *       "createdAt": "2027-01-01T08:00:00.000Z",
                     *       "expiresAt": null,
                     *       "lastUsedAt": null,
                     *       "key": "ofl_…"
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `TOO_MANY_KEYS`: Too many API keys. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Names the key without being it.
                 * @example 5f0c1d9e-3b7a-4c21-9e64-8d2f1a7b6c05
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `MALFORMED_JSON`: Body is not JSON. `INVALID_REQUEST`: Request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNAUTHORIZED`: API key is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `FORBIDDEN`: API key does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `KEY_NOT_FOUND`: No such API key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `BODY_TOO_LARGE`: Body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: Content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `RATE_LIMITED`: Too many requests. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "broker": "ready"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        /** @enum {unknown} */
                        broker: "ready" | "unavailable";
                    };
                };
            };
            /** @description `STORE_UNAVAILABLE`: Store is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explainProblem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of a `type`.
                 * @example invalid-payload
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "INVALID_PAYLOAD",
                     *       "status": 422,
                     *       "title": "Payload is not valid",
                     *       "explanation": "The payload does not match the schema of its task type; `errors` names each field."
                     *     }
                     */
                    "application/json": {
                        /** @example INVALID_PAYLOAD */
                        code: string;
                        /** @example 422 */
                        status: number;
                        /** @example Payload is not valid */
                        title: string;
                        /**
                         * @description What it means and what to do.
                         * @example The payload does not match the schema of its task type; `errors` names each field.
                         */
                        explanation: string;
                    };
                };
            };
            /** @description `NOT_FOUND`: No such path. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `URI_TOO_LONG`: Path parameter is too long. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
