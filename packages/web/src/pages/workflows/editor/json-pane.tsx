import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useKinds } from '../../../api/kinds.ts';
import { useKnownAgents } from '../../../api/known-agents.ts';
import { modelList } from '../../../api/models.ts';
import { toolList } from '../../../api/workflows.ts';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import type { EditorState } from './use-editor.ts';

const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }));
const noop = () => undefined;

/** The definition as text, in step with the canvas. */
export function JsonPane({ editor, readOnly }: { editor: EditorState; readOnly: boolean }) {
  const known = useKnown();
  return (
    <div className="h-full min-h-0 bg-surface">
      <Suspense fallback={<SkeletonRows />}>
        <JsonEditor
          text={editor.text}
          problems={editor.editing.problems}
          reveal={editor.reveal}
          readOnly={readOnly}
          known={known}
          onType={editor.type}
          onMove={editor.followCursor}
          onUndo={editor.undo ?? noop}
          onRedo={editor.redo ?? noop}
        />
      </Suspense>
    </div>
  );
}

/** What a definition can name, as far as it is known yet. */
function useKnown() {
  const { data: tools = [] } = useQuery(toolList);
  const { data: models = [] } = useQuery(modelList);
  const agents = useKnownAgents() ?? [];
  return {
    ...{ kinds: useKinds(), tools, models },
    agents: agents.map(({ id, name, description }) => ({ name: id, description: description || name })),
  };
}
