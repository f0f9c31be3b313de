export const importModule = (url: string): Promise<unknown> => import(url);
