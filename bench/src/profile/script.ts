// The words and tools that the plugins of the profiled server take from the scripted turn.
import { scriptFor } from '../coordinator-turn/script.ts';

export const PROMPTS = {
  search: 'You are the search specialist. Use the search tool to find information.',
  math: 'You are the math specialist. Use the calculate tool for arithmetic.',
};
export const search = (query: string): string => scriptFor(query).found;
export const calculate = (expression: string): string => scriptFor(expression).result;
