// The data of the events that every step tells, as short lists: known fields need no names, and names that come again
// are numbers. Data of any other form is left as it is.
import {
  cacheUsage,
  type JsonValue,
  type RunEventData,
  type RunEventOf,
  type RunEventType,
} from '@cadence-agents/contracts';
import { cacheColumns } from '../usage/cache-columns.ts';

/** The position of a text in the batch's list; -1 for none. */
export type Intern = (text: string | null) => number;
export type Recall = (index: JsonValue | undefined) => string | null;

interface Packing<T extends RunEventType> {
  pack(data: RunEventData<T>, intern: Intern): JsonValue[] | undefined;
  unpack(values: readonly JsonValue[], recall: Recall): object;
}

const counterNames = ['steps', 'agentHops', 'toolHops', 'sameAgentRoutes', 'tokens'] as const;

const packings: { readonly [T in RunEventType]?: Packing<T> } = {
  on_node_start: {
    pack: (data, intern) =>
      has(data, ['nodeType', 'step']) ? [intern(data.nodeType), data.step] : undefined,
    unpack: ([nodeType, step], recall) => ({ nodeType: recall(nodeType), step }),
  },
  on_node_end: {
    pack: (data, intern) => (has(data, ['label']) ? [intern(data.label)] : undefined),
    unpack: ([label], recall) => ({ label: recall(label) }),
  },
  on_chat_model_start: {
    pack(data, intern) {
      const fields = withMessage(['model', 'input'], data);
      if (!has(data, fields) || !has(data.input, ['messages', 'lastMessageId', 'tools'])) return undefined;
      const { messages, lastMessageId, tools } = data.input;
      const said = data.messageId === undefined ? [] : [intern(data.messageId)];
      return [intern(data.model), messages, lastMessageId, tools.map(intern), ...said];
    },
    unpack: ([model, messages, lastMessageId, tools, messageId], recall) => ({
      model: recall(model),
      input: { messages, lastMessageId, tools: listOf(tools).map(recall) },
      ...(messageId !== undefined && { messageId: recall(messageId) }),
    }),
  },
  on_chat_model_end: {
    pack(data, intern) {
      const { inputTokens, outputTokens, modelCalls, cachedInputTokens, cacheWriteTokens, ...odd } =
        data.usage;
      const fields = withMessage(['model', 'usage', 'finishReason'], data);
      if (!has(data, fields) || Object.keys(odd).length > 0) return undefined;
      const counts = [inputTokens, outputTokens, modelCalls];
      const packed = [intern(data.model), ...counts, intern(data.finishReason)];
      if (data.messageId === undefined) return [...packed, ...cacheColumns(data.usage)];
      return [...packed, cachedInputTokens ?? 0, cacheWriteTokens ?? 0, intern(data.messageId)];
    },
    unpack: (
      [model, inputTokens, outputTokens, modelCalls, finishReason, cached = 0, written = 0, messageId],
      recall,
    ) => ({
      model: recall(model),
      usage: { inputTokens, outputTokens, modelCalls, ...cacheUsage(Number(cached), Number(written)) },
      finishReason: recall(finishReason),
      ...(messageId !== undefined && { messageId: recall(messageId) }),
    }),
  },
  on_message_start: {
    pack: (data, intern) =>
      has(data, ['messageId', 'role', 'node'])
        ? [intern(data.messageId), intern(data.role), intern(data.node)]
        : undefined,
    unpack: ([messageId, role, node], recall) => ({
      messageId: recall(messageId),
      role: recall(role),
      node: recall(node),
    }),
  },
  on_message_end: {
    pack: (data, intern) =>
      has(data, ['messageId', 'finishReason'])
        ? [intern(data.messageId), intern(data.finishReason)]
        : undefined,
    unpack: ([messageId, finishReason], recall) => ({
      messageId: recall(messageId),
      finishReason: recall(finishReason),
    }),
  },
  on_route: {
    pack(data, intern) {
      const { from, to, label, rule, candidates, counters, reason, warning } = data;
      const fields = ['from', 'to', 'label', 'rule', 'candidates', 'counters'];
      if (reason !== undefined) fields.push('reason');
      if (warning !== undefined) fields.push('warning');
      if (!has(data, fields) || !has(counters, counterNames)) return undefined;
      if (!candidates.every((candidate) => has(candidate, ['label', 'to']))) return undefined;
      const ways = candidates.flatMap((candidate) => [intern(candidate.label), intern(candidate.to)]);
      const counted = counterNames.map((name) => counters[name]);
      const told = [reason ?? null, warning ?? null];
      return [
        intern(from),
        intern(to),
        intern(label),
        intern(rule),
        ways,
        counted,
        ...(reason !== undefined || warning !== undefined ? told : []),
      ];
    },
    unpack([from, to, label, rule, ways, counted, reason, warning], recall) {
      const names = listOf(ways).map(recall);
      const counts = listOf(counted);
      return {
        from: recall(from),
        to: recall(to),
        label: recall(label),
        rule: recall(rule),
        candidates: names.flatMap((name, index) =>
          index % 2 === 0 ? [{ label: name, to: names[index + 1] ?? null }] : [],
        ),
        counters: Object.fromEntries(counterNames.map((name, index) => [name, counts[index]])),
        ...(typeof reason === 'string' && { reason }),
        ...(typeof warning === 'string' && { warning }),
      };
    },
  },
};

const unpackings = new Map(Object.entries(packings).map(([type, { unpack }]) => [type, unpack]));

/** The data as a list, if it is of the form that its type has. */
export function packData<T extends RunEventType>(
  { type, data }: RunEventOf<T>,
  intern: Intern,
): JsonValue[] | undefined {
  return packings[type]?.pack(data, intern);
}

export function unpackData(type: string, values: readonly JsonValue[], recall: Recall): object {
  return unpackings.get(type)?.(values, recall) ?? values;
}

const withMessage = (fields: readonly string[], data: { messageId?: string }) =>
  data.messageId === undefined ? fields : [...fields, 'messageId'];

/** Whether an object has these fields and no others. */
function has(value: object, fields: readonly string[]): boolean {
  return Object.keys(value).length === fields.length && fields.every((field) => field in value);
}

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
