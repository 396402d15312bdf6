import { browseFolder, createFolder, currentUser, renameEntry } from '@holdall/api'
import { createApiClient } from '@holdall/api-client'
import { makeEntry, makeListing, makeId } from '../index.ts'
import { fakeServer } from './fake-server.ts'
import { refuse } from './refuse.ts'

const connected = () => {
  const server = fakeServer()
  return { server, client: createApiClient({ http: server.http }) }
}

test('refuses a call without a handler, and records it as a mistake', async () => {
  const { server, client } = connected()
  await expect(client.call(currentUser)).rejects.toMatchObject({ code: 'internal' })
  expect(server.takeMistakes()).toEqual(['There is no handler for user.current (GET /api/user).'])
})

test('refuses a request that is not in the endpoint table', async () => {
  const { server } = connected()
  await expect(server.http.get('/api/unknown')).rejects.toThrow('refused')
  expect(server.takeMistakes()).toEqual(['GET /api/unknown is not in the endpoint table.'])
})

test('refuses an answer that is not what the table says', async () => {
  const { server, client } = connected()
  server.on(currentUser, () => ({ data: { id: 'nobody' } }) as never)
  await expect(client.call(currentUser)).rejects.toMatchObject({ code: 'internal' })
  expect(server.takeMistakes()[0]).toMatch(/^The answer to user.current is not what the table says: data.id/)
})

test('answers bad input as the real server does, field by field', async () => {
  const { server, client } = connected()
  server.on(createFolder, { data: makeEntry({ type: 'folder' }) })
  await expect(client.call(createFolder, { body: { name: '' } })).rejects.toMatchObject({
    code: 'validation',
    status: 422,
    fields: { name: [expect.any(String)] },
  })
  expect(server.callsOf(createFolder)).toHaveLength(0)
})

test('calls the handler with the parsed input and records the call', async () => {
  const { server, client } = connected()
  const listing = makeListing([makeEntry({ name: 'a.txt' })])
  server.on(browseFolder, ({ params, query }) => {
    expect(params.id).toBe('all')
    expect(query.page).toBe(2)
    return listing
  })
  await expect(client.call(browseFolder, { params: { id: 'all' }, query: { page: 2 } })).resolves.toEqual(listing)
  expect(server.callsOf(browseFolder)).toEqual([{ params: { id: 'all' }, query: { page: 2 }, body: {} }])
})

test('a handler can refuse a call with an error code', async () => {
  const { server, client } = connected()
  server.on(renameEntry, () => refuse('bad-name', { errors: { name: ['No slashes.'] } }))
  await expect(client.call(renameEntry, { params: { id: makeId() }, body: { name: 'a/b' } })).rejects.toMatchObject({
    code: 'bad-name',
    status: 422,
    fields: { name: ['No slashes.'] },
  })
})

test('a call that the caller aborts fails with aborted', async () => {
  const { server, client } = connected()
  server.on(currentUser, () => new Promise(() => {}))
  const stop = new AbortController()
  const call = client.call(currentUser, {}, { signal: stop.signal })
  stop.abort()
  await expect(call).rejects.toMatchObject({ code: 'aborted' })
})
