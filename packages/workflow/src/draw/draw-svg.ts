import type { WorkflowDefinition } from '@cadence-agents/contracts';
import type { Kinds } from '../kinds/kinds.ts';

/** The workflow as a picture that stands alone, for light and for dark pages. */
export async function drawSvg(definition: WorkflowDefinition, kinds?: Kinds): Promise<string> {
  // Most who import this package draw nothing, and should not pay for what lays out and draws.
  const { renderSvg } = await import('./render-svg.ts');
  return renderSvg(definition, kinds);
}
