// The OpenAPI 3.1 document, made from the endpoints.
import type { Endpoint } from '@cadence-agents/contracts';
import { version } from '../../operation/version.ts';
import { Components, type JsonSchema } from './components.ts';
import { responseHeaders } from './headers.ts';
import { operation } from './operation.ts';

/** Describes endpoints; schemas with an id become components. */
export function openApi(endpoints: Readonly<Record<string, Endpoint>>) {
  const components = new Components();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(operationId, endpoint, components);
  }
  const tags = [...new Set(Object.values(endpoints).map(({ tag }) => tag))];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cadence',
      version,
      summary: 'Multi-agent conversations as workflows you can see, check, replay and trust.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http' as const,
          scheme: 'bearer',
          description: 'An API key, `cad_…`. Not needed on this machine while the server has no admin key.',
        },
      },
      headers: responseHeaders,
      schemas: components.all(),
    },
  };
}

const description = `Every endpoint of Cadence's own API, and those of OpenAI's and LangGraph's that it speaks.

Elsewhere: \`/mcp\` speaks the Model Context Protocol over Streamable HTTP, whose messages that protocol describes; \`/docs\` is this document to try out.

A stream is \`text/event-stream\`. Its schema is that of the JSON in the \`data\` of each event; the \`id\` of the last one goes into \`Last-Event-ID\` to go on after a lost connection.`;

const tagDescriptions: Record<string, string> = {
  Conversations: 'Talking: a conversation is a thread of messages, each carried out as a run.',
  Runs: 'What happened and why: events, steps, state, forks.',
  'Hand-offs': 'Questions and approvals that wait for a person.',
  Workflows: 'Definitions, their versions and their checks.',
  'Agents and tools': 'What workflows are made of.',
  Plugins: 'Agents with their tools as packages.',
  Access: 'Keys, and who did what.',
  Operation: 'Health, usage, models and settings.',
  OpenAI: 'OpenAI’s API: a model is a workflow.',
  LangGraph: 'LangGraph’s Agent Server: an assistant is a workflow, a thread a conversation.',
};
