// What a host of plugins needs beside what their authors import.
export { collectRegistrations } from './collect-registrations.ts';
export { createdAgent } from './created-agent.ts';
export { pluginProblems } from './plugin-problems.ts';
export { pluginSlug, slugRefusal } from './plugin-slug.ts';
export { problemsInError } from './problems-in-error.ts';
