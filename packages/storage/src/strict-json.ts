export { decodeStrict, encodeStrict, maxDepth, notStorable } from '@cadence/contracts';
