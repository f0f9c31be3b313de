import type { ApiTool, JsonObject } from '@cadence-agents/contracts';
import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { client } from '../../../api/client.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useFocusOnWrong } from '../../../components/use-focus-on-wrong.ts';
import { fieldsOf, fieldText, keyOf } from '../../../handoffs/argument-fields.ts';
import { ArgumentInput } from '../../../handoffs/argument-input.tsx';
import { inboxTexts } from '../../../handoffs/inbox-texts.ts';
import { readArguments } from '../../../handoffs/read-arguments.ts';
import { texts } from '../../../texts.ts';
import { Failure } from '../models/connect-model.tsx';
import { mcpTexts } from './mcp-texts.ts';

const words = mcpTexts.trial;

/** A form for the arguments of a tool, and what it says to them. */
export function ToolTrial({ tool, onClose }: { tool: ApiTool; onClose: () => void }) {
  const formId = useId();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  /** How often it was to be run. */
  const [attempts, setAttempts] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const [approved, setApproved] = useState(false);
  const fields = fieldsOf(tool.input, {});
  const { args, problems } = readArguments(fields, {}, typed);
  const run = useMutation({
    mutationFn: (given: JsonObject) =>
      client.tryTool({ params: { name: tool.name }, body: { args: given, approved } }),
  });
  const isHeld = tool.requiresApproval && !approved;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (run.isPending || isHeld) return;
    setAttempts(attempts + 1);
    if (problems.size === 0) run.mutate(args);
  };
  useFocusOnWrong(element, attempts);
  const actions = (
    <>
      <Button onClick={onClose}>{texts.common.close}</Button>
      <Button
        look="primary"
        type="submit"
        form={formId}
        icon={<Play aria-hidden />}
        disabled={isHeld}
        busy={run.isPending}
      >
        {words.run}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      wide
      title={words.title(tool.name)}
      description={tool.description}
      onClose={onClose}
      actions={actions}
    >
      <form ref={element} id={formId} onSubmit={submit} className="flex flex-col gap-2.5 pb-2">
        {fields.map((field) => {
          const key = keyOf(field);
          const problem = attempts > 0 || typed[key] !== undefined ? problems.get(key) : undefined;
          return (
            <ArgumentInput
              key={key}
              field={{ ...field, text: typed[key] ?? fieldText(field, undefined), problem }}
              label={field.path.length === 0 ? inboxTexts.argumentsOf(tool.name) : field.path.join(' › ')}
              onType={(text) => setTyped((known) => ({ ...known, [key]: text }))}
            />
          );
        })}
        {tool.requiresApproval && (
          <label className="flex items-start gap-2 text-sm">
            <input
              type="checkbox"
              className="mt-1"
              checked={approved}
              onChange={({ target }) => setApproved(target.checked)}
            />
            <span>
              {words.approve} <span className="block text-xs text-muted">{words.approveHint}</span>
            </span>
          </label>
        )}
      </form>
      <div role="status" className="pb-2 empty:hidden">
        {run.error && <Failure error={run.error} />}
        {run.data && <Result {...run.data} />}
      </div>
    </Dialog>
  );
}

function Result({ output, isError, ms }: { output: string; isError: boolean; ms: number }) {
  return (
    <section aria-label={words.result}>
      <p className="mb-1 flex items-center gap-2 text-xs text-muted">
        <Badge tone={isError ? 'danger' : 'success'}>{isError ? words.failed : words.done}</Badge>
        {words.took(ms)}
      </p>
      <pre className="rounded-lg border bg-sunken/60 p-3 font-mono text-xs break-words whitespace-pre-wrap">
        {output === '' ? words.nothing : output}
      </pre>
    </section>
  );
}
