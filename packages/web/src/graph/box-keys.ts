// What the boxes of a picture are called. Apart from the model, which brings the checker of definitions along.
export const END_KEY = 'end:';

export const nodeKey = (id: string) => `node:${id}`;
