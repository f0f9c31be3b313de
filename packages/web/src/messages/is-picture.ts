const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Whether it is shown as a picture: of the types that models see and every browser draws. */
export const isPicture = (mediaType: string): boolean => shown.has(mediaType);
