const nodes = (count: number) => (count === 1 ? '1 node' : `${count} nodes`);

/** The words of the canvas: what can be done on it, and what is said aloud when it is done. */
export const canvasTexts = {
  addHere: 'Add a node here',
  addNode: 'Add a node',
  align: {
    title: 'Line them up',
    left: 'Left edges',
    centre: 'Centres',
    top: 'Top edges',
    middle: 'Middles',
    across: 'Same room from left to right',
    down: 'Same room from top to bottom',
  },
  chosen: nodes,
  copy: 'Copy',
  duplicate: 'Duplicate',
  drawFrom: (name: string) => `Draw an edge from ${name} to`,
  newNode: 'A new node',
  tidy: 'Tidy up',
  said: {
    added: (name: string) => `Node ${name} added`,
    aligned: 'Lined up',
    chosen: (count: number) => `${nodes(count)} chosen`,
    copied: (count: number) => `${nodes(count)} copied`,
    cut: (count: number) => `${nodes(count)} cut`,
    drawn: (from: string, to: string) => `Edge drawn from ${from} to ${to}`,
    moved: 'Moved',
    pasted: (count: number) => `${nodes(count)} pasted`,
    reattached: 'Edge attached elsewhere',
    redone: 'Redone',
    removed: (count: number) => `${nodes(count)} removed`,
    removedEdge: 'Edge removed',
    saved: 'Saved',
    tidied: 'Tidied up',
    undone: 'Undone',
  },
} as const;
