import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser that the tests drive: `CHROMIUM`, or where systems put it. */
export const chromiumPath = [process.env.CHROMIUM, ...places].find(
  (path) => path !== undefined && existsSync(path),
);
