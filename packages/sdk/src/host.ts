// What a host of plugins needs beside what their authors import.
export { createdAgent } from './define-agent.ts';
export { pluginProblems } from './plugin-problems.ts';
export { collectRegistrations } from './plugin-registry.ts';
export { pluginSlug, slugRefusal } from './plugin-slug.ts';
export { problemsInError } from './schema-problem.ts';
