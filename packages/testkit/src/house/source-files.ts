import type { Files } from './read-repository.ts';

export const isTest = (path: string) => /\.(?:test|test-d|conformance|fixture)\.tsx?$/.test(path);

/** The TypeScript among the files. */
export const sourceFiles = (files: Files): Files =>
  new Map([...files].filter(([path]) => /\.tsx?$/.test(path)));
