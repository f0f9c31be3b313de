import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { workflowList } from '../../api/workflows.ts';
import { Button } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { inputClasses, TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { texts } from '../../texts.ts';
import { filterTexts } from './filter-texts.ts';
import { type RunSearch, ratings, readRunSearch, statuses } from './run-search.ts';

const words = texts.runs;

const ANY = 'any';
const TYPED_MS = 300;

interface FilterProps {
  search: RunSearch;
  onChange: (search: RunSearch) => void;
}

/** The box to search in, what is asked for most, and the rest where it is wanted. */
export function RunFilters({ search, onChange }: FilterProps) {
  const rest = restOf(search);
  const [isOpen, setIsOpen] = useState(rest > 0);
  // What is empty is left out of the address.
  const change = (changes: Record<string, unknown>) => onChange(readRunSearch({ ...search, ...changes }));
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox text={search.text ?? ''} onChange={(text) => change({ text })} />
        <Choices search={search} onChange={change} />
        <Button aria-expanded={isOpen} aria-controls="run-filters" onClick={() => setIsOpen(!isOpen)}>
          {filterTexts.more(rest)}
        </Button>
        {Object.keys(search).length > 0 && (
          <Button look="quiet" onClick={() => onChange({})}>
            {filterTexts.clear}
          </Button>
        )}
      </div>
      <div
        id="run-filters"
        hidden={!isOpen}
        className={cx('grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5', isOpen ? 'grid' : 'hidden')}
      >
        <Rest search={search} onChange={change} />
      </div>
    </search>
  );
}

const restOf = ({ text: _text, status: _status, workflowId: _workflow, ...rest }: RunSearch) =>
  Object.keys(rest).length;

function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const typed = useTyped(text, onChange);
  return (
    <div className="relative min-w-48 flex-1">
      <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-faint" />
      <input
        type="search"
        aria-label={filterTexts.search}
        placeholder={filterTexts.search}
        className={cx(inputClasses, 'h-8 pl-8!')}
        {...typed}
      />
    </div>
  );
}

interface ChangeProps {
  search: RunSearch;
  onChange: (changes: Record<string, unknown>) => void;
}

function Choices({ search, onChange }: ChangeProps) {
  const { data: workflows = [] } = useQuery(workflowList);
  return (
    <>
      <Select
        label={words.filterStatus}
        className="w-40!"
        value={search.status ?? ANY}
        options={[
          { value: ANY, label: words.allStatuses },
          ...statuses.map((value) => ({ value, label: words.statuses[value] })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label={words.filterWorkflow}
        className="w-44!"
        value={search.workflowId ?? ANY}
        options={[
          { value: ANY, label: words.allWorkflows },
          ...workflows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(workflowId) => onChange({ workflowId: workflowId === ANY ? '' : workflowId })}
      />
    </>
  );
}

function Rest({ search, onChange }: ChangeProps) {
  const field = (key: keyof RunSearch) => ({
    value: String(search[key] ?? ''),
    onChange: (value: string) => onChange({ [key]: value }),
  });
  return (
    <>
      <TypedField label={filterTexts.from} type="date" {...field('from')} />
      <TypedField label={filterTexts.to} type="date" {...field('to')} />
      <TypedField label={filterTexts.user} {...field('userId')} />
      <TypedField label={filterTexts.tool} {...field('tool')} />
      <TypedField label={filterTexts.errorCode} {...field('errorCode')} />
      <TypedField label={filterTexts.tag} {...field('tag')} />
      <TypedField label={filterTexts.minTokens} type="number" min={1} {...field('minTokens')} />
      <TypedField
        label={filterTexts.minCost}
        type="number"
        min={0}
        step="any"
        inputMode="decimal"
        {...(search.minCost !== undefined && { hint: filterTexts.minCostHint })}
        {...field('minCost')}
      />
      <div className="flex flex-col gap-1">
        <span aria-hidden className="text-xs font-medium text-muted">
          {filterTexts.feedback}
        </span>
        <Select
          label={filterTexts.feedback}
          value={search.feedback ?? ANY}
          options={[
            { value: ANY, label: filterTexts.anyFeedback },
            ...ratings.map((value) => ({ value, label: filterTexts.rated[value] })),
          ]}
          onChange={(feedback) => onChange({ feedback })}
        />
      </div>
    </>
  );
}

type TypedFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
};

function TypedField({ value, onChange, ...rest }: TypedFieldProps) {
  return <TextField {...rest} {...useTyped(value, onChange)} />;
}

/** Hands over what is typed once there is a pause in it. */
function useTyped(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    // What was typed meanwhile stands.
    if (typed.trim() === known) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return { value: typed, onChange: (event: { target: { value: string } }) => setTyped(event.target.value) };
}
