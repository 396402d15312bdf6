import { testApp, type TestApp } from '../../testing/test-app.ts'
import { expectCountersToMatchRows, file, folder, names } from '../../testing/file-requests.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
afterEach(() => expectCountersToMatchRows(holdall.services.db))

test('defect 3: refuses a folder of somebody else, which stays empty', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const foreign = await folder(ann, 'mine')
  expect((await bob.post('/api/create-folder', { name: 'x', parent_id: foreign })).status).toBe(404)
  expect((await holdall.visitor().post('/api/create-folder', { name: 'x' })).status).toBe(401)
  expect(await names(ann, foreign)).toEqual([])
})

test.each(['a/b', '..', 'a\tb', 'x'.repeat(256), 'photo\u202egpj.exe', ' ', '\u200d\u200f'])(
  'refuses the name %j and says why',
  async (name) => {
    const ann = await holdall.signUp()
    const { status, body } = await ann.post('/api/create-folder', { name })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'bad-name', errors: { name: [expect.any(String)] } })
  },
)

test('refuses a file, an unknown and a trashed folder as parent', async () => {
  const ann = await holdall.signUp()
  const trashed = await folder(ann, 'gone')
  await ann.post('/api/remove', { items: [{ id: trashed }] })
  const parents = [(await file(ann, 'a.txt')).id, trashed, '01890000-0000-7000-8000-000000000000']
  for (const parent_id of parents) {
    expect((await ann.post('/api/create-folder', { name: 'x', parent_id })).status).toBe(404)
  }
})

test('numbers a taken name, in any normalization of Unicode and also in many requests at once', async () => {
  const ann = await holdall.signUp()
  const requested = ['caf\u00e9', 'cafe\u0301', 'caf\u00e9', 'caf\u00e9']
  const answers = await Promise.all(requested.map((name) => ann.post('/api/create-folder', { name })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(await names(ann)).toEqual(['café', 'café (2)', 'café (3)', 'café (4)'])
})

test('keeps color and emoji', async () => {
  const ann = await holdall.signUp()
  const { body } = await ann.post('/api/create-folder', { name: 'x', color: 'teal', emoji: '🌳' })
  expect(body.data).toMatchObject({
    type: 'folder',
    attributes: { color: 'teal', emoji: '🌳', items: 0, file_url: null },
  })
})

test.each(['❤️', '👩‍👩‍👧‍👦', '👍🏽', '🇦🇹', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣'])('accepts %s as the emoji of a folder', async (emoji) => {
  const ann = await holdall.signUp()
  const created = await ann.post('/api/create-folder', { name: 'x', emoji })
  expect([created.status, created.body.data?.attributes.emoji]).toEqual([201, emoji])
})

test.each(['', 'a', '1', '🌳🌳', '🌳x', '🌳\u202e', '\u200d', '\ufe0f', '🌳\0', '👩‍'.repeat(17) + '👩', '<b>'])(
  'refuses %j as the emoji of a folder',
  async (emoji) => {
    const ann = await holdall.signUp()
    const { id } = (await ann.post('/api/create-folder', { name: 'x' })).body.data
    for (const refused of [
      await ann.post('/api/create-folder', { name: 'y', emoji }),
      await ann.patch(`/api/rename/${id}`, { emoji }),
    ]) {
      expect([refused.status, refused.body.errors]).toEqual([422, { emoji: ['Choose one emoji.'] }])
    }
  },
)
