import { useQuery } from '@tanstack/react-query';
import { Disclosure } from '../../components/disclosure.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { texts } from '../../texts.ts';
import { sentRequest } from './run-queries.ts';

const words = texts.runs;

/** What the model was sent in a step: how it was told to work, and with what. */
export function StepRequest({ runId, checkpointId }: { runId: string; checkpointId: string }) {
  const { data, error } = useQuery(sentRequest(runId, checkpointId));
  if (error) {
    return (
      <p role="alert" className="p-4 text-sm text-danger">
        {error.message}
      </p>
    );
  }
  if (!data) return <Skeleton className="m-4 h-40" />;
  const { request } = data;
  if (!request) return <p className="p-4 text-sm text-faint">{words.sentNothing}</p>;
  return (
    <div className="flex max-h-96 flex-col gap-3 overflow-y-auto p-4">
      <p className="text-2xs text-faint">
        {request.model} · {words.sentHint}
      </p>
      <PromptText name={words.sentSystem} text={request.system} />
      {request.note !== '' && <PromptText name={words.sentNote} text={request.note} />}
      <Disclosure summary={words.sentMessages(request.messages.length)}>
        <JsonView label={words.messages} value={request.messages} />
      </Disclosure>
      <Disclosure summary={words.sentTools(request.tools.length)}>
        <JsonView label={words.sentTools(request.tools.length)} value={request.tools} />
      </Disclosure>
    </div>
  );
}

function PromptText({ name, text }: { name: string; text: string }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">{name}</h3>
      <pre className="rounded-md border bg-sunken px-2 py-1 font-mono text-2xs break-words whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  );
}
