import argon2 from '@node-rs/argon2'
import { file, shareLink } from '../../testing/file-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(async () => {
  jest.restoreAllMocks()
  await holdall.close()
})

test('the password of a link is hashed only for one who may set it', async () => {
  const [ann, ben] = [await holdall.signUp(), await holdall.signUp()]
  const { id } = await file(ann, 'plan.txt')
  const token = await shareLink(ann, id)
  const hash = jest.spyOn(argon2, 'hash')
  const rules = { protected: true, password: 'secret password' }
  const refused = [
    await ben.patch(`/api/share/${token}`, rules),
    await ann.patch('/api/share/abcdefghijklmnop', rules),
    await ben.post('/api/share', { id, password: 'secret password' }),
    await ann.post('/api/share', { id, password: 'secret password', permission: 'editor' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 422])
  expect(hash).not.toHaveBeenCalled()
  expect((await ann.patch(`/api/share/${token}`, rules)).status).toBe(200)
  expect(hash).toHaveBeenCalledTimes(1)
})
