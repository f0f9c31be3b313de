import { useReactFlow, useStore, type Viewport } from '@xyflow/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FlowNode } from './flow-elements.ts';
import type { Size } from './read-layout.ts';
import type { Point } from './rounded-path.ts';
import type { LaidOut } from './use-layout.ts';
import { closeUp, readableZoom, viewportOf, wholePicture } from './viewport-of.ts';

const SMOOTH = { duration: 320 };
const AT_ONCE = { duration: 0 };
const ZOOM_STEP = 1.25;

export interface WhatIsShown {
  laidOut: LaidOut;
  nodes: readonly FlowNode[];
  /** The run that is drawn; absent for a workflow alone. */
  subject: string | undefined;
  /** Key of the box where something happens; absent while nothing does. */
  focus: string | undefined;
  /** All boxes that a run came by, once it is over. */
  way: (Point & Size) | undefined;
  /** Key of the box that was opened or folded last. */
  touched: string | undefined;
  /** It is being drawn: whoever does so has it where they want it. */
  isDrawn: boolean;
}

/** Moves the picture along with the run until somebody moves it themselves. */
export function useViewport({ laidOut, nodes, subject, focus, way, touched, isDrawn }: WhatIsShown) {
  const flow = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const [following, setFollowing] = useState<{ subject: string | undefined; isOn: boolean }>();
  // Another run is followed anew.
  const isFollowing = following === undefined || following.subject !== subject || following.isOn;
  const follow = (isOn: boolean) => setFollowing({ subject, isOn });
  const shape = laidOut.model.nodes.map(({ key, cells }) => `${key} ${cells}`).join() + laidOut.direction;
  const last = useRef<{ shape: string; size: string }>(undefined);
  const frame = { width, height };
  const picture = laidOut.layout.area;
  const show = (viewport: Viewport, how: { duration: number }) => void flow.setViewport(viewport, how);

  const move = useEffectEvent(() => {
    if (width === 0 || height === 0) return;
    const before = last.current;
    last.current = { shape, size: `${width} ${height}` };
    if (isDrawn && before !== undefined && focus === undefined) return;
    const how = before === undefined ? AT_ONCE : SMOOTH;
    const isReshaped = before?.shape !== shape;
    const around = boxAt(nodes, focus);
    if (isFollowing && around) return show(viewportOf(picture, frame, around), how);
    const opened = isReshaped && before !== undefined ? boxAt(nodes, touched) : undefined;
    if (opened) return show(closeUp(picture, frame, opened, flow.getZoom()), how);
    const isResized = before?.size !== last.current.size;
    if (isFollowing && way && readableZoom(frame, way) !== undefined)
      return show(viewportOf(picture, frame, way), how);
    if (before === undefined || (isReshaped && subject === undefined) || (isFollowing && isResized))
      show(viewportOf(picture, frame, startOf(nodes)), how);
  });
  const reasons = [shape, focus, way !== undefined, width, height, isFollowing].join();
  useEffect(() => {
    if (reasons !== '') move();
  }, [reasons]);

  return {
    isFollowing,
    follow: () => follow(true),
    /** Somebody has taken the picture in hand. */
    letGo: () => follow(false),
    fit: () => {
      follow(false);
      show(wholePicture(picture, frame), SMOOTH);
    },
    zoomIn: () => {
      follow(false);
      void flow.zoomTo(flow.getZoom() * ZOOM_STEP, SMOOTH);
    },
    zoomOut: () => {
      follow(false);
      void flow.zoomTo(flow.getZoom() / ZOOM_STEP, SMOOTH);
    },
  };
}

function boxAt(nodes: readonly FlowNode[], key: string | undefined): (Point & Size) | undefined {
  const node = nodes.find(({ id }) => id === key);
  return node && { ...node.position, width: node.width ?? 0, height: node.height ?? 0 };
}

const startOf = (nodes: readonly FlowNode[]): Point & Size => {
  const start = nodes.find((node) => node.type === 'step' && node.data.node.isEntry) ?? nodes[0];
  return boxAt(nodes, start?.id) ?? { x: 0, y: 0, width: 0, height: 0 };
};
