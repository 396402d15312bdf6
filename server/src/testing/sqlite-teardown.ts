import { rmSync } from 'node:fs'
import { sqliteTemplateVariable } from './engine.ts'

export default function teardown(): void {
  const folder = process.env[sqliteTemplateVariable]
  if (folder) rmSync(folder, { recursive: true, force: true })
}
