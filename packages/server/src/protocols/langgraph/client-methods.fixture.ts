// What becomes of each method of LangGraph's client here. `client-methods.test.ts` calls every one of them, and
// docs/protocols.md has the table.

interface MethodRow {
  /** What it does, or why it is refused. */
  note: string;
  refused?: true;
}

export const clientMethods = {
  'assistants.get': { note: 'a workflow by its id' },
  'assistants.getGraph': { note: 'its nodes and edges' },
  'assistants.getSchemas': { note: 'the same for all workflows: messages in, messages and an answer out' },
  'assistants.getSubgraphs': { note: 'always empty: a workflow has no graphs inside' },
  'assistants.create': { note: 'a workflow is stored with `PUT /api/v1/workflows/:id`', refused: true },
  'assistants.update': { note: 'a workflow is stored with `PUT /api/v1/workflows/:id`', refused: true },
  'assistants.delete': { note: 'a workflow is removed with `DELETE /api/v1/workflows/:id`', refused: true },
  'assistants.search': { note: 'by `graphId`, `name` and `metadata`; sorted, in part, page by page' },
  'assistants.count': { note: 'by the same' },
  'assistants.getVersions': { note: 'the stored versions of a workflow, newest first' },
  'assistants.setLatest': { note: 'new runs start on that version' },
  'threads.get': { note: 'with the values and interrupts of its state' },
  'threads.create': { note: 'with an id, metadata and messages of one’s own; `ttl` is passed over' },
  'threads.copy': { note: 'what was said until now and the metadata, not the history' },
  'threads.update': { note: 'adds to the metadata' },
  'threads.delete': { note: 'with its runs and states' },
  'threads.prune': { note: 'removes them; the strategy `keep_latest` is refused' },
  'threads.search': {
    note: 'by `metadata`, `values`, `status` and `ids`; sorted by all but `status`; `select` and `extract`',
  },
  'threads.count': { note: 'by the same, up to 10,000' },
  'threads.getState': { note: 'of the head, or at a checkpoint' },
  'threads.updateState': {
    note: 'adds, replaces and removes messages, at the head or from an earlier checkpoint',
  },
  'threads.patchState': { note: 'a state has no metadata of its own', refused: true },
  'threads.getHistory': { note: 'newest first, the inputs of runs among them' },
  'threads.joinStream': {
    note: 'follow a run with `runs.joinStream`, or the thread with `threads.stream`',
    refused: true,
  },
  'threads.stream': { note: 'the thread protocol, over SSE; not over WebSocket' },
  'runs.stream': { note: 'in all modes' },
  'runs.create': { note: '' },
  'runs.createBatch': { note: 'up to 100, each on a thread of its own' },
  'runs.wait': { note: '' },
  'runs.list': { note: 'by `status`' },
  'runs.get': { note: '' },
  'runs.cancel': { note: 'the action `rollback` is refused: a new run with `multitaskStrategy` undoes one' },
  'runs.cancelMany': { note: 'by their ids, or all of a thread or a status' },
  'runs.join': { note: '' },
  'runs.joinStream': { note: 'from any frame on, also without the thread’s id' },
  'runs.delete': { note: 'the record; what was said stays' },
  'crons.createForThread': { note: 'a run on the thread at each due time, exactly once; in a time zone' },
  'crons.create': { note: 'the same, each run on a thread of its own' },
  'crons.update': { note: 'its times, its input, whether it is at work' },
  'crons.delete': { note: 'runs that have begun go on' },
  'crons.search': { note: 'by assistant and thread' },
  'crons.count': { note: 'by the same' },
  'store.putItem': { note: 'with a `ttl`; items are their owner’s' },
  'store.getItem': { note: '`refreshTtl` too' },
  'store.deleteItem': { note: '' },
  'store.searchItems': { note: 'by namespace, fields and words; not by meaning' },
  'store.listNamespaces': { note: 'by prefix, suffix and depth' },
} as const satisfies Record<string, MethodRow>;

export type ClientMethod = keyof typeof clientMethods;
