// What a visit asks first, sent while the page itself is still on its way. `src/api/first-calls.ts` takes it up.
{
  const key = sessionStorage.getItem('cadence-api-key');
  const headers = { accept: 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) };
  const isChat = location.pathname === '/' || location.pathname.startsWith('/c/');
  const paths = [
    'me',
    'handoffs?limit=200',
    ...(isChat ? ['conversations?limit=30', 'workflows', 'models'] : []),
  ];
  const calls = paths.map((path) => {
    const response = fetch(`/api/v1/${path}`, { headers });
    response.catch(() => undefined);
    return [`/api/v1/${path}`, { key, response }];
  });
  Object.assign(globalThis, { firstCalls: new Map(calls) });
}
