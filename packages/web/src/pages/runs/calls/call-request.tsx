import type { ApiModelCall, Message } from '@cadence-agents/contracts';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../components/disclosure.tsx';
import { JsonView } from '../../../components/json-view.tsx';
import { ChangedTexts } from '../../../difference/changed-texts.tsx';
import { texts } from '../../../texts.ts';
import { MessageEntry } from '../message-entry.tsx';
import { type MessageChange, messageChanges, removedMessages } from '../state-difference.ts';
import { callsTexts } from './calls-texts.ts';

const words = callsTexts;

type Request = ApiModelCall['request'];

/** What a model was sent, read against what the same node had sent before. */
export function CallRequest({ call, before }: { call: ApiModelCall; before: ApiModelCall | undefined }) {
  const { request } = call;
  const earlier = before?.request;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-xs text-muted">
        {before ? words.against(before.number, call.node ?? words.aside) : words.firstOfNode}
      </p>
      <Part name={texts.runs.sentSystem}>
        {earlier === undefined || earlier.system === request.system ? (
          <Disclosure
            summary={earlier ? words.sameSystem(request.system.length) : words.system(request.system.length)}
          >
            <Prompt text={request.system} />
          </Disclosure>
        ) : (
          <ChangedTexts before={earlier.system} after={request.system} />
        )}
      </Part>
      <Part name={texts.runs.messages}>
        <Messages before={earlier?.messages ?? []} after={request.messages} />
      </Part>
      {request.note !== undefined && (
        <Part name={texts.runs.sentNote}>
          <Prompt text={request.note} />
        </Part>
      )}
      <Part name={words.tools}>
        <Tools tools={request.tools} before={earlier?.tools} />
      </Part>
      <Parameters request={request} />
    </div>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h4 className="text-xs font-semibold">{name}</h4>
      {children}
    </section>
  );
}

const Prompt = ({ text }: { text: string }) => (
  <pre className="max-h-96 overflow-y-auto rounded-md border bg-sunken px-2 py-1 font-mono text-2xs break-words whitespace-pre-wrap">
    {text}
  </pre>
);

function Messages({ before, after }: { before: readonly Message[]; after: readonly Message[] }) {
  const changes = messageChanges(before, after);
  const removed = removedMessages(before, after);
  const same = changes.filter(({ kind }) => kind === 'same');
  return (
    <>
      {removed > 0 && <p className="text-xs text-danger">− {texts.runs.removed(removed)}</p>}
      {same.length > 0 && (
        <Disclosure summary={words.sameMessages(same.length)}>
          <Entries changes={same} />
        </Disclosure>
      )}
      <Entries changes={changes.filter(({ kind }) => kind !== 'same')} />
    </>
  );
}

const Entries = ({ changes }: { changes: readonly MessageChange[] }) => (
  <ol className="flex flex-col gap-2">
    {changes.map((change) => (
      <MessageEntry key={change.message.id} {...change} />
    ))}
  </ol>
);

function Tools({ tools, before }: { tools: Request['tools']; before: Request['tools'] | undefined }) {
  const isSame = JSON.stringify(tools) === JSON.stringify(before);
  if (tools.length === 0) return <p className="text-xs text-faint">{words.noTools}</p>;
  return (
    <Disclosure
      summary={`${tools.map(({ name }) => name).join(', ')}${isSame ? ` (${words.asBefore})` : ''}`}
    >
      {tools.map(({ name, description, parameters }) => (
        <div key={name}>
          <p className="text-xs break-words whitespace-pre-wrap text-muted">{description}</p>
          <JsonView label={name} value={parameters} />
        </div>
      ))}
    </Disclosure>
  );
}

function Parameters({ request }: { request: Request }) {
  const { toolChoice, temperature, topP, maxOutputTokens, stop, responseSchema } = request;
  const given = Object.entries({ toolChoice, temperature, topP, maxOutputTokens, stop }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length === 0 && responseSchema === undefined) return null;
  return (
    <Part name={words.parameters}>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 font-mono text-2xs">
        {given.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      {responseSchema !== undefined && <JsonView label={words.schema} value={responseSchema} />}
    </Part>
  );
}
