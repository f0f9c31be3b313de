import { setFlagsFromString } from 'node:v8';

/**
 * A server keeps tens of megabytes for as long as it lives, and adds to them slowly. V8 then looks through all of it each
 * time a tenth has come to it, and gives memory back about every other minute only to take it again: a tenth of what a
 * stream costs. So the heap may double in between, and memory is given back every ten minutes. V8 reads both flags whenever
 * it needs them.
 */
export function giveHeapRoom(): void {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--gc-memory-reducer-start-delay-ms=600000');
}
