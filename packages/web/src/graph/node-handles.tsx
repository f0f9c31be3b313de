import { Handle, Position } from '@xyflow/react';
import { use } from 'react';
import { GraphContext } from './graph-context.ts';

/** Where lines begin and end. */
export function NodeHandles() {
  const { direction, canConnect } = use(GraphContext);
  const isRight = direction === 'RIGHT';
  return (
    <>
      <Handle
        type="target"
        position={isRight ? Position.Left : Position.Top}
        isConnectableStart={false}
        isConnectable={canConnect}
        className={canConnect ? 'graph-handle graph-handle-target' : 'opacity-0!'}
      />
      <Handle
        type="source"
        position={isRight ? Position.Right : Position.Bottom}
        isConnectable={canConnect}
        className={
          canConnect ? `graph-handle graph-handle-source ${isRight ? 'is-right' : 'is-down'}` : 'opacity-0!'
        }
      />
    </>
  );
}
