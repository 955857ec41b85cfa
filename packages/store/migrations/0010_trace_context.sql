-- Where the trace of the request that submitted the task goes on, for messages that are sent later; null without tracing.
alter table tasks add column trace_context json;
