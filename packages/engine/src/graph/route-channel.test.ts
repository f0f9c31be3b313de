import { EmptyChannelError } from '@langchain/langgraph';
import { expect, it } from 'vitest';
import { RouteChannel } from './route-channel.ts';

it('holds a value for one step, and is empty otherwise', () => {
  const channel = new RouteChannel();
  expect(channel.isAvailable()).toBe(false);
  expect(() => channel.checkpoint()).toThrow(EmptyChannelError);
  channel.update([null]);
  expect([channel.isAvailable(), channel.get(), channel.checkpoint()]).toEqual([true, null, null]);
  channel.update([]);
  expect(() => channel.get()).toThrow(EmptyChannelError);
});

it('is restored from a checkpoint, as its own kind', () => {
  const channel = new RouteChannel();
  expect(channel.fromCheckpoint(null)).toBeInstanceOf(RouteChannel);
  expect(channel.fromCheckpoint(null).get()).toBeNull();
  expect(channel.fromCheckpoint().isAvailable()).toBe(false);
  expect(channel.isAvailable()).toBe(false);
});
