import { endpoints } from '@holdall/api/table'
import { file, shareLink } from '../testing/file-requests.ts'
import { png } from '../testing/pictures.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

const asWorker = { 'service-worker': 'script' }
test('what users uploaded is sent, but never as the script of a service worker', async () => {
  const ann = await holdall.signUp()
  const script = await file(ann, 'worker.js', 'self.onfetch = () => {}')
  await ann.form('/api/user/avatar', [['avatar', await png(600, 600)]])
  const { avatar } = (await ann.get('/api/user')).body.data.attributes
  const shared = (await holdall.visitor().get(`/api/sharing/file/${await shareLink(ann, script.id)}`)).body.data
  for (const [client, url] of [
    [ann, script.attributes.file_url],
    [holdall.visitor(), shared.attributes.file_url],
    [holdall.visitor(), avatar.sm],
  ] as const) {
    expect((await client.get(url)).status).toBe(200)
    const refused = await client.get(url, asWorker)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  }
})

test('nothing else that is at an address is one either', async () => {
  const ofEndpoints = endpoints
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replaceAll(/:\w+/g, 'x'))
  const others = [
    '/',
    '/platform/files',
    '/logo/0123456789abcdef',
    '/ui/shell/b1/main.js',
    '/ui/sections/public/b1/entry.js',
    '/service-worker.js/x',
    '/service-worker.js?x=1',
    '/SERVICE-WORKER.JS',
    '/%73ervice-worker.js',
  ]
  const sent = []
  for (const url of [...ofEndpoints, ...others]) {
    const { status, body } = await holdall.visitor().get(url, asWorker)
    if (status !== 403 || body.code !== 'forbidden') sent.push([url, status])
  }
  expect(ofEndpoints.length).toBeGreaterThan(50)
  expect(sent).toEqual([])
})
