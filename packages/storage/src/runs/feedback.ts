import { encodeStrict, type NewFeedback, type RunRecord } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';

type Place = { tenantId: string; id: string };

const setFeedback = statement<Place & { value: string; note: string; by: string }, RunRow>(
  `UPDATE runs SET feedback = $value, feedback_note_json = $note, feedback_by = $by, feedback_at = NOW_MS
   WHERE tenant_id = $tenantId AND id = $id RETURNING ${runColumns}`,
);
export const noFeedback =
  'feedback = NULL, feedback_note_json = NULL, feedback_by = NULL, feedback_at = NULL';
const removeFeedback = statement<Place, RunRow>(
  `UPDATE runs SET ${noFeedback} WHERE tenant_id = $tenantId AND id = $id RETURNING ${runColumns}`,
);

/** The latest feedback is the one that stands; `null` takes it back. */
export async function giveFeedback(
  queries: Queries,
  place: Place,
  feedback: NewFeedback | null,
): Promise<RunRecord | undefined> {
  if (!isExactText(place.tenantId, place.id)) return undefined;
  const row = feedback
    ? await queries.first(setFeedback, {
        ...{ ...place, value: feedback.value, by: feedback.by },
        note: encodeStrict(feedback.note, 'note'),
      })
    : await queries.first(removeFeedback, place);
  return row && toRunRecord(row);
}
