import { Copy, Download, EllipsisVertical, FileUp, History, Save, Trash2, UploadCloud } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu, type MenuItem } from '../../../components/menu.tsx';
import { texts } from '../../../texts.ts';

const words = texts.workflows.editor;

export interface EditorActionsProps {
  isBuiltIn: boolean;
  canSave: boolean;
  canPublish: boolean;
  isBusy: boolean;
  onSave: () => void;
  onPublish: () => void;
  onVersions: () => void;
  onImport: () => void;
  onExport: () => void;
  onCopy: () => void;
  onDelete: () => void;
}

export function EditorActions(props: EditorActionsProps) {
  const { isBuiltIn, canSave, canPublish, isBusy } = props;
  const stored: MenuItem[] = [
    { id: 'versions', label: words.versions, icon: <History aria-hidden />, onSelect: props.onVersions },
    { id: 'copy', label: words.copy, icon: <Copy aria-hidden />, onSelect: props.onCopy },
    { id: 'import', label: words.import, icon: <FileUp aria-hidden />, onSelect: props.onImport },
  ];
  const items: MenuItem[] = [
    ...(isBuiltIn ? [] : stored),
    { id: 'export', label: words.export, icon: <Download aria-hidden />, onSelect: props.onExport },
    ...(isBuiltIn
      ? []
      : [
          {
            id: 'delete',
            label: texts.common.delete,
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: props.onDelete,
          },
        ]),
  ];
  return (
    <>
      {isBuiltIn ? (
        <Button look="primary" icon={<Copy aria-hidden />} onClick={props.onCopy}>
          {words.copy}
        </Button>
      ) : (
        <>
          <Button icon={<Save aria-hidden />} disabled={!canSave} busy={isBusy} onClick={props.onSave}>
            {words.saveDraft}
          </Button>
          <Button
            look="primary"
            icon={<UploadCloud aria-hidden />}
            disabled={!canPublish || isBusy}
            onClick={props.onPublish}
          >
            {words.publish}
          </Button>
        </>
      )}
      <Menu
        trigger={<IconButton look="secondary" label={words.more} icon={<EllipsisVertical aria-hidden />} />}
        items={items}
      />
    </>
  );
}
