import { describeSignals } from '@cadence-agents/testkit/signals.conformance';
import { createLocalSignals } from './local-signals.ts';

describeSignals('within a process', () => createLocalSignals());
