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
  HANDOFF_NOT_WAITING: { status: 409, meaning: 'No hand-off with this id waits for an answer.' },
  MODEL_UNKNOWN: { status: 400, meaning: 'The model name or its provider is not known.' },
  MODEL_AUTH: { status: 502, meaning: 'The provider refused the key, or none is set.' },
  MODEL_REFUSED: { status: 502, meaning: 'The provider refused the request itself.' },
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
  RUN_CANCELLED: { status: 409, meaning: 'The run was cancelled.' },
  INTERNAL: { status: 500, meaning: 'A fault in Cadence itself.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCodes;
