import { isJsonObject } from '@cadence-agents/contracts';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { useToast } from '../../../../components/toast.tsx';
import { formatJson } from '../../../../document/format-json.ts';
import { parseDocument } from '../../../../document/parse-document.ts';
import { DescribeDialog } from '../../describe/describe-dialog.tsx';
import { describeTexts as words } from '../../describe/describe-texts.ts';
import type { Editing } from '../editing.ts';

/** Has a model change the workflow as somebody describes; what it makes is a step to undo. */
export function DescribeChange({ editing: { text, edit, readOnly } }: { editing: Editing }) {
  const [isOpen, setIsOpen] = useState(false);
  const { show } = useToast();
  const parsed = isOpen ? parseDocument(text) : undefined;
  const definition = parsed?.isJson && isJsonObject(parsed.document) ? parsed.document : undefined;
  if (readOnly) return null;
  return (
    <>
      <Button
        size="sm"
        className="self-start"
        icon={<Sparkles aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {words.openChange}
      </Button>
      {isOpen && (
        <DescribeDialog
          {...(definition && { before: { definition, text } })}
          onAccept={(made) => {
            edit(formatJson(made));
            show({ title: words.accepted });
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
