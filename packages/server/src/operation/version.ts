import server from '../../package.json' with { type: 'json' };

/** Of Cadence, from its package. */
export const { version } = server;
