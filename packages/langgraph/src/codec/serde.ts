import { decodeStrict, encodeStrict } from '@cadence-agents/contracts';
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';
import { fromStored, toStored } from './stored-value.ts';

/** Values as bytes and back, exactly or not at all, for those who call `saver.serde` themselves. */
export const strictSerde: SerializerProtocol = {
  async dumpsTyped(data: unknown) {
    return ['json', new TextEncoder().encode(encodeStrict(toStored(data)))];
  },
  async loadsTyped(_type, data) {
    return fromStored(decodeStrict(typeof data === 'string' ? data : new TextDecoder().decode(data)));
  },
};
