// Run as a thread: works on a whole database file, while the process goes on.
import { parentPort, workerData } from 'node:worker_threads';
import { doFileWork } from './do-file-work.ts';

const WAIT_MS = 30_000;

parentPort?.postMessage(doFileWork(workerData, WAIT_MS));
