// The coverage of a workflow in the form of Istanbul: a node is a function, an edge a statement, and the edges of one
// node are its branches, each on the line of the JSON that defines it.
import type { CoverageReport, WorkflowDefinition } from '@cadence-agents/contracts';
import type { CoverageMap, FileCoverageData, Range } from 'istanbul-lib-coverage';
import coverage from 'istanbul-lib-coverage';
import { listLines } from './json-lines.ts';

export function coverageMap(
  file: string,
  text: string,
  { nodes, edges }: WorkflowDefinition,
  { nodes: visited, edges: taken }: CoverageReport,
): CoverageMap {
  const lineOf = listLines(text);
  const lengths = text.split('\n').map((line) => line.length);
  const rangeOf = (list: string, index: number): Range => {
    const line = lineOf(list, index) ?? 1;
    return { start: { line, column: 0 }, end: { line, column: lengths[line - 1] ?? 0 } };
  };
  const data: FileCoverageData = {
    path: file,
    statementMap: {},
    fnMap: {},
    branchMap: {},
    s: {},
    f: {},
    b: {},
  };
  const times = new Map(taken.map((edge) => [edge.id, edge.times]));
  for (const [index, { id, nodeName }] of nodes.entries()) {
    const loc = rangeOf('nodes', index);
    const visits = visited.find((node) => node.id === id)?.times ?? 0;
    data.fnMap[index] = { name: nodeName, decl: loc, loc, line: loc.start.line };
    data.f[index] = visits;
    data.statementMap[`n${index}`] = loc;
    data.s[`n${index}`] = visits;
    const own = [...edges.entries()].filter(([, edge]) => edge.sourceNodeId === id);
    if (own.length < 2) continue;
    const locations = own.map(([place]) => rangeOf('edges', place));
    data.branchMap[index] = { loc, type: 'switch', locations, line: loc.start.line };
    data.b[index] = own.map(([, edge]) => times.get(edge.id) ?? 0);
  }
  for (const [index, { id }] of edges.entries()) {
    data.statementMap[`e${index}`] = rangeOf('edges', index);
    data.s[`e${index}`] = times.get(id) ?? 0;
  }
  return coverage.createCoverageMap({ [file]: data });
}
