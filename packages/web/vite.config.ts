import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPage } from './first-page.ts';
import { leanContracts } from './lean-contracts.ts';
import { serviceWorkerFile } from './service-worker-file.ts';

const server = process.env.CADENCE_SERVER ?? 'http://127.0.0.1:8000';

/** What many pages need, but not the chat, which most visits begin with. */
const beyondChat =
  /web\/src\/(?:components\/(?:card|chips|csv|for-role|object|page|table|tabs|text-input|use-focus-on-wrong)|api\/(?:plugins|providers|refused|settings)|document)|react-(?:radio-group|tabs)\//;

/** What nearly every page needs; kinds bring the checker of definitions along. */
const shared =
  /contracts\/src\/(?:run\/(?:add-usage|message-content|tones)|json\/json|store)|web\/src\/(?:api\/(?!kinds)|app|components|graph\/run-(?:counters|progress)|messages\/|markdown\/markdown|pages\/runs\/(?:run-(?:queries|status|view|graph)|use-run-view)|texts)|node_modules\/(?:lucide-react|@radix-ui|@floating-ui|@tanstack|react-|react\/|use-)/;

export default defineConfig({
  plugins: [react(), tailwindcss(), leanContracts(), firstPage(), serviceWorkerFile()],
  // For work on the page itself: `vite` beside a running `cadence serve`.
  server: { proxy: { '/api': server, '/healthz': server, '/openapi.json': server, '/docs': server } },
  build: {
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // In one piece: many small ones are slower to fetch and compress worse.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: (id) => shared.test(id) && !beyondChat.test(id),
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'beyond-chat',
              test: beyondChat,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
