import type { Plugin } from 'vite';

/** Has browsers fetch the code of the chat together with that of the shell: most visits begin there. */
export const firstPage = (): Plugin => ({
  name: 'cadence-first-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chat = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/pages/chat/chat-page.tsx'),
      );
      if (chat?.type !== 'chunk') throw new Error('The chat was not built.');
      return [chat.fileName, ...chat.imports]
        .map((name) => `/${name}`)
        .filter((href) => !html.includes(href))
        .map((href) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href },
          injectTo: 'head' as const,
        }));
    },
  },
});
