/** A small app of Vite and React, in the folder `app`, that asks a question when it is told to. */
export const viteApp = (url: string): Record<string, string> => ({
  'app/index.html': `<!doctype html>
<html lang="en">
  <head><title>App</title><link rel="icon" href="data:," /></head>
  <body><div id="root"></div><script type="module" src="/main.tsx"></script></body>
</html>
`,
  'app/vite.config.ts': `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react()] });
`,
  'app/tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      types: [],
    },
    files: ['main.tsx'],
  }),
  'app/main.tsx': `import { createClient } from '@cadence-agents/client';
import { useRun } from '@cadence-agents/client/react';
import { createRoot } from 'react-dom/client';

const cadence = createClient({ baseUrl: '${url}' });

function App() {
  const { events, isRunning, error, send } = useRun(cadence, 'from-an-app');
  const text = events.map((event) => (event.type === 'on_chat_model_stream' ? event.data.chunk : '')).join('');
  return (
    <main>
      <button type="button" onClick={() => send({ message: 'What is 15 * 23?' })}>Ask</button>
      <p>{error ? error.message : text}</p>
      <p role="status">{isRunning ? 'busy' : events.length > 0 ? 'done' : 'idle'}</p>
    </main>
  );
}

const place = document.getElementById('root');
if (place) createRoot(place).render(<App />);
`,
});
