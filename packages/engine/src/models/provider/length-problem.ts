// Recognises, in what a provider says, that a request was too long or asked for too long a reply. Each words it in its
// own way; most tell the numbers.

export interface LengthProblem {
  /** What is too long: the request with its reply, or the reply that it asks for. */
  reason: 'context' | 'output';
  /** The most tokens there may be, where the provider tells. */
  limit?: number;
  /** How many there were. */
  asked?: number;
}

const codes = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
  'string_above_max_length',
]);

const tooLongReply = [
  // OpenAI
  /max(?:_completion)?_tokens is too large: (?<asked>\d+).*?at most (?<limit>\d+)/,
  // Anthropic
  /max_tokens: (?<asked>\d+) > (?<limit>\d+), which is the maximum allowed number of output tokens/,
  // Groq, xAI
  /max(?:_completion)?_tokens[`'"]? must be less than or equal to [`'"]?(?<limit>\d+)/,
  // Gemini, Vertex AI
  /maxOutputTokens.*?supported range is from 1 .*?to (?<limit>\d+)/,
];

const tooLongRequest = [
  // Anthropic
  /prompt is too long: (?<asked>\d+) tokens > (?<limit>\d+)/,
  /exceed context limit: (?<asked>\d+) \+ (?<more>\d+) > (?<limit>\d+)/,
  // OpenAI, Azure, vLLM, OpenRouter, DeepSeek
  /maximum context length is (?<limit>\d+)(?: tokens)?.*?(?:requested|resulted in)(?: about)? (?<asked>\d+)/,
  /maximum context length is (?<limit>\d+)/,
  // OpenAI and Groq, where the account's limit a minute is smaller than the request
  /request too large.*?limit:? (?<limit>\d+),? requested:? (?<asked>\d+)/i,
  // Gemini
  /input token count \(?(?<asked>\d+)\)? exceeds the maximum number of tokens allowed \(?(?<limit>\d+)/,
  /exceeds the maximum number of tokens/,
  // Mistral
  /prompt contains (?<asked>\d+) tokens.*?(?<limit>\d+) maximum context length/i,
  // Fireworks
  /prompt is too long: (?<asked>\d+), model maximum context length: (?<limit>\d+)/,
  // Together, TGI
  /tokens \+ .?max_new_tokens.? must be <= (?<limit>\d+)/,
  // llama.cpp
  /request \((?<asked>\d+) tokens\) exceeds the available context size \((?<limit>\d+)/,
  // xAI
  /maximum prompt length is (?<limit>\d+) but the request contains (?<asked>\d+)/,
  /exceeds the available context size|prompt is too long|input is too long|too many (?:input )?tokens|context[ _]length[ _]exceeded|reduce the length of the (?:messages|prompt|input)|exceeds? the (?:model'?s )?(?:maximum )?context (?:length|window|size)|request exceeds the maximum size/i,
];

/** What is too long, if that is why the provider refused. */
export function lengthProblem(message: string, code = ''): LengthProblem | undefined {
  // What matters is said early on, and the patterns are not to run over a page of HTML.
  const text = message
    .slice(0, 2000)
    .replaceAll(/(?<=\d)[,_](?=\d{3})/g, '')
    .replaceAll(/\s+/g, ' ');
  const reply = tooLongReply.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (reply) return { reason: 'output', ...numbersIn(reply) };
  const request = tooLongRequest.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (request) return { reason: 'context', ...numbersIn(request) };
  return codes.has(code) ? { reason: 'context' } : undefined;
}

function numbersIn({ groups = {} }: RegExpExecArray): Pick<LengthProblem, 'limit' | 'asked'> {
  const { limit, asked, more = '0' } = groups;
  return {
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(asked !== undefined && { asked: Number(asked) + Number(more) }),
  };
}
