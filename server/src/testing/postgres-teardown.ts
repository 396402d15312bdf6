import { removeTemporaryFolder } from './temporary-folder.ts'

export default async function teardown(): Promise<void> {
  await globalThis.holdallTestPostgres?.stop()
  removeTemporaryFolder()
}
