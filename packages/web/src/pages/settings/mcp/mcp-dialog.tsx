import type { ApiMcpServer } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { settingList } from '../../../api/settings.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Field, TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { useFocusOnWrong } from '../../../components/use-focus-on-wrong.ts';
import { texts } from '../../../texts.ts';
import { Failure, Note } from '../models/connect-model.tsx';
import { HeaderRows } from './header-rows.tsx';
import { mcpTexts } from './mcp-texts.ts';
import { TestResult } from './test-result.tsx';
import { type ServerForm, useServerForm } from './use-server-form.ts';

const words = mcpTexts.dialog;

/** Adds a server, or changes one that was entered; it is connected to at once. */
export function McpDialog({ server, onClose }: { server: ApiMcpServer | undefined; onClose: () => void }) {
  const formId = useId();
  const form = useServerForm(server, onClose);
  const { save, test, refused } = form;
  const error = save.error ?? test.error;
  const element = useRef<HTMLFormElement>(null);
  useFocusOnWrong(element, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.isReady || save.isPending) return;
    test.reset();
    save.mutate();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{save.data ? texts.common.close : texts.common.cancel}</Button>
      <Button
        disabled={!form.isReady}
        busy={test.isPending}
        onClick={() => {
          save.reset();
          test.mutate();
        }}
      >
        {words.test}
      </Button>
      <Button look="primary" type="submit" form={formId} disabled={!form.isReady} busy={save.isPending}>
        {words.save}
      </Button>
    </>
  );
  return (
    <Dialog open title={server ? words.edit(server.name) : words.add} onClose={onClose} actions={actions}>
      <form ref={element} id={formId} onSubmit={submit} className="flex flex-col gap-3 pb-2">
        {!server && (
          <TextField
            label={words.name}
            hint={words.nameHint}
            error={form.isTaken ? words.nameTaken : refused.get('name')}
            value={form.name}
            maxLength={100}
            onChange={({ target }) => form.setName(target.value)}
          />
        )}
        <Place form={form} server={server} />
        <TextField
          label={words.description}
          hint={words.descriptionHint}
          value={form.description}
          maxLength={2_000}
          onChange={({ target }) => form.setDescription(target.value)}
        />
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={form.approve}
            onChange={({ target }) => form.setApprove(target.checked)}
          />
          {words.approve}
        </label>
        <div role="status" className="empty:hidden">
          {error && !form.isToldAtField && <Failure error={error} />}
          {test.data && <TestResult test={test.data} />}
          {save.data && (
            <Note tone="danger">
              {words.failed} {save.data.reason}
            </Note>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Where it is reached. Commands are offered where they are run. */
function Place({ form, server }: { form: ServerForm; server: ApiMcpServer | undefined }) {
  const { data: settings = [] } = useQuery(settingList);
  const takesCommands = settings.find(({ name }) => name === 'mcpCommands')?.value === true;
  return (
    <>
      {!server && takesCommands && (
        <Field label={words.kind}>
          {({ id }) => (
            <Select
              id={id}
              label={words.kind}
              value={form.kind}
              options={[
                { value: 'address', label: words.kinds.address },
                { value: 'command', label: words.kinds.command },
              ]}
              onChange={(value) => form.setKind(value === 'command' ? 'command' : 'address')}
            />
          )}
        </Field>
      )}
      {form.kind === 'command' ? (
        <TextField
          label={words.command}
          hint={words.commandHint}
          error={form.refused.get('command')}
          value={form.place}
          spellCheck={false}
          onChange={({ target }) => form.setPlace(target.value)}
        />
      ) : (
        <>
          <TextField
            label={words.url}
            hint={server ? words.urlEdit : words.urlHint}
            error={form.refused.get('url')}
            value={form.place}
            inputMode="url"
            spellCheck={false}
            onChange={({ target }) => form.setPlace(target.value)}
          />
          <HeaderRows rows={form.headers} onChange={form.setHeaders} />
        </>
      )}
    </>
  );
}
