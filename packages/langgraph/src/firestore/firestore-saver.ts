import type { Firestore } from '@google-cloud/firestore';
import { CadenceSaver } from '../saver/cadence-saver.ts';
import { FirestoreCheckpoints } from './firestore-checkpoints.ts';

/**
 * Keeps the checkpoints of your own LangGraph graphs in Firestore.
 *
 * @example
 * const checkpointer = new FirestoreSaver(new Firestore({ projectId: 'my-project' }));
 */
export class FirestoreSaver extends CadenceSaver {
  constructor(firestore: Firestore, { collection = 'langgraph_checkpoints' }: { collection?: string } = {}) {
    super(new FirestoreCheckpoints(firestore, collection));
  }
}
