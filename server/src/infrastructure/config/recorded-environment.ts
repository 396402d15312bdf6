import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartError } from '../start-error.ts'
import { replaceFile } from '../replace-file.ts'
import { readJsonObject } from './config-file.ts'
import { operatorSettings } from '../setting-definitions/fixed-settings.ts'
import { knownVariables } from './config.ts'

type Environment = Readonly<Record<string, string | undefined>>

const recordPath = (dataDir: string): string => join(dataDir, 'environment.json')

/** The folder has this file, so it cannot name the folder. The first administrator is of no use after the first start. */
const isRecorded = (name: string) =>
  knownVariables.has(name) && name !== 'HOLDALL_DATA_DIR' && !name.startsWith('HOLDALL_ADMIN_')

const paths: Readonly<Record<string, (text: string) => boolean>> = {
  HOLDALL_CONFIG: () => true,
  HOLDALL_GEOIP_DATABASE: () => true,
  ...Object.fromEntries(
    operatorSettings.flatMap(({ variable, type }) => (type.isPath ? [[variable, type.isPath] as const] : [])),
  ),
}

/** What is set, with absolute paths: commands may run in another working directory. */
function variablesOf(env: Environment): Record<string, string> {
  const set = Object.entries(env).filter(
    (entry): entry is [string, string] => isRecorded(entry[0]) && Boolean(entry[1]),
  )
  return Object.fromEntries(set.map(([name, value]) => [name, paths[name]?.(value) ? resolve(value) : value]))
}

/** Stores the variables that a server is started with, for the commands. They may be secrets: the file is private. */
export function recordEnvironment(dataDir: string, env: Environment): void {
  replaceFile(recordPath(dataDir), `${JSON.stringify(variablesOf(env), null, 2)}\n`)
}

/**
 * Null where no server was started on the folder. Throws `StartError` where the file cannot be read: the command would
 * work on another database than the server.
 */
function recordedIn(dataDir: string): Readonly<Record<string, string>> | null {
  const path = recordPath(dataDir)
  const parsed = z.nullable(z.record(z.string(), z.string())).safeParse(readJsonObject(path))
  if (!parsed.success) throw new StartError(`${path} is damaged. Start Holdall again, which writes it.`)
  return parsed.data
}

interface CommandEnvironment {
  /** What the command uses. */
  readonly env: Environment
  /** Variables of the command that the server was started without, or with other values. */
  readonly differing: readonly string[]
}

/** The environment of a command: its own, and for what that does not set the one of the last start of the server. */
export function commandEnvironment(dataDir: string, env: Environment): CommandEnvironment {
  const recorded = recordedIn(dataDir)
  const own = variablesOf(env)
  return {
    env: {
      ...recorded,
      ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)),
      HOLDALL_DATA_DIR: dataDir,
    },
    differing: recorded === null ? [] : Object.keys(own).filter((name) => own[name] !== recorded[name]),
  }
}
