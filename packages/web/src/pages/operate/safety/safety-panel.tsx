import { useQuery } from '@tanstack/react-query';
import { settingList } from '../../../api/settings.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { SafetyForm } from './safety-form.tsx';
import { safetyRules } from './safety-queries.ts';
import { safetyTexts as words } from './safety-texts.ts';

export function SafetyPanel() {
  const rules = useQuery(safetyRules);
  const settings = useQuery(settingList);
  const error = rules.error ?? settings.error;
  const setting = settings.data?.find(({ name }) => name === 'safety');
  if (error)
    return (
      <ErrorState error={error} onRetry={() => void Promise.all([rules.refetch(), settings.refetch()])} />
    );
  if (!rules.data || !setting) return <SkeletonRows />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{words.about}</p>
      <SafetyForm rules={rules.data} setting={setting} />
    </div>
  );
}
