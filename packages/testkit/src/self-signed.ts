import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a certificate for `localhost` that is its own CA, and its key, in the folder; both end after two days. */
export function selfSigned(folder: string): { cert: string; key: string } {
  const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.crt')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...name],
    {
      stdio: 'ignore',
    },
  );
  chmodSync(key, 0o600);
  return { cert, key };
}
