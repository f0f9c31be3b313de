import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../components/icon-button.tsx';
import { texts } from '../../texts.ts';

export interface BranchPagerProps {
  runId: string;
  /** The runs that went on from the same place, this one among them. */
  branches: readonly string[];
  disabled: boolean;
  onShow: (runId: string) => void;
}

/** Goes between what was asked, or answered, in one place of a conversation. */
export function BranchPager({ runId, branches, disabled, onShow }: BranchPagerProps) {
  const index = branches.indexOf(runId);
  const step = (to: number, label: string, icon: React.ReactNode) => {
    const other = branches[to];
    return (
      <IconButton
        size="sm"
        label={label}
        icon={icon}
        aria-disabled={disabled || other === undefined}
        className="aria-disabled:opacity-40"
        onClick={() => !disabled && other !== undefined && onShow(other)}
      />
    );
  };
  return (
    <fieldset className="flex items-center self-end text-xs text-muted" aria-label={texts.chat.branches}>
      {step(index - 1, texts.chat.branchBefore, <ChevronLeft aria-hidden />)}
      <span aria-live="polite" className="tabular-nums">
        {texts.chat.branchOf(index + 1, branches.length)}
      </span>
      {step(index + 1, texts.chat.branchAfter, <ChevronRight aria-hidden />)}
    </fieldset>
  );
}
