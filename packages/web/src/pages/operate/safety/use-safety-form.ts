import type { ApiSafetyRules, ApiSafetyTrial, ApiSetting, JsonValue } from '@cadence-agents/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { settingList } from '../../../api/settings.ts';
import { useToast } from '../../../components/toast.tsx';
import { safetyRules } from './safety-queries.ts';
import { safetyTexts as words } from './safety-texts.ts';

export interface PatternRow {
  id: number;
  pattern: string;
  /** Added by hand, to be typed into at once. */
  isNew: boolean;
}

type Kind = ApiSafetyTrial['patterns'][number]['kind'];

const rowsOf = (patterns: readonly string[]): readonly PatternRow[] =>
  patterns.map((pattern, id) => ({ id, pattern, isNew: false }));
const patternsOf = (rows: readonly PatternRow[]): string[] =>
  rows.flatMap(({ pattern }) => (pattern.trim() === '' ? [] : [pattern]));

/** The rules as they are typed, tried on a text, and kept. */
export function useSafetyForm(rules: ApiSafetyRules, setting: ApiSetting) {
  const before = fieldsOf(rules, setting.value);
  // What is in force, until something is typed.
  const [fields = before, setFields] = useState<SafetyFields>();
  const [text, setText] = useState('');
  const trial = useMutation({
    mutationFn: (body: Parameters<typeof client.trySafety>[0]['body']) => client.trySafety({ body }),
  });
  const value = settingOf(fields, setting.value);
  const isChanged = JSON.stringify(value) !== JSON.stringify(settingOf(before, setting.value));
  const tried = {
    text,
    blockedPatterns: patternsOf(fields.blocked),
    secretPatterns: patternsOf(fields.secret),
    ...(value.maxInputChars !== undefined && { maxInputChars: Number(value.maxInputChars) }),
  };
  const change = useChange(setting, () => setFields(undefined));
  return {
    ...{ fields, text, trial, value, isChanged, change },
    /** Whether what is told is of what stands there now. */
    isOfNow: JSON.stringify(trial.variables) === JSON.stringify(tried),
    set: (changed: Partial<SafetyFields>) => setFields({ ...fields, ...changed }),
    type(typed: string) {
      setText(typed);
      trial.reset();
    },
    undo() {
      setFields(undefined);
      trial.reset();
    },
    attempt: () => trial.mutate(tried),
    /** Keeps only what can be used; else tells what cannot. */
    async save(): Promise<ApiSafetyTrial | undefined> {
      const result = await trial.mutateAsync(tried).catch(() => undefined);
      if (result?.patterns.some(({ problem }) => problem !== null)) return result;
      if (result) change.mutate(value);
      return undefined;
    },
    reset: () => change.mutate(undefined),
    verdictOf: (kind: Kind) => (pattern: string) =>
      trial.data?.patterns.find((each) => each.kind === kind && each.pattern === pattern),
  };
}

interface SafetyFields {
  blocked: readonly PatternRow[];
  secret: readonly PatternRow[];
  longest: string;
  policy: string;
}

const fieldsOf = (rules: ApiSafetyRules, set: unknown): SafetyFields => ({
  blocked: rowsOf(rules.blockedPatterns),
  secret: rowsOf(rules.secretPatterns),
  longest: 'maxInputChars' in recordOf(set) ? String(rules.maxInputChars) : '',
  policy: rules.policy ?? '',
});

type SafetyValue = { [field: string]: JsonValue };

const recordOf = (value: unknown): SafetyValue =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The whole setting: what stands in the fields, and beside it what is not typed here. */
function settingOf({ blocked, secret, longest, policy }: SafetyFields, set: unknown): SafetyValue {
  const { blockedPatterns: _b, secretPatterns: _s, maxInputChars: _m, policy: _p, ...others } = recordOf(set);
  const [blockedPatterns, secretPatterns] = [patternsOf(blocked), patternsOf(secret)];
  return {
    ...(blockedPatterns.length > 0 && { blockedPatterns }),
    ...(secretPatterns.length > 0 && { secretPatterns }),
    ...(longest.trim() !== '' && { maxInputChars: Number(longest) }),
    ...(policy.trim() !== '' && { policy: policy.trim() }),
    ...others,
  };
}

/** Enters the rules, or forgets those that were entered. */
function useChange({ name }: ApiSetting, onDone: () => void) {
  const queries = useQueryClient();
  const { show } = useToast();
  return useMutation({
    mutationFn: async (value: SafetyValue | undefined) => {
      if (value === undefined) await client.deleteSetting({ params: { name } });
      else await client.putSetting({ params: { name }, body: { value } });
    },
    onSuccess: async (_, value) => {
      show({ title: value === undefined ? words.isReset : words.kept, text: words.fromNow });
      await Promise.all(
        [safetyRules.queryKey, settingList.queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      onDone();
    },
  });
}
