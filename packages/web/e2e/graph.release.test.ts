import { describe } from 'vitest';
import { testGraphOf } from './graph.fixture.ts';

describe.each([5, 25])('the graph of a run in a deployment of %i plugins', testGraphOf);
