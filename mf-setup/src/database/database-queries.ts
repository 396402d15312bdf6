import { setupDatabase, testSetupDatabase } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useMutation } from '@tanstack/react-query'
import { leaveWizard } from '../layout/leave-wizard.ts'
import { useSaveStep } from '../saving/use-save-step.ts'
import { useSetupHeaders } from '../setup-calls/setup-queries.ts'
import { clearSetupKey } from '../setup-key/setup-key.ts'
import type { SetupDatabaseBody } from './database-form.ts'

/** Migrations and the start of the server on another database take a while. */
const SAVE_TIMEOUT_MS = 90_000

/** Connects to the database, and says what is in it. */
export function useTestDatabase() {
  const headers = useSetupHeaders()
  return useMutation({
    mutationFn: async (body: SetupDatabaseBody) =>
      (await api.call(testSetupDatabase, { body }, { headers })).data.attributes,
  })
}

export const useSaveDatabase = () =>
  useSaveStep('database', (body: SetupDatabaseBody, headers) =>
    api.call(setupDatabase, { body }, { headers, timeout: SAVE_TIMEOUT_MS }),
  )

/** Uses a database that has an installation with accounts: the setup is over then, and no other step follows. */
export function useExistingDatabase() {
  const headers = useSetupHeaders()
  return useMutation({
    mutationFn: (body: SetupDatabaseBody) =>
      api.call(setupDatabase, { body: { ...body, use_existing: true } }, { headers, timeout: SAVE_TIMEOUT_MS }),
    onSuccess: () => {
      clearSetupKey()
      leaveWizard('/sign-in')
    },
  })
}
