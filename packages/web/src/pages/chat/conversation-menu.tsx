import type { ApiConversation } from '@cadence-agents/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button, buttonClasses } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { cx } from '../../components/cx.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Menu } from '../../components/menu.tsx';
import { useToast } from '../../components/toast.tsx';
import { texts } from '../../texts.ts';

export interface ConversationMenuProps {
  conversation: ApiConversation;
  isHere: boolean;
}

export function ConversationMenu({ conversation, isHere }: ConversationMenuProps) {
  const [asks, setAsks] = useState<'rename' | 'delete'>();
  const title = conversation.title ?? texts.chat.untitled;
  const close = () => setAsks(undefined);
  const save = useSave(conversation);
  const remove = useRemove(conversation.id, isHere, close);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={texts.chat.moreOf(title)}
            className={cx(
              buttonClasses('quiet', 'sm'),
              'mr-1 w-7 px-0! opacity-0 group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100',
            )}
          >
            <Ellipsis aria-hidden />
          </button>
        }
        items={[
          {
            id: 'rename',
            label: texts.chat.rename,
            icon: <Pencil aria-hidden />,
            onSelect: () => setAsks('rename'),
          },
          {
            id: 'markdown',
            label: texts.chat.exportMarkdown,
            icon: <Download aria-hidden />,
            onSelect: () => save.mutate('markdown'),
          },
          {
            id: 'json',
            label: texts.chat.exportJson,
            icon: <Download aria-hidden />,
            onSelect: () => save.mutate('json'),
          },
          {
            id: 'delete',
            label: texts.common.delete,
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setAsks('delete'),
          },
        ]}
      />
      {asks === 'rename' && <RenameDialog conversation={conversation} onClose={close} />}
      <ConfirmDialog
        open={asks === 'delete'}
        title={texts.chat.deleteTitle}
        description={texts.chat.deleteHint(title)}
        action={texts.chat.deleteAction}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  );
}

function useSave(conversation: ApiConversation) {
  const { showError } = useToast();
  return useMutation({
    mutationFn: async (form: 'markdown' | 'json') => {
      const { exportConversation } = await import('./export-conversation.ts');
      await exportConversation(conversation, form);
    },
    onError: showError,
  });
}

function useRemove(id: string, isHere: boolean, close: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { show, showError } = useToast();
  return useMutation({
    mutationFn: () => client.deleteConversation({ params: { id } }),
    onSuccess: async () => {
      close();
      if (isHere) await navigate({ to: '/' });
      await queries.invalidateQueries({ queryKey: ['conversations', 'list'] });
      show({ title: texts.chat.deleted });
    },
    onError: showError,
  });
}

function RenameDialog({ conversation, onClose }: { conversation: ApiConversation; onClose: () => void }) {
  const [title, setTitle] = useState(conversation.title ?? '');
  const queries = useQueryClient();
  const { showError } = useToast();
  const rename = useMutation({
    mutationFn: () =>
      client.updateConversation({ params: { id: conversation.id }, body: { title: title.trim() } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['conversations'] });
      onClose();
    },
    onError: showError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== '') rename.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.chat.renameTitle}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button
            look="primary"
            busy={rename.isPending}
            disabled={title.trim() === ''}
            onClick={() => rename.mutate()}
          >
            {texts.common.save}
          </Button>
        </>
      }
    >
      <form onSubmit={submit}>
        <TextField
          label={texts.chat.renameLabel}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
