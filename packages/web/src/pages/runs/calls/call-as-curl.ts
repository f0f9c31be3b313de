import type { ApiModelCall, Message } from '@cadence-agents/contracts';

type Request = ApiModelCall['request'];

/** The call as a command for a terminal, in the form of its provider: to ask the same again by hand. */
export function callAsCurl({ request }: Pick<ApiModelCall, 'request'>): string {
  const [provider = '', model = request.model] = split(request.model);
  return provider === 'anthropic'
    ? command('https://api.anthropic.com/v1/messages', anthropicHeaders, anthropicBody(request, model))
    : command(
        `\${OPENAI_BASE_URL:-https://api.openai.com/v1}/chat/completions`,
        ['Authorization: Bearer $OPENAI_API_KEY'],
        openaiBody(request, model),
      );
}

const anthropicHeaders = ['x-api-key: $ANTHROPIC_API_KEY', 'anthropic-version: 2023-06-01'];

function split(name: string): [string, string] | [] {
  const at = name.indexOf(':');
  return at < 0 ? [] : [name.slice(0, at), name.slice(at + 1)];
}

/** Headers in double quotes, so that the shell fills in the key; the body in single ones, so that it leaves it alone. */
function command(url: string, headers: readonly string[], body: object): string {
  const given = ['Content-Type: application/json', ...headers].map((header) => `-H "${header}"`);
  const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [`curl "${url}"`, ...given, `-d '${json}'`].join(' \\\n  ');
}

function openaiBody({ system, messages, note, tools, toolChoice, ...rest }: Request, model: string): object {
  return {
    model,
    messages: [
      { role: 'system', content: system },
      ...messages.map(openaiMessage),
      ...(note === undefined ? [] : [{ role: 'system', content: note }]),
    ],
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...(toolChoice !== undefined && { tool_choice: openaiChoice(toolChoice) }),
    ...(rest.responseSchema !== undefined && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: rest.responseSchema } },
    }),
    ...(rest.temperature !== undefined && { temperature: rest.temperature }),
    ...(rest.maxOutputTokens !== undefined && { max_completion_tokens: rest.maxOutputTokens }),
  };
}

const openaiChoice = (choice: string) =>
  ['auto', 'none', 'required'].includes(choice) ? choice : { type: 'function', function: { name: choice } };

function openaiMessage(message: Message): object {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role === 'user' || !message.toolCalls?.length)
    return { role: message.role, content: message.content };
  return {
    role: 'assistant',
    content: message.content === '' ? null : message.content,
    tool_calls: message.toolCalls.map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    })),
  };
}

/** Anthropic wants to know how much may be said. */
const MOST_TOKENS = 4_096;

function anthropicBody(
  { system, messages, note, tools, toolChoice, temperature, maxOutputTokens }: Request,
  model: string,
): object {
  return {
    model,
    max_tokens: maxOutputTokens ?? MOST_TOKENS,
    system,
    messages: [
      ...messages.map(anthropicMessage),
      ...(note === undefined ? [] : [{ role: 'user', content: note }]),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
    ...(toolChoice !== undefined && { tool_choice: anthropicChoice(toolChoice) }),
    ...(temperature !== undefined && { temperature }),
  };
}

function anthropicChoice(choice: string): object {
  if (choice === 'auto' || choice === 'none') return { type: choice };
  return choice === 'required' ? { type: 'any' } : { type: 'tool', name: choice };
}

function anthropicMessage(message: Message): object {
  if (message.role === 'tool')
    return {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: message.toolCallId, content: message.content }],
    };
  if (message.role === 'user' || !message.toolCalls?.length)
    return { role: message.role, content: message.content };
  const said = message.content === '' ? [] : [{ type: 'text', text: message.content }];
  const calls = message.toolCalls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }));
  return { role: 'assistant', content: [...said, ...calls] };
}
