/** As much of an id as lists show. */
export const shortId = (id: string): string => id.slice(0, 8);
