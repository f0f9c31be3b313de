import type { Problem } from '@cadence/contracts';
import { type Certificate, check } from '@cadence/workflow';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useKinds } from '../../../api/kinds.ts';
import { agentList, toolList } from '../../../api/workflows.ts';
import { JsonPlaces, type Range } from '../../../document/json-place.ts';
import { parseDocument } from '../../../document/parse-document.ts';
import { readProblemPath, selectionOf } from '../../../document/problem-place.ts';
import type { Selection } from '../../../document/selection.ts';
import { texts } from '../../../texts.ts';

/** A problem with where it is: in the text, and in the picture. */
export interface PlacedProblem extends Problem {
  range: Range;
  selection: Selection | undefined;
}

export interface CheckedDocument {
  /** The last text that was JSON, as a value. */
  document: unknown;
  isJson: boolean;
  problems: PlacedProblem[];
  certificate: Certificate | undefined;
}

/** The text checked as it is typed, by what the server checks with. */
export function useCheckedDocument(text: string): CheckedDocument {
  const agents = useQuery(agentList).data;
  const tools = useQuery(toolList).data;
  const kinds = useKinds();
  const current = useDeferredValue(text);
  const parsed = useMemo(() => parseDocument(current), [current]);
  const [lastGood, setLastGood] = useState<unknown>(parsed.isJson ? parsed.document : undefined);
  if (parsed.isJson && parsed.document !== lastGood) setLastGood(parsed.document);
  return useMemo(() => {
    if (!parsed.isJson) {
      return {
        document: lastGood,
        isJson: false,
        problems: [mistake(parsed.mistake)],
        certificate: undefined,
      };
    }
    const known = agents && tools ? { agents, tools: tools.map((tool) => tool.name) } : {};
    const { problems, certificate } = check(parsed.document, { ...known, kinds });
    const places = new JsonPlaces(current);
    return {
      document: parsed.document,
      isJson: true,
      problems: problems.map((problem) => placed(problem, places)),
      certificate,
    };
  }, [parsed, lastGood, current, agents, tools, kinds]);
}

function placed(problem: Problem, places: JsonPlaces): PlacedProblem {
  const path = readProblemPath(problem.path);
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
