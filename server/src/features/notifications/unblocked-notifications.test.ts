import { MAX_NOTIFICATIONS } from '@holdall/api'
import { testApp } from '../../testing/test-app.ts'
import { REPEATED_MEASUREMENTS, unblocked } from '../../testing/unblocked.ts'

jest.retryTimes(REPEATED_MEASUREMENTS, { logErrorsBeforeRetry: true })

test('as many notifications as an account keeps', async () => {
  const holdall = await testApp({ validateResponses: false })
  const { db, ids, clock } = holdall.services
  for (const locale of ['en-US', 'ar']) {
    const ann = await holdall.signUp()
    await ann.patch('/api/user/settings', { name: 'locale', value: locale })
    const row = {
      user_id: ann.userId,
      category: 'remote-upload-done',
      title: 'notification.remote_upload_done.title',
      description: 'notification.remote_upload_done.description',
      message_values: '{"saved":2,"failed":1}',
      action: null,
      created_at: clock.now(),
      read_at: null,
    } as const
    const rows = Array.from({ length: MAX_NOTIFICATIONS }, () => ({ ...row, id: ids.next() }))
    await db.insertInto('notifications').values(rows).execute()
    await unblocked(`the list in ${locale}`, () => ann.get('/api/notifications?per_page=200'))
    await unblocked(`the account in ${locale}`, () => ann.get('/api/user'))
  }
  await holdall.close()
})
