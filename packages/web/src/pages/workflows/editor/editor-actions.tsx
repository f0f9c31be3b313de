import {
  Copy,
  Download,
  EllipsisVertical,
  FileCode2,
  FileUp,
  History,
  Image,
  Save,
  Trash2,
  UploadCloud,
} from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu, type MenuItem } from '../../../components/menu.tsx';
import { texts } from '../../../texts.ts';
import { exchangeTexts } from '../exchange/exchange-texts.ts';
import type { PictureFormat } from '../exchange/export-picture.ts';
import { useSaveKey } from './use-save-key.ts';

const words = texts.workflows.editor;

const pictures = [
  { format: 'mermaid', icon: <FileCode2 aria-hidden /> },
  { format: 'svg', icon: <Image aria-hidden /> },
  { format: 'png', icon: <Image aria-hidden /> },
] as const;

export interface EditorActionsProps {
  isBuiltIn: boolean;
  /** Without it there is what changes nothing. */
  mayEdit: boolean;
  canSave: boolean;
  canPublish: boolean;
  isBusy: boolean;
  onSave: () => void;
  onPublish: () => void;
  onVersions: () => void;
  onImport: () => void;
  onExport: () => void;
  onExportPicture: (format: PictureFormat) => void;
  onCopy: () => void;
  onDelete: () => void;
}

export function EditorActions(props: EditorActionsProps) {
  const { isBuiltIn, mayEdit, canSave, canPublish, isBusy } = props;
  const canEdit = mayEdit && !isBuiltIn;
  useSaveKey(() => canSave && canEdit && !isBusy && props.onSave());
  const versions: MenuItem[] = [
    { id: 'versions', label: words.versions, icon: <History aria-hidden />, onSelect: props.onVersions },
  ];
  const changes: MenuItem[] = [
    { id: 'copy', label: words.copy, icon: <Copy aria-hidden />, onSelect: props.onCopy },
    { id: 'import', label: words.import, icon: <FileUp aria-hidden />, onSelect: props.onImport },
  ];
  const items: MenuItem[] = [
    ...(isBuiltIn ? [] : versions),
    ...(canEdit ? changes : []),
    { id: 'export', label: words.export, icon: <Download aria-hidden />, onSelect: props.onExport },
    ...pictures.map(({ format, icon }) => ({
      id: format,
      label: exchangeTexts.as[format],
      icon,
      onSelect: () => props.onExportPicture(format),
    })),
    ...(canEdit
      ? [
          {
            id: 'delete',
            label: texts.common.delete,
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: props.onDelete,
          },
        ]
      : []),
  ];
  return (
    <>
      {isBuiltIn && mayEdit && (
        <Button look="primary" icon={<Copy aria-hidden />} onClick={props.onCopy}>
          {words.copy}
        </Button>
      )}
      {canEdit && (
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
