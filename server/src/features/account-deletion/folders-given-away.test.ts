import { deletionRequests } from '../../testing/account-deletion-requests.ts'
import { expectCountersToMatchRows, file, names } from '../../testing/file-requests.ts'
import { join, teamFolder } from '../../testing/team-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

test('a team folder that is given away has nothing of the account afterwards, whatever a member does meanwhile', async () => {
  const [owner, heir, editor] = [await holdall.signUp(), await holdall.signUp(), await holdall.signUp()]
  const id = await teamFolder(owner, 'Plans')
  for (const member of [heir, editor]) await join(owner, id, member)
  await file(owner, 'a.txt', 'ten bytes.', { parent_id: id })
  // So that the account is not gone yet when the member acts.
  const further = await teamFolder(owner, 'Photos')
  await holdall.services.settings.set('accounts.deletion_days', 0)
  const choices = [
    { id, to: heir.userId },
    { id: further, to: null },
  ]
  const requested = await owner.post('/api/user/deletion', { email: owner.email, team_folders: choices })
  expect(requested.status).toBe(204)

  const { notifications, settings } = holdall.services
  const get = jest.spyOn(settings, 'get')
  const isAdmitted = () => get.mock.calls.some(([name]) => name === 'files.max_depth')
  let isGiving = false
  const giving: typeof notifications.notify = async (...about) => {
    isGiving = true
    await until(isAdmitted)
    return notifications.notify(...about)
  }
  const services = { ...holdall.services, notifications: { ...notifications, notify: giving } }
  const deleting = deletionRequests(() => holdall).runJob(services)
  await until(() => isGiving)
  // Admitted by the owner of that moment; its transaction waits for that of the gift.
  const { status } = await editor.post('/api/create-folder', { name: 'New', parent_id: id })
  get.mockRestore()
  expect(status).toBe(404)
  await deleting
  const { db } = holdall.services
  expect(await db.selectFrom('users').select('id').where('id', '=', owner.userId).execute()).toEqual([])
  expect((await editor.post('/api/create-folder', { name: 'New', parent_id: id })).status).toBe(201)
  expect(await names(heir, id)).toEqual(['New', 'a.txt'])
  await expectCountersToMatchRows(db)
})
