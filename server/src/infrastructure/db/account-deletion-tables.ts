import type { Millis } from '../clock.ts'

/** What a user has decided with the deletion of the account; there is one where `users.deletes_at` is set. */
interface AccountDeletionsTable {
  user_id: string
  /** Where the mail goes once the account is deleted. */
  email: string
  /** JSON: of each team folder the id, and the id of the member who gets it, or null. */
  team_folders: string
  requested_at: Millis
}

export interface AccountDeletionTables {
  account_deletions: AccountDeletionsTable
}
