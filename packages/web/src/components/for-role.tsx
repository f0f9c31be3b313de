import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Needed, useMay, whoAmI } from '../api/who-am-i.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { forRoleTexts as words } from './for-role-texts.ts';
import { SkeletonRows } from './skeleton.tsx';

export interface ForRoleProps {
  needs: Needed;
  /** What others are told is here. */
  what: string;
  children: ReactNode;
}

/** A part of a page for those who may see it; others are told who can. */
export function ForRole({ needs, what, children }: ForRoleProps) {
  const may = useMay(needs);
  const { data, error, refetch } = useQuery(whoAmI);
  if (may === true) return children;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  return (
    <EmptyState icon={<LockKeyhole />} title={words.needed(needs)}>
      {words.hint(what, data.role, needs)}
    </EmptyState>
  );
}
