import { findRestrictions } from '../../access/restriction.store.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { insertUser } from '../../testing/old-rows.ts'

test('accounts of a filled database are not restricted, and can be later', async () => {
  const { db, migrate, remove } = await databaseBefore('0020')
  await insertUser(db, 'h')

  await migrate()

  const free = {
    upload_restricted: 0,
    download_restricted: 0,
    folder_restricted: 0,
    team_folder_restricted: 0,
    invitation_restricted: 0,
    restriction_reason: null,
  }
  expect(await findRestrictions(db, 'u')).toEqual(free)
  await db.updateTable('users').set({ download_restricted: 1, restriction_reason: 'An invoice is unpaid.' }).execute()
  expect(await findRestrictions(db, 'u')).toEqual({
    ...free,
    download_restricted: 1,
    restriction_reason: 'An invoice is unpaid.',
  })
  await remove()
})
