/** Whether the server has another page than this one: the name of its first file of code changes with any of the code. */
export async function isReplaced(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]');
  const response = await fetch('/', { cache: 'no-cache' });
  if (own === null || !response.ok) return false;
  const page = await response.text();
  return page.includes('/assets/') && !page.includes(new URL(own.src).pathname);
}
