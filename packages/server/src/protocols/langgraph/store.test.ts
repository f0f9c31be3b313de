import { expect, it } from 'vitest';
import { adminKey, startServer } from '../../http/server.fixture.ts';
import { clientOf, status, useLangGraph } from './langgraph-client.fixture.ts';

const lang = useLangGraph();

it('keeps, reads, replaces and removes items', async () => {
  const { store } = lang.client;
  const namespace = ['notes', 'ann'];
  await store.putItem(namespace, 'tea', { likes: 'green', cups: 2 });
  const { createdAt } = (await store.getItem(namespace, 'tea')) ?? {};
  await store.putItem(namespace, 'tea', { likes: 'black' }, { ttl: 60 });
  expect(await store.getItem(namespace, 'tea', { refreshTtl: true })).toMatchObject({
    ...{ namespace, key: 'tea', value: { likes: 'black' }, createdAt },
  });
  await store.deleteItem(namespace, 'tea');
  expect(await store.getItem(namespace, 'tea')).toBeNull();
});

it('finds items by namespace, fields and words', async () => {
  const { store } = lang.client;
  const put = (label: string, key: string, value: object) =>
    store.putItem(['books', label], key, { ...value });
  await put('novels', 'a', { title: 'The sea, the sea', pages: 500, of: { by: 'Iris' } });
  await put('novels', 'b', { title: 'By the sea', pages: 250 });
  await put('poems', 'c', { title: 'Of mutability', pages: 80 });
  const keys = async (prefix: string[], options: Parameters<typeof store.searchItems>[1] = {}) =>
    (await store.searchItems(prefix, options)).items.map(({ key }) => key);
  expect(await keys(['books'])).toEqual(['a', 'b', 'c']);
  expect(await keys(['books', 'novels'], { limit: 1, offset: 1 })).toEqual(['b']);
  expect(await keys(['books'], { filter: { pages: 80 } })).toEqual(['c']);
  expect(await keys(['books'], { filter: { pages: { $gte: 250, $lt: 500 } } })).toEqual(['b']);
  expect(await keys(['books'], { filter: { of: { by: 'Iris' } } })).toEqual(['a']);
  expect(await keys(['books'], { filter: { of: { $ne: { by: 'Iris' } } } })).toEqual(['b', 'c']);
  expect(await keys(['books'], { query: 'the Iris sea' })).toEqual(['a', 'b']);
  const { items } = await store.searchItems(['books'], { query: 'the Iris sea' });
  expect(items.map(({ score }) => score?.toFixed(2))).toEqual(['1.00', '0.67']);
  await expect(store.searchItems(['books'], { filter: { pages: { $in: [1] } } })).rejects.toThrow(
    status(400),
  );
});

it('lists namespaces by their beginning, their end and their depth', async () => {
  const { store } = lang.client;
  for (const path of ['users/ann/notes', 'users/ann/files', 'users/bob/notes', 'teams/red/notes'])
    await store.putItem(path.split('/'), 'k', {});
  const list = async (options: Parameters<typeof store.listNamespaces>[0]) =>
    (await store.listNamespaces(options)).namespaces.map((labels) => labels.join('/'));
  expect(await list({ prefix: ['users'] })).toEqual([
    'users/ann/files',
    'users/ann/notes',
    'users/bob/notes',
  ]);
  expect(await list({ prefix: ['users'], maxDepth: 2 })).toEqual(['users/ann', 'users/bob']);
  expect(await list({ suffix: ['notes'] })).toEqual([
    'teams/red/notes',
    'users/ann/notes',
    'users/bob/notes',
  ]);
  expect(await list({ prefix: ['users', '*', 'notes'] })).toEqual(['users/ann/notes', 'users/bob/notes']);
  expect(await list({ prefix: ['users'], limit: 1, offset: 1 })).toEqual(['users/ann/notes']);
});

it('gives everybody with a key of their own a space of their own', async () => {
  const server = await startServer({ CADENCE_ADMIN_KEY: adminKey });
  const storeOf = async (body: { userId?: string; scopes?: string[] }) => {
    const { key } = await server.client.createKey({ body: { role: 'operator', ...body } });
    return clientOf(server.url, key).store;
  };
  const [ann, bob, desk] = [
    await storeOf({ userId: 'ann' }),
    await storeOf({ userId: 'bob' }),
    await storeOf({ scopes: ['coordinator'] }),
  ];
  await ann.putItem(['n'], 'k', { of: 'ann' });
  await bob.putItem(['n'], 'k', { of: 'bob' });
  expect(await ann.getItem(['n'], 'k')).toMatchObject({ value: { of: 'ann' } });
  expect((await bob.searchItems([])).items).toMatchObject([{ value: { of: 'bob' } }]);
  await expect(desk.getItem(['n'], 'k')).rejects.toThrow(status(403));
  await server.client.erasePerson({ params: { id: 'ann' } });
  expect((await bob.searchItems([])).items).toHaveLength(1);
});
