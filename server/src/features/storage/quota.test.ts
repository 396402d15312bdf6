import fc from 'fast-check'
import { day } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, put } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { ITEM_BYTES, usedBytesOf } from './quota.store.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

const QUOTA = 1000 + 4 * ITEM_BYTES
const url = '/api/upload/chunks'

type Step =
  | { readonly do: 'whole' | 'bare' | 'begin' | 'replace'; readonly slot: number; readonly size: number }
  | { readonly do: 'go-on' | 'abort'; readonly slot: number }
  | { readonly do: 'trash' | 'destroy' | 'restore'; readonly slot: number }
  | { readonly do: 'empty' | 'a-day-later' }

const slot = fc.integer({ min: 0, max: 3 })
const size = fc.integer({ min: 1, max: 600 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('whole', 'bare', 'begin', 'replace'), slot, size }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('go-on', 'abort'), slot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('trash', 'destroy', 'restore'), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('empty', 'a-day-later') }) },
) as fc.Arbitrary<Step>

async function perform(ann: SignedIn, what: Step): Promise<void> {
  const { db } = holdall.services
  const begun = (n: number) => ({ name: `begun ${n}`, upload_id: `upload-${n}-${ann.userId}` })
  const someEntry = async (n: number, trashed: boolean) => {
    const rows = await db
      .selectFrom('entries')
      .select('id')
      .where('owner_id', '=', ann.userId)
      .where('kind', '=', 'file')
      .where('trash_root_id', trashed ? 'is not' : 'is', null)
      .orderBy('id')
      .execute()
    return rows.length ? [{ id: rows[n % rows.length]!.id }] : undefined
  }
  switch (what.do) {
    case 'whole':
      return void (await put(ann, `file ${what.slot}`, Buffer.alloc(what.size, 1)))
    case 'replace':
      return void (await put(ann, `file ${what.slot}`, Buffer.alloc(what.size, 2), { replace: 1 }))
    case 'bare':
      return void (await ann.raw(
        url,
        { name: `bare ${what.slot}`, is_last_chunk: what.size % 2 },
        Buffer.alloc(what.size, 3),
      ))
    case 'begin':
      return void (await ann.raw(
        url,
        { ...begun(what.slot), offset: 0, size: what.size + 10 },
        Buffer.alloc(what.size, 4),
      ))
    case 'go-on': {
      const state = (await ann.get(`/api/upload/${begun(what.slot).upload_id}`)).body.data?.attributes
      if (!state) return
      const fields = { ...begun(what.slot), offset: state.offset, size: state.size }
      return void (await ann.raw(url, fields, Buffer.alloc(state.size - state.offset, 5)))
    }
    case 'abort':
      return void (await ann.delete(`/api/upload/${begun(what.slot).upload_id}`))
    case 'trash':
    case 'destroy': {
      const items = await someEntry(what.slot, what.slot % 2 === 1)
      if (items)
        await ann.post('/api/remove', {
          items: items.map((item) => ({ ...item, force_delete: what.do === 'destroy' })),
        })
      return
    }
    case 'restore': {
      const items = await someEntry(what.slot, true)
      if (items) await ann.post('/api/trash/restore', { items })
      return
    }
    case 'empty':
      return void (await ann.delete('/api/trash/dump'))
    case 'a-day-later':
      holdall.clock.advance(day + 1)
      await holdall.services.jobs.runDue()
  }
}

test('whatever happens at the same time, quota equals the sum of the rows and is never exceeded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        const ann = await holdall.signUp({ quota: QUOTA })
        for (const together of rounds) {
          await Promise.all(together.map((what) => perform(ann, what)))
          const user = await holdall.services.db
            .selectFrom('users')
            .select(['used_bytes', 'reserved_bytes', 'item_count'])
            .where('id', '=', ann.userId)
            .executeTakeFirstOrThrow()
          expect(usedBytesOf(user) + user.reserved_bytes).toBeLessThanOrEqual(QUOTA)
          await expectCountersToMatchRows(holdall.services.db)
        }
      },
    ),
    { numRuns: 20, endOnFailure: true },
  )
  expect(holdall.log.filter((line) => line.includes('unexpected error'))).toEqual([])
})
