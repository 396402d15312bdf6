import { run } from '../cli/run.ts'
import type { StorageSettings } from '../infrastructure/blobs/s3-settings.ts'
import { storageVariablesOf } from './test-storage.ts'

export interface CommandResult {
  readonly code: 0 | 1 | 2
  readonly out: string
  readonly err: string
}

/** Runs `holdall <args>` in this process, with these variables and no others. */
export async function runCommand(
  args: readonly string[],
  { env, cwd = process.cwd(), builds }: { env: Readonly<Record<string, string>>; cwd?: string; builds?: string },
): Promise<CommandResult> {
  const out: string[] = []
  const err: string[] = []
  const terminal = { env, cwd, out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
  const code = await run(args, terminal, builds)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** The variables with which a command finds the data of a test. */
export const variablesOf = ({
  dataDir,
  databaseUrl,
  storage,
}: {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly storage?: StorageSettings
}): Record<string, string> => ({
  HOLDALL_DATA_DIR: dataDir,
  ...(databaseUrl && { HOLDALL_DATABASE_URL: databaseUrl }),
  ...(storage && storageVariablesOf(storage)),
})
