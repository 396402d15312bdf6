import { readFile } from 'node:fs/promises'
import { file } from '../../testing/file-requests.ts'
import { hour } from '../../infrastructure/clock.ts'
import type { Thumbnailer } from '../../infrastructure/thumbnails/thumbnailer.ts'
import { sendTo, uploadRequest } from '../../testing/requested-files.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { insertSlowContent, isSlowContent } from './thumbnail-queue.store.ts'

/** What was rendered, in this order; second attempts end with `!`. */
const rendered: string[] = []
let holdall: TestApp
beforeEach(async () => {
  rendered.length = 0
  holdall = await testApp({ thumbnailer: fakeThumbnailer })
})
afterEach(() => holdall.close())

/** Reads the name of a file from its content. Of what is named `slow`, the first attempt takes 3 s, the second one 20 s. */
const fakeThumbnailer: Thumbnailer = {
  async render({ path }, _, { isLastAttempt } = { isLastAttempt: false }) {
    const name = (await readFile(path, 'utf8')).split('\n')[1]!
    rendered.push(isLastAttempt ? `${name}!` : name)
    if (!name.includes('slow')) return 'failed'
    holdall.clock.advance(isLastAttempt ? 20_000 : 3000)
    return isLastAttempt ? 'timed-out' : 'interrupted'
  },
  close: () => undefined,
}

const pdf = (name: string) => `%PDF-1.7\n${name}\n`
async function upload(by: SignedIn, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    holdall.clock.advance(1)
    await file(by, `${name}.pdf`, pdf(name))
  }
}
const many = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}-${String(n)}`)
const runDue = () => holdall.services.jobs.runDue()

test('accounts take turns: one file of another one goes first, however many there are', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  await upload(ann, ...many(8, 'ann-slow'))
  await upload(bob, 'bob-0', 'bob-1')
  await runDue()
  const first = rendered.slice(0, 5)
  expect(first.filter((name) => name.startsWith('ann'))).toHaveLength(3)
  expect(first.indexOf('bob-0')).toBeLessThanOrEqual(1)
  expect(first.indexOf('bob-1')).toBeLessThanOrEqual(3)
})

test('what visitors upload takes the turns of the owner of the link, after the uploads of that account', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const { token } = await uploadRequest(ann)
  const visitor = holdall.visitor()
  for (const name of many(4, 'visitor-slow')) {
    expect((await sendTo(visitor, token, `${name}.pdf`, pdf(name))).status).toBe(201)
  }
  await upload(ann, 'ann')
  await upload(bob, 'bob')
  await runDue()
  expect(rendered.slice(0, 2).toSorted()).toEqual(['ann', 'bob'])
  expect(rendered.slice(2, 6).every((name) => name.startsWith('visitor-slow'))).toBe(true)
})

test('second attempts come after the others of their owner, and only within the time of an hour', async () => {
  const ann = await holdall.signUp()
  await upload(ann, ...many(5, 'slow'), 'fast')
  await runDue()
  expect(rendered.slice(0, 6).every((name) => !name.endsWith('!'))).toBe(true)
  expect(rendered.slice(6)).toHaveLength(3)
  rendered.length = 0
  holdall.clock.advance(hour)
  await runDue()
  expect(rendered).toHaveLength(2)
  expect(rendered.every((name) => name.endsWith('!'))).toBe(true)
})

test('a content that timed out is not rendered again, whoever uploads it and after any time', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  await upload(ann, 'slow')
  await runDue()
  expect(rendered).toEqual(['slow', 'slow!'])
  await file(bob, 'other.pdf', pdf('slow'))
  holdall.clock.advance(hour)
  await runDue()
  expect(rendered).toEqual(['slow', 'slow!'])
  const states = await holdall.services.db.selectFrom('blobs').select('thumbnail_state').execute()
  expect(states.map((row) => row.thumbnail_state)).toEqual(['failed', 'failed'])
  expect(await holdall.services.db.selectFrom('thumbnail_queue').selectAll().execute()).toEqual([])
})

test('of the contents that timed out, the newest are remembered', async () => {
  const { db, transact } = holdall.services
  for (let n = 0; n < 5; n++) await transact((trx) => insertSlowContent(trx, `hash-${String(n)}`, n, 3))
  const known = await Promise.all(Array.from({ length: 5 }, (_, n) => isSlowContent(db, `hash-${String(n)}`)))
  expect(known).toEqual([false, false, true, true, true])
})

test('the turns of owners without scheduled files are deleted', async () => {
  const ann = await holdall.signUp()
  await upload(ann, 'fast')
  await runDue()
  holdall.clock.advance(hour)
  await runDue()
  expect(await holdall.services.db.selectFrom('thumbnail_turns').selectAll().execute()).toEqual([])
})
