import type { Mail } from '../infrastructure/mail/mailer.ts'
import { deleteAccountsJobs } from '../features/account-deletion/delete-accounts.ts'
import { type SignedIn, type TestApp, testPassword } from './test-app.ts'

type FolderChoices = readonly { readonly id: string; readonly to: string | null }[]

/** Requests for tests of the deletion of accounts. `app`: the one of the test that runs; `mails`: those that it has sent. */
export function deletionRequests(app: () => TestApp, mails: readonly Mail[] = []) {
  const request = (user: SignedIn, choices: FolderChoices = [], email = user.email) =>
    user.post('/api/user/deletion', { email, team_folders: choices })
  return {
    request,

    /** Runs the job that is due in any case. */
    runJob(services = app().services, signal = new AbortController().signal) {
      const context = { signal, attempt: 1, log: services.log, progress: () => Promise.resolve() }
      return deleteAccountsJobs(services)[0]!.run({}, context)
    },

    async deleteAtOnce(user: SignedIn, choices: FolderChoices = []): Promise<void> {
      const { jobs, settings } = app().services
      await settings.set('accounts.deletion_days', 0)
      const { status } = await request(user, choices)
      if (status !== 204) throw new Error(`the deletion of an account answered ${status}`)
      await jobs.runDue()
    },

    async subjectsTo(email: string): Promise<string[]> {
      await app().services.jobs.runDue()
      return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
    },

    async exists(id: string): Promise<boolean> {
      const { db } = app().services
      return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },

    /** Its session has expired. */
    async signedInAgain({ userId, email }: SignedIn): Promise<SignedIn> {
      const client = app().visitor()
      const { status } = await client.post('/login', { email, password: testPassword })
      if (status !== 200) throw new Error(`signing in again answered ${status}`)
      return { ...client, userId, email }
    },
  }
}
