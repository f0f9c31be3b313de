import type { Problem } from '@cadence-agents/contracts';
import { type Certificate, type CheckOptions, check, readPath } from '@cadence-agents/workflow';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { useKinds } from '../../../api/kinds.ts';
import { useKnownAgents } from '../../../api/known-agents.ts';
import { toolList } from '../../../api/workflows.ts';
import { JsonPlaces, type Range } from '../../../document/json-place.ts';
import { type ParsedDocument, parseDocument } from '../../../document/parse-document.ts';
import { selectionOf } from '../../../document/problem-place.ts';
import type { Selection } from '../../../document/selection.ts';
import { texts } from '../../../texts.ts';
import { type ServerCheck, useModelProblem, useServerCheck } from './use-server-check.ts';

/** A problem with where it is: in the text, and in the picture. */
export interface PlacedProblem extends Problem {
  range: Range;
  selection: Selection | undefined;
}

/** What the checker says of a text. */
export interface CheckedText {
  text: string;
  parsed: ParsedDocument;
  problems: PlacedProblem[];
  certificate: Certificate | undefined;
  /** What it was checked with. */
  known: CheckOptions;
}

export interface CheckedDocument {
  /** The last text that was JSON, as a value. */
  document: unknown;
  isJson: boolean;
  /** Follows the text a moment later. */
  latest: CheckedText;
}

/** The text read as it is typed and checked at once, and by the server when it rests. */
export function useCheckedDocument(text: string): CheckedDocument {
  const parsed = useMemo(() => parseDocument(text), [text]);
  const said = useServerCheck(parsed);
  const known = useKnown(said);
  const [lastGood, setLastGood] = useState<unknown>(parsed.isJson ? parsed.document : undefined);
  if (parsed.isJson && parsed.document !== lastGood) setLastGood(parsed.document);
  const [latest, setLatest] = useState(() => checkText(text, parsed, known));
  useEffect(() => {
    if (latest.parsed === parsed && latest.known === known) return;
    // On its own, so that no key has to wait for it.
    const timer = setTimeout(() => {
      const checked = checkText(text, parsed, known);
      startTransition(() => setLatest(checked));
    });
    return () => clearTimeout(timer);
  }, [text, parsed, known, latest]);
  const agreed = useMemo(() => withServer(latest, said), [latest, said]);
  return { document: lastGood, isJson: parsed.isJson, latest: agreed };
}

/** What the server says of the same text holds: it knows more. */
function withServer(checked: CheckedText, said: ServerCheck | undefined): CheckedText {
  if (said?.parsed !== checked.parsed) return checked;
  const told = ({ code, path, message }: Problem) => `${code} ${path} ${message}`;
  const isSame = said.problems.map(told).join() === checked.problems.map(told).join();
  const { certificate } = checked;
  return {
    ...checked,
    ...(!isSame && { problems: placedIn(checked.text, said.problems) }),
    ...(certificate?.bounded &&
      said.maxSteps !== null && { certificate: { ...certificate, maxSteps: said.maxSteps } }),
  };
}

function useKnown(said: ServerCheck | undefined): CheckOptions {
  const agents = useKnownAgents();
  const modelProblem = useModelProblem(said);
  const tools = useQuery(toolList).data;
  const kinds = useKinds();
  return useMemo(
    () =>
      agents && tools
        ? { kinds, agents, tools: tools.map((tool) => tool.name), toolTraits: tools, modelProblem }
        : { kinds },
    [agents, tools, kinds, modelProblem],
  );
}

function checkText(text: string, parsed: ParsedDocument, known: CheckOptions): CheckedText {
  if (!parsed.isJson)
    return { text, parsed, problems: [mistake(parsed.mistake)], certificate: undefined, known };
  const { problems, certificate } = check(parsed.document, known);
  return { text, parsed, certificate, known, problems: placedIn(text, problems) };
}

function placedIn(text: string, problems: readonly Problem[]): PlacedProblem[] {
  const places = problems.length > 0 ? new JsonPlaces(text) : undefined;
  return places ? problems.map((problem) => placed(problem, places)) : [];
}

function placed(problem: Problem, places: JsonPlaces): PlacedProblem {
  const path = readPath(problem.path);
  return { ...problem, range: places.nearest(path), selection: selectionOf(path) };
}

function mistake(range: Range): PlacedProblem {
  const { syntax, syntaxHint } = texts.workflows.editor;
  return {
    severity: 'error',
    code: 'JSON',
    path: '$',
    message: syntax,
    hint: syntaxHint,
    range,
    selection: undefined,
  };
}
