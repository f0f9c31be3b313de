import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets the heap of a busy program grow to four times what it kept before it looks through all of it, and that of a
 * server, which fills it slowly, by a tenth; and it gives memory back about every other minute only to take it again. That
 * is a tenth of what a stream costs. So a server has the room of a busy program, and gives memory back every ten minutes.
 * V8 reads both flags whenever it needs them.
 */
export function giveHeapRoom(): void {
  setFlagsFromString('--heap-growing-percent=300');
  setFlagsFromString('--gc-memory-reducer-start-delay-ms=600000');
}
