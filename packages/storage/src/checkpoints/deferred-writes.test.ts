import { describe, expect, it } from 'vitest';
import { DeferredWrites } from './deferred-writes.ts';

const ordinary = (taskId: string) => ({ taskId, writes: [['channel', taskId] as [string, unknown]] });
const special = (taskId: string, channel: string) => ({
  taskId,
  writes: [[channel, 1] as [string, unknown]],
});

describe('DeferredWrites', () => {
  it('keeps the writes of a single task back', () => {
    expect(new DeferredWrites().add('place', ordinary('a'))).toEqual([]);
  });

  it('hands them out when a second task works beside it', () => {
    const deferred = new DeferredWrites();
    deferred.add('place', ordinary('a'));
    expect(deferred.add('place', ordinary('b'))).toEqual([ordinary('a'), ordinary('b')]);
    expect(deferred.add('place', ordinary('c'))).toEqual([ordinary('c')]);
  });

  it.each(['__interrupt__', '__error__', '__resume__', '__scheduled__', '__error_source_node__'])(
    'hands them out when %s is written',
    (channel) => {
      const deferred = new DeferredWrites();
      deferred.add('place', ordinary('a'));
      expect(deferred.add('place', special('a', channel))).toEqual([ordinary('a'), special('a', channel)]);
    },
  );

  it('keeps checkpoints apart and forgets one that is followed by another', () => {
    const deferred = new DeferredWrites();
    deferred.add('one', ordinary('a'));
    expect(deferred.add('other', ordinary('b'))).toEqual([]);
    deferred.drop('one');
    expect(deferred.add('one', ordinary('c'))).toEqual([]);
  });
});
