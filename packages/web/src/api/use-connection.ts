import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';

/** Whether the server answers. */
export const useIsConnected = (): boolean => useSyncExternalStore(connection.subscribe, connection.isUp);
