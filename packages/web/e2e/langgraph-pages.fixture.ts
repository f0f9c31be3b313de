// Small pages made of LangGraph's published clients, as their users write them: built by Vite in a temporary folder and
// served by a server of their own.
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const common = `
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
const query = new URLSearchParams(location.search);
const apiUrl = query.get('apiUrl');
const assistantId = query.get('assistantId');
const keepThread = (id) => {
  query.set('threadId', id);
  history.replaceState(null, '', '?' + query);
};
const textOf = ({ content }) => typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
const typeOf = (message) => message.type ?? message.getType();
const shown = (messages) => h('ol', { 'aria-label': 'Messages' }, messages.map((message, index) =>
  h('li', { key: message.id ?? index, 'data-type': typeOf(message), 'data-id': message.id }, textOf(message),
    (message.tool_calls ?? []).map((call) => h('code', { key: call.id }, call.name + ' ' + JSON.stringify(call.args))))));
function Composer({ onSend }) {
  const [text, setText] = useState('');
  return h('form', { onSubmit: (event) => { event.preventDefault(); onSend(text); setText(''); } },
    h('input', { 'aria-label': 'Message', value: text, onChange: (event) => setText(event.target.value) }),
    h('button', null, 'Send'));
}
`;

/** Makes the calls that LangChain's agent-chat-ui makes, at the same moments and with the same fields. */
const agentChat = `
${common}
import { Client } from '@langchain/langgraph-sdk';
import { useStream } from '@langchain/langgraph-sdk/react';

const withResponses = (messages) => messages.flatMap((message, index) =>
  message.type !== 'ai' || messages[index + 1]?.type === 'tool' ? [] : (message.tool_calls ?? []).map((call) => ({
    type: 'tool', tool_call_id: call.id, id: 'do-not-render-' + crypto.randomUUID(), name: call.name,
    content: 'Successfully handled tool call.',
  })));
const isReview = (interrupt) => (interrupt?.value?.action_requests ?? []).length > 0 &&
  (interrupt.value.review_configs ?? []).every(({ action_name, allowed_decisions }) =>
    typeof action_name === 'string' && Array.isArray(allowed_decisions));

function Review({ interrupt, stream }) {
  const [request] = interrupt.value.action_requests;
  const [config] = interrupt.value.review_configs;
  const [args, setArgs] = useState(JSON.stringify(request.args));
  const decide = (decision) => stream.submit({}, { command: { resume: { decisions: [decision] } } });
  const decisions = {
    approve: () => ({ type: 'approve' }),
    edit: () => ({ type: 'edit', edited_action: { name: request.name, args: JSON.parse(args) } }),
    reject: () => ({ type: 'reject', message: 'Not now.' }),
  };
  return h('section', { 'aria-label': 'Review' }, h('p', null, request.description),
    h('input', { 'aria-label': 'Arguments', value: args, onChange: (event) => setArgs(event.target.value) }),
    Object.keys(decisions).filter((name) => config.allowed_decisions.includes(name)).map((name) =>
      h('button', { key: name, onClick: () => decide(decisions[name]()) }, name)),
    h('button', { onClick: () => stream.submit({}, { command: { goto: '__end__' } }) }, 'resolve'));
}

function App() {
  const [threadId, setThreadId] = useState(query.get('threadId'));
  const [threads, setThreads] = useState([]);
  const stream = useStream({
    apiUrl, assistantId, threadId, fetchStateHistory: true,
    onThreadId: (id) => { keepThread(id); setThreadId(id); },
  });
  const list = () => new Client({ apiUrl }).threads.search({ metadata: { graph_id: assistantId }, limit: 100 }).then(setThreads);
  const options = { streamMode: ['values'], streamSubgraphs: true, streamResumable: true };
  const send = (text) => {
    const message = { id: crypto.randomUUID(), type: 'human', content: [{ type: 'text', text }] };
    const tools = withResponses(stream.messages);
    stream.submit({ messages: [...tools, message] }, {
      ...options,
      optimisticValues: (previous) => ({ ...previous, messages: [...(previous.messages ?? []), ...tools, message] }),
    });
  };
  const last = stream.messages.at(-1);
  const again = () => stream.submit(undefined, {
    ...options, checkpoint: stream.getMessagesMetadata(last)?.firstSeenState?.parent_checkpoint,
  });
  return h('main', null,
    shown(stream.messages.filter(({ id }) => !id?.startsWith('do-not-render-'))),
    isReview(stream.interrupt) && !stream.isLoading && h(Review, { key: stream.interrupt.id, interrupt: stream.interrupt, stream }),
    h('p', { role: 'status' }, stream.isLoading ? 'busy' : 'idle'),
    stream.error && h('p', { role: 'alert' }, String(stream.error)),
    h(Composer, { onSend: send }),
    h('button', { onClick: again }, 'Regenerate'),
    h('button', { onClick: list }, 'Threads'),
    h('ul', { 'aria-label': 'Threads' }, threads.map((thread) => h('li', { key: thread.thread_id }, thread.thread_id + ': ' + textOf(thread.values.messages[0])))));
}
createRoot(document.getElementById('root')).render(h(App));
`;

