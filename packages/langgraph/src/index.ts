export { CadenceSaver } from './saver/cadence-saver.ts';
