import { TaskSchema } from '@offload/contract';
import { Type } from 'typebox';

/** The task as clients see it. */
export const TaskResource = Type.Object(TaskSchema.properties, { $id: 'Task', additionalProperties: false });

/** The task in a list: without what may be large. */
export const TaskSummary = Type.Object(Type.Omit(TaskSchema, ['payload', 'result']).properties, {
  $id: 'TaskSummary',
  additionalProperties: false,
});