/** The hook of the client package, which takes a stream up again after a reload. */
const sdkReact = `
${common}
import { useStream } from '@langchain/langgraph-sdk/react';

function App() {
  const [threadId, setThreadId] = useState(query.get('threadId'));
  const stream = useStream({
    apiUrl, assistantId, threadId, messagesKey: 'messages', reconnectOnMount: true,
    onThreadId: (id) => { keepThread(id); setThreadId(id); },
  });
  return h('main', null, shown(stream.messages),
    h('p', { role: 'status' }, stream.isLoading ? 'busy' : 'idle'),
    stream.error && h('p', { role: 'alert' }, String(stream.error)),
    stream.interrupt && h('button', { onClick: () => stream.submit(undefined, { command: { resume: 'yes' } }) }, 'Answer yes'),
    h(Composer, { onSend: (text) => stream.submit({ messages: [{ type: 'human', content: text }] }, { streamResumable: true }) }));
}
createRoot(document.getElementById('root')).render(h(App));
`;

/** The newer package, which speaks the thread protocol. */
const langchainReact = `
${common}
import { useStream } from '@langchain/react';

function App() {
  const [threadId, setThreadId] = useState(query.get('threadId'));
  const stream = useStream({ apiUrl, assistantId, threadId, onThreadId: (id) => { keepThread(id); setThreadId(id); } });
  // By its id: without one, the package finds no question that was read with the state until its stream tells it again.
  const approve = () => stream.respond({ decisions: [{ type: 'approve' }] }, { interruptId: stream.interrupt.id });
  return h('main', null, shown(stream.messages),
    h('p', { role: 'status' }, stream.isLoading ? 'busy' : 'idle'),
    stream.error && h('p', { role: 'alert' }, String(stream.error)),
    stream.interrupt && h('button', { onClick: approve }, 'Approve'),
    h(Composer, { onSend: (text) => stream.submit({ messages: [{ type: 'human', content: text }] }) }));
}
createRoot(document.getElementById('root')).render(h(App));
`;

const pages = { agentChat, sdkReact, langchainReact };
export type ClientPage = keyof typeof pages;

export interface ClientPages {
  origin: string;
  close: () => Promise<void>;
}

/** Builds the pages; each is served under its name. */
export async function serveClientPages(): Promise<ClientPages> {
  const root = await mkdtemp(join(tmpdir(), 'cadence-clients-'));
  await symlink(modules, join(root, 'node_modules'));
  for (const [name, source] of Object.entries(pages)) {
    await mkdir(join(root, name));
    await writeFile(join(root, name, 'main.js'), source);
    const html = '<!doctype html><html lang="en"><title>Client</title><link rel="icon" href="data:,">';
    await writeFile(
      join(root, name, 'index.html'),
      `${html}<div id="root"></div><script type="module" src="./main.js"></script></html>`,
    );
    const outDir = join(root, 'dist', name);
    const settings = { configFile: false, logLevel: 'error', base: `/${name}/` } as const;
    await build({ ...settings, root: join(root, name), build: { outDir, emptyOutDir: true, minify: false } });
  }
  const server = createServer(async ({ url = '' }, reply) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const file = join(root, 'dist', pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const type = file.endsWith('.js') ? 'text/javascript' : 'text/html';
    try {
      reply.writeHead(200, { 'content-type': type }).end(await readFile(file));
    } catch {
      reply.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
