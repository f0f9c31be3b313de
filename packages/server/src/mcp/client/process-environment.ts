import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';

/** How a network that demands it is got through: proxies, and who signs for them. Both ways of writing are in use. */
const throughNetwork = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'GIT_SSL_CAINFO',
];

/** Where the process is: its language, its time zone, its place for temporary files. */
const surroundings = ['LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/**
 * What every server that is a process gets of Cadence's own environment: what the protocol's SDK lends (home, user,
 * path, shell), and what it takes to get through the network. No key of a provider is among it.
 */
export function processEnvironment(): Record<string, string> {
  const named = [...throughNetwork, ...surroundings].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...getDefaultEnvironment(), ...Object.fromEntries(named) };
}
