import { mainThreadStatements } from '../../testing/counted-statements.ts'
import { file, shareLink } from '../../testing/file-requests.ts'
import { testApp } from '../../testing/test-app.ts'
import { pageOfShared } from './share-link.store.ts'

test('entries with many links are counted and sorted in the background, few at once', async () => {
  const holdall = await testApp()
  const ann = await holdall.signUp()
  for (const name of ['a', 'b', 'c']) await shareLink(ann, (await file(ann, name)).id)
  const { db, engine } = holdall.services
  const aggregatesOnMainThread = async (many: number) => {
    const statements = await mainThreadStatements(async () => {
      const page = { sort: 'name', direction: 'ASC', offset: 1, limit: 1 } as const
      const { rows, totals } = await pageOfShared(db, ann.userId, page, many)
      expect([rows.map(({ name }) => name), totals.files]).toEqual([['b'], 3])
    })
    return statements.filter((text) => /sum\(|order by/.test(text)).length
  }
  expect(await aggregatesOnMainThread(3)).toBe(0)
  expect(await aggregatesOnMainThread(4)).toBe(engine === 'sqlite' ? 2 : 0)
  await holdall.close()
})
