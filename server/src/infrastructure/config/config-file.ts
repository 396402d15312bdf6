import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../replace-file.ts'
import { StartError } from '../start-error.ts'

type JsonObject = Readonly<Record<string, unknown>>

export const configPath = (dataDir: string): string => join(dataDir, 'config.json')

/** The object in a file of configuration; null where there is no file. Throws `StartError` for anything else. */
export function readJsonObject(path: string): JsonObject | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new StartError(`${path} cannot be read: ${(error as Error).message}`)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new StartError(`${path} is not valid JSON.`)
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new StartError(`${path} must hold a JSON object.`)
  }
  return json as JsonObject
}

/** Keys of config.json with their new values; null removes one. */
export type ConfigChanges = Readonly<Record<string, string | null>>

/** Changes config.json. The result undoes it. */
export function changeConfigFile(dataDir: string, changes: ConfigChanges): () => void {
  const path = configPath(dataDir)
  const before = readJsonObject(path)
  const next = { ...before, ...changes }
  const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null))
  replaceFile(path, `${JSON.stringify(kept, null, 2)}\n`)
  return () => {
    if (before) replaceFile(path, `${JSON.stringify(before, null, 2)}\n`)
    else rmSync(path, { force: true })
  }
}
