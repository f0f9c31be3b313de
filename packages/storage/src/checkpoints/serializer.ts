import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';
import { decodeStrict, encodeStrict } from '../strict-json.ts';
import { fromStored, toStored } from './stored-value.ts';

/** Values as bytes and back, exactly or not at all; `path` names the place in the error of what is refused. */
export const serializer = {
  encode: (value: unknown, path?: string): string => encodeStrict(toStored(value, false), path),
  decode: (text: string): unknown => fromStored(decodeStrict(text), false),
};

/** The same for LangGraph's own calls to `saver.serde`. */
export const langGraphSerde: SerializerProtocol = {
  async dumpsTyped(data: unknown) {
    return ['json', new TextEncoder().encode(serializer.encode(data))];
  },
  async loadsTyped(_type, data) {
    return serializer.decode(typeof data === 'string' ? data : new TextDecoder().decode(data));
  },
};
