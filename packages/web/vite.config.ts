import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorkerFile } from './service-worker-file.ts';

const server = process.env.CADENCE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [react(), tailwindcss(), serviceWorkerFile()],
  // For work on the page itself: `vite` beside a running `cadence serve`.
  server: { proxy: { '/api': server, '/healthz': server, '/openapi.json': server, '/docs': server } },
  build: {
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    chunkSizeWarningLimit: 2000,
  },
});
