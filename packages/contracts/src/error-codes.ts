// Every error Cadence can answer with. `docs/errors.md` lists the same codes; a test compares the two.
export const errorCodes = {
  WORKFLOW_INVALID: {
    status: 422,
    meaning: 'The workflow definition has problems; `details` lists all of them.',
  },
  WORKFLOW_NO_ROUTE: { status: 422, meaning: 'A node returned a label that none of its edges serves.' },
  WORKFLOW_NOT_FOUND: { status: 404, meaning: 'No workflow has this id.' },
  AGENT_NOT_FOUND: { status: 404, meaning: 'No agent has this id.' },
  TOOL_NOT_FOUND: { status: 404, meaning: 'No tool has this name.' },
  INPUT_INVALID: {
    status: 400,
    meaning: 'The input is not of the form asked for; `details` lists what is wrong.',
  },
  SETTING_INVALID: { status: 500, meaning: 'A setting is unknown or has a value that cannot be used.' },
  FILE_UNREADABLE: { status: 400, meaning: 'A file is missing, cannot be read, or is not JSON.' },
  TOOL_NEEDS_APPROVAL: { status: 409, meaning: 'A person has to approve the call of this tool first.' },
  TOOL_TIMEOUT: { status: 504, meaning: 'A tool did not finish within its time and was stopped.' },
  TOOL_FAILED: { status: 502, meaning: 'A tool reported a failure that may be told to the model.' },
  HANDOFF_NOT_WAITING: { status: 409, meaning: 'No hand-off with this id waits for an answer.' },
  MODEL_UNKNOWN: { status: 400, meaning: 'The model name or its provider is not known.' },
  MODEL_AUTH: { status: 502, meaning: 'The provider refused the key, or none is set.' },
  MODEL_OFFLINE: { status: 409, meaning: 'The offline model cannot do this; it takes a real one.' },
  MODEL_REFUSED: { status: 502, meaning: 'The provider refused the request itself.' },
  MODEL_CONTEXT_EXCEEDED: {
    status: 502,
    meaning: 'The request is longer than the model takes, also after it was shortened.',
  },
  TOKENS_USED_UP: {
    status: 422,
    meaning: 'The run has used the tokens that its limits allow, so that no further model call is made.',
  },
  MODEL_RATE_LIMITED: {
    status: 503,
    meaning: 'The provider is limiting requests and the retries are used up.',
  },
  MODEL_UNAVAILABLE: { status: 503, meaning: 'The provider cannot be reached or answers with an error.' },
  MODEL_TIMEOUT: { status: 504, meaning: 'The model did not answer within the time of one call.' },
  MODEL_BAD_REPLY: {
    status: 502,
    meaning: 'The reply was cut off, empty, too large or not in the form of the protocol.',
  },
  POLICY_UNDECIDED: {
    status: 502,
    meaning: 'The model that judges messages by the policy gave no verdict, so the message was refused.',
  },
  PLUGIN_INVALID: { status: 422, meaning: 'A plugin has problems; `details` lists all of them.' },
  PLUGIN_NOT_FOUND: { status: 404, meaning: 'No plugin has this name.' },
  PLUGIN_FAILED: { status: 502, meaning: 'A plugin could not be loaded, or failed its health check.' },
  PLUGIN_AWAY: {
    status: 503,
    meaning: 'The run needs a plugin that is not loaded now; it waits for it.',
  },
  RUN_NOT_FOUND: { status: 404, meaning: 'No run has this id.' },
  CONVERSATION_BUSY: {
    status: 409,
    meaning: 'The conversation is at work and the message asked not to wait.',
  },
  LEASE_LOST: { status: 409, meaning: 'Another process has taken the conversation over.' },
  VALUE_NOT_STORABLE: { status: 422, meaning: 'A value cannot be kept exactly; `details` says where it is.' },
  STORE_LOCKED: { status: 503, meaning: 'Another process holds the database and did not let go in time.' },
  STORE_FULL: { status: 507, meaning: 'The disk or the database has no room left.' },
  STORE_CORRUPT: { status: 500, meaning: 'The database file is damaged.' },
  STORE_NEWER: { status: 500, meaning: 'The database was written by a newer version of Cadence.' },
  STORE_UNWRITABLE: { status: 500, meaning: 'The data folder or the database cannot be written to.' },
  STORE_UNAVAILABLE: { status: 503, meaning: 'The database cannot be reached or does not work.' },
  ARCHIVE_AWAY: {
    status: 503,
    meaning: 'What was asked for is in the archive, which cannot be reached, is not set, or lacks it.',
  },
  RUN_TOOK_PROCESS_DOWN: {
    status: 500,
    meaning:
      'The run blocked or ended the process that carried it out, more than once; it is not tried again.',
  },
  RUN_NOT_REPEATABLE: {
    // A status that no client sends a request again for by itself.
    status: 400,
    meaning: 'The run failed after tools with effects had run: sending the request again would repeat them.',
  },
  RUN_CANCELLED: { status: 409, meaning: 'The run was cancelled.' },
  UNAUTHENTICATED: { status: 401, meaning: 'No key was given, or the key is wrong, expired or revoked.' },
  FORBIDDEN: { status: 403, meaning: "The key's role does not allow this." },
  HOST_REFUSED: {
    status: 403,
    meaning: 'The request names a host or an origin that this server does not answer to.',
  },
  NOT_FOUND: { status: 404, meaning: 'There is nothing at this address.' },
  CONVERSATION_NOT_FOUND: { status: 404, meaning: 'No conversation has this id.' },
  CONVERSATION_EXISTS: { status: 409, meaning: 'There is a conversation with this id already.' },
  HANDOFF_NOT_FOUND: { status: 404, meaning: 'No hand-off has this id.' },
  KEY_NOT_FOUND: { status: 404, meaning: 'No API key has this id.' },
  SETTING_NOT_FOUND: { status: 404, meaning: 'No setting has this name, or none of this name was entered.' },
  SETTING_FIXED: {
    status: 409,
    meaning: 'The setting is set by the environment, or read only at the start: it cannot be entered.',
  },
  PROVIDER_NOT_FOUND: { status: 404, meaning: 'No provider has this name, or its models cannot be listed.' },
  SECRET_NOT_FOUND: { status: 404, meaning: 'No secret of this name was entered.' },
  SCHEDULE_NOT_FOUND: { status: 404, meaning: 'No schedule has this id.' },
  DELIVERY_NOT_FOUND: { status: 404, meaning: 'No delivery of a webhook has this id.' },
  FILE_NOT_TAKEN: { status: 422, meaning: 'No model of the workflow can be shown this file.' },
  BACKUP_NOT_FOUND: { status: 404, meaning: 'No backup has this name.' },
  FILE_NOT_FOUND: { status: 404, meaning: 'No stored file has this id.' },
  TOO_MANY: { status: 409, meaning: 'There are as many of these as the settings allow.' },
  BODY_TOO_LARGE: { status: 413, meaning: 'The request is larger than this server takes.' },
  BODY_UNSUPPORTED: { status: 415, meaning: 'The body is not of a kind that this address takes.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests in a short time.' },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    meaning: 'The idempotency key was used before for a different request.',
  },
  RUN_NOT_RECORDED: { status: 409, meaning: 'What the run got from outside was not recorded.' },
  RUN_NOT_RESUMABLE: { status: 409, meaning: 'The run has nothing to go on with.' },
  GATE_NOT_PASSED: {
    status: 409,
    meaning: 'Runs do something else on this version, or it was not tried on them.',
  },
  WORKFLOW_BUILT_IN: {
    status: 409,
    meaning: 'The workflow comes with Cadence or is made from the plugins, and cannot be removed.',
  },
  UPLOADS_DISABLED: { status: 403, meaning: 'This server does not take plugin uploads.' },
  ISOLATION_UNAVAILABLE: {
    status: 503,
    meaning: 'The level of isolation that is asked for cannot be had on this machine.',
  },
  ADDRESS_REFUSED: {
    status: 403,
    meaning: 'An outgoing request would have gone to an address that is not allowed.',
  },
  FETCH_FAILED: {
    status: 502,
    meaning: 'An outgoing request had no answer in time, too large a one, or too many redirects.',
  },
  SECRET_UNREADABLE: {
    status: 500,
    meaning: 'A stored secret was encrypted with a key that is not at hand, or was altered.',
  },
  MCP_SERVER_NOT_FOUND: { status: 404, meaning: 'No MCP server of that name was entered.' },
  MCP_COMMANDS_DISABLED: {
    status: 403,
    meaning: 'This deployment runs no commands that are entered as MCP servers.',
  },
  MCP_SERVER_FAILED: {
    status: 502,
    meaning: 'An MCP server cannot be started or reached, or answers wrongly.',
  },
  SHUTTING_DOWN: { status: 503, meaning: 'The server is about to stop and takes no new work.' },
  SERVER_UNREACHABLE: { status: 503, meaning: 'No Cadence server answers at the address.' },
  INTERNAL: { status: 500, meaning: 'A fault in Cadence itself.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCodes;
